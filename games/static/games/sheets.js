/** What asks, and what the menu of a game leads to.
 *
 * Fetched when it is needed: no one waits for it who only looks.
 */
import { byId, el, open, say } from "./page.js";
import { t } from "../words.js";

/** Return one of the page's own signs, drawn. */
export function sign(name) {
  const NS = "http://www.w3.org/2000/svg";
  const [drawing, use] = [document.createElementNS(NS, "svg"), document.createElementNS(NS, "use")];
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#s-${name}`);
  drawing.append(use);
  return drawing;
}

/** Ask with a sheet and return the value of the button pressed, or "" if it was put away.
 * `choices` are [value, words, class] or a heading as plain text.
 */
export async function ask(title, choices, { text = "", back = t("Back") } = {}) {
  // Pressed twice while this was fetched: one sheet is enough.
  if (document.querySelector("dialog.asks")) return "";
  const buttons = choices.map((choice) =>
    typeof choice === "string"
      ? el("h3", { textContent: choice })
      : el("button", { value: choice[0], class: `btn ${choice[2] ?? ""}` }, choice[1]));
  const dialog = el("dialog", { class: "sheet asks", "aria-labelledby": "sheet-title" },
    el("form", { method: "dialog" },
      el("h2", { id: "sheet-title", textContent: title }),
      text ? el("p", { textContent: text }) : null,
      el("div", { class: "list" }, ...buttons),
      el("button", { value: "", class: "btn", textContent: back })));
  document.body.append(dialog);
  const answer = await open(dialog);
  dialog.remove();
  return answer;
}

/** Show what came of a button of the menu; `game` is null where it was refused. */
export async function showAnswer(page, game, words) {
  if (game?.challenger) {
    // A rematch is a challenge; where both pressed the button it is a game already.
    if (game.game) return location.assign(`/games/${game.game}/`);
    // The button says so: the result keeps its place.
    say(words);
    return import("./full_time.js").then(({ awaitRematch }) => awaitRematch(game.id)).catch(() => {});
  }
  if (game && game.status !== page.game.status) return page.leave();
  if (game) page.game = game;
  page.tell(words);
}

/** Do what a key asks for beside the board: list the keys, or open the replay. */
export function pressed({ key, target, altKey, ctrlKey, metaKey }, open) {
  if (altKey || ctrlKey || metaKey || target.closest?.("dialog,input,textarea,select")) return;
  if (key === "?" && byId("keys")) {
    byId("keys").open = true;
    open(byId("menu"));
    byId("keys").scrollIntoView();
    byId("keys").firstElementChild.focus({ preventScroll: true });
  } else if (key === "ArrowLeft" && byId("again") && !target.closest?.("[role=grid]")) location.assign(byId("again").href);
}
