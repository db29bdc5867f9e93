/** What the players of a game say to each other: sixteen phrases, three a turn. Fetched when the
 * first is heard, or someone wants to say one. `page` is what page.js lends: it fetches this
 * module, which can therefore not fetch it.
 */
import { t } from "../words.js";

const [LINES, FRESH] = [2, 7000];
let choices = null;

const addressOf = ({ embedded }) => `/api/v1/games/${embedded("page").game.id}/phrases`;

/** Show what another player, or oneself on another device, has said. */
export async function hear({ data: { side, phrase, turn } }, page) {
  const { game, names } = page.embedded("page");
  choices ??= (await page.call("GET", addressOf(page))).choices;
  const { text } = choices.find((one) => one.phrase === phrase) ?? {};
  if (text) show(names?.[side] ?? game.players[side].username, text, turn + 1, page);
}

function show(name, text, until, { byId, el }) {
  const list = byId("touchline");
  // On a low window it stands over the board's foot for a while: the list lies below the fold.
  const line = el("li", { class: "fresh", "data-until": until }, el("b", { textContent: name }), ` ${text}`);
  list?.append(line);
  setTimeout(() => line.classList.remove("fresh"), FRESH);
  while (list?.children.length > LINES) list.firstChild.remove();
}

/** Let the reader say something, or hear nothing more in this game. */
export async function act(page) {
  const { call, el, newKey, open, say } = page;
  const api = addressOf(page);
  let known;
  try {
    known = await call("GET", api, { fresh: true });
    choices = known.choices;
  } catch (error) {
    return say(error.message);
  }
  const words = known.left ? "" : t("You can send three messages per turn. Wait for the next one.");
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": "say-title" },
    el("form", { method: "dialog" },
      el("h2", { id: "say-title", textContent: t("Quick chat") }),
      words ? el("p", { textContent: words }) : null,
      el("div", { class: "phrases" }, ...known.left ? choices.map(({ phrase, text }) => el("button", { class: "btn", value: phrase, textContent: text })) : []),
      el("button", { class: "btn", value: "mute", textContent: known.is_muted ? t(
        "Unmute this game",
      ) : t(
        "Mute this game",
      ) }),
      el("button", { class: "btn", value: "", textContent: t("Back") })));
  document.body.append(dialog);
  const answer = await open(dialog);
  dialog.remove();
  try {
    if (answer === "mute") await call(known.is_muted ? "DELETE" : "PUT", `${api}/mute`);
    else if (answer) await call("POST", api, { body: { phrase: answer }, key: newKey() });
  } catch (error) {
    say(error.message);
  }
}
