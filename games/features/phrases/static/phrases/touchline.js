/** What the players of a game say to each other: short phrases, three a turn. Fetched when the
 * first is heard, or someone wants to say one. `page` is what page.js lends: it fetches this
 * module, which can therefore not fetch it.
 */
import { t } from "../words.js";

const [LINES, FRESH] = [2, 7000];
let choices = null;
let known = null;

const addressOf = ({ embedded }) => `/api/v1/games/${embedded("page").game.id}/phrases`;

/** Show what another player, or oneself on another device, has said. */
export async function hear({ data: { side, phrase, turn, to } }, page) {
  const { game, names, side: own } = page.embedded("page");
  choices ??= (await page.call("GET", addressOf(page))).choices;
  const { text } = choices.find((one) => one.phrase === phrase) ?? {};
  const nameOf = (one) => names?.[one] ?? game.players[one].username;
  const whom = !to ? "" : to === own ? t("to you:") : t("to {name}:", { name: nameOf(to) });
  if (text) show(nameOf(side), `${whom} ${text}`.trim(), turn + 1, page);
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
  const { call, el, embedded, newKey, open, say } = page;
  const { game, names, side: own } = embedded("page");
  const api = addressOf(page);
  try {
    // Null: nothing has changed since it was last opened.
    known = (await call("GET", api, { fresh: true })) ?? known;
    choices = known.choices;
  } catch (error) {
    return say(error.message);
  }
  const words = known.left ? "" : t("You can send three messages per turn. Wait for the next one.");
  const others = Object.keys(game.players).filter((one) => one !== own);
  const whom = others.length < 2 ? null : el("label", {}, t("To"), " ",
    el("select", {},
      el("option", { value: "", textContent: t("Everyone") }),
      ...others.map((value) => el("option", { value, textContent: names?.[value] ?? game.players[value].username }))));
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": "say-title" },
    el("form", { method: "dialog" },
      el("h2", { id: "say-title", textContent: t("Quick chat") }),
      words ? el("p", { textContent: words }) : null,
      known.left ? whom : null,
      el("div", { class: "phrases" }, ...known.left ? choices.map(({ phrase, text }) => el("button", { class: "btn", value: phrase, textContent: text })) : []),
      el("button", { class: "btn", value: "mute", textContent: known.is_muted ? t(
        "Unmute this game",
      ) : t(
        "Mute this game",
      ) }),
      el("button", { class: "btn", value: "", textContent: t("Back") })));
  document.body.append(dialog);
  const answer = await open(dialog);
  const to = whom?.querySelector("select").value;
  dialog.remove();
  try {
    if (answer === "mute") await call(known.is_muted ? "DELETE" : "PUT", `${api}/mute`);
    else if (answer) await call("POST", api, { body: { phrase: answer, ...to && { to } }, key: newKey() });
  } catch (error) {
    say(error.message);
  }
}
