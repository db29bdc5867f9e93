/** What comes after a turn: how it ended, the list of turns, the next game; and sheets that ask.
 *
 *  Fetched when it is needed: nobody waits for it who only looks.
 */
import { byId, call, el, embedded, keep, kept, open } from "./page.js";
import { locale } from "../phrases.js";
import { t } from "../words.js";

const FEW = 15 * 60_000;

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
 *  `choices` are [value, words, class] or a heading as plain text.
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

/** Let the reader's note save itself. */
export const takeNotes = () => import("../notebook/note.js");

/** Add a turn to the list beside the board, where there is room for one. */
export function listTurn({ number, round }, name, text) {
  const list = byId("round");
  // A game without rounds has all its turns in one list.
  if (list.dataset.round && list.dataset.round !== String(round)) return;
  list.append(el("li", {}, el("a", { href: `history/?turn=${number}` }, el("span", { textContent: name }), ` ${text}`)));
}

/** Return a time on the reader's clock: `today 18:40`, `Sunday 18:40`, `3 May 18:40`. */
export function moment(time, now = new Date()) {
  const date = new Date(time);
  const clock = date.toLocaleTimeString(locale, { timeStyle: "short" });
  const days = Math.round((new Date(date).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return `${t("today")} ${clock}`;
  if (days === 1) return `${t("tomorrow")} ${clock}`;
  const form = days > 1 && days < 7 ? { weekday: "long" } : { day: "numeric", month: "long" };
  return `${date.toLocaleDateString(locale, form)} ${clock}`;
}

/** Return how long a player has, on the reader's own clock; a robot answers within seconds. Of a
 *  few minutes a clock tells more than a time of the day.
 */
export function untilWhen({ username: name, is_bot: isBot }, deadline) {
  if (isBot) return t("{name} is thinking.", { name });
  if (Date.parse(deadline) - Date.now() < FEW) return t("{name} is to play.", { name });
  return t("{name} has until {when}.", { name, when: moment(deadline) });
}

/** Show what came of a button of the menu; `game` is null where it was refused. */
export async function showAnswer({ state, leave, tell }, game, words) {
  if (game?.challenger) {
    // A rematch is a challenge; where both pressed the button it is a game already.
    if (game.game) return location.assign(`/games/${game.game}/`);
    const { id } = game;
    import("./full_time.js").then(({ awaitRematch }) => awaitRematch(id)).catch(() => {});
    game = null;
  }
  if (game && game.status !== state.game.status) return leave();
  if (game) state.game = game;
  tell(words);
}

/** Show how many games wait for the reader, here and on the icon of the app; return them. */
export async function countWaiting() {
  const { results } = await call("GET", "/api/v1/games?awaiting=me&limit=100");
  const badge = byId("waiting");
  badge.textContent = results.length || "";
  badge.parentElement.setAttribute("aria-label", results.length ? t("Games, {n} waiting", { n: results.length }) : t("Games"));
  navigator.setAppBadge?.(results.length).catch(() => {});
  return results;
}

/** Find the game that waits with the nearest deadline and has not been skipped, show the way
 *  to it, and return its address.
 */
export async function findNext(api, { isSkipped = false } = {}) {
  const here = api.split("/").at(-1);
  const skipped = (kept(sessionStorage, "skipped") ?? []).filter((id) => id !== here);
  if (isSkipped) keep(sessionStorage, "skipped", [...skipped, here].slice(-50));
  const others = (await countWaiting()).map(({ id }) => id).filter((id) => id !== here);
  // When all were skipped it begins again, with the one that was skipped first.
  const next = others.find((id) => !skipped.includes(id)) ?? skipped.find((id) => others.includes(id));
  const address = next ? `/games/${next}/` : "/";
  for (const link of document.querySelectorAll("[data-next]")) {
    link.href = address;
    link.textContent = next ? t("Next game ({n})", { n: others.length }) : t("Back to games");
    link.classList.add("go");
  }
  return address;
}

/** Clear what this device still shows of a game that waits no longer. */
export function answered(api) {
  import("../notifications/push.js")
    .then(({ closeStale }) => closeStale((tag) => tag === `game-${api.split("/").at(-1)}`))
    .catch(() => {});
}

/** Lead on from a turn that was sent: offer to tell of the answer, and show the next game, which
 *  opens by itself if the reader wants that (`atOnce`).
 */
export async function goOn(api, { opponent, place, atOnce }) {
  // Who plays live is not led elsewhere.
  if (embedded("page").game.live) return;
  answered(api);
  // Loaded only now: most visits to a game end without it.
  // Nobody needs to be told of the answer of a robot, which comes within seconds.
  if (!opponent.is_bot) {
    import("../notifications/offer.js")
      .then(({ offerPush }) => offerPush(opponent.username, place))
      .catch(() => {});
  }
  const next = await findNext(api);
  if (atOnce && next !== "/") location.assign(next);
}

/** Do what a key asks for beside the board: list the keys, or open the replay. */
export function pressed({ key, target, altKey, ctrlKey, metaKey }, open) {
  if (altKey || ctrlKey || metaKey || target.closest?.("dialog,input,textarea,select")) return;
  if (key === "?" && byId("keys")) {
    byId("keys").open = true;
    open(byId("menu"));
  } else if (key === "ArrowLeft" && byId("again") && !target.closest?.("[role=grid]")) location.assign(byId("again").href);
}
