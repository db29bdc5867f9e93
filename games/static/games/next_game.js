/** What comes after a turn: the list of turns, whose turn it is, the next game.
 *
 * Fetched when it is needed: no one waits for it who only looks.
 */
import { byId, call, el, embedded, keep, kept } from "./page.js";
import { t } from "../words.js";

/** Add a turn to the list beside the board, where there is room for one. */
export function listTurn({ number, round, side, summary }, name) {
  const list = byId("round");
  // A game without rounds has all its turns in one list.
  if (list.dataset.round && list.dataset.round !== String(round)) return;
  if (!list.children.length) list.start = number;
  const sign = document.querySelector(`#four .${side}`)?.cloneNode(true) ?? null;
  list.append(el("li", { "data-side": side }, el("a", { href: `history/?turn=${number}` }, sign, el("span", { textContent: name }), ` ${summary}`)));
}

/** Return whose turn it is; a robot answers within seconds. The head says how long they have. */
export function whoseTurn({ username: name, is_bot: isBot }) {
  return isBot ? t("{name} is thinking.", { name }) : t("It's {name}'s turn.", { name });
}

/** Show how many other games wait for the reader, and on the icon of the app how many do; return
 * the others.
 */
export async function countWaiting() {
  const { results } = await call("GET", "/api/v1/games?awaiting=me&limit=100");
  const others = results.filter(({ id }) => id !== embedded("page").game.id);
  const badge = byId("waiting");
  // So do games that have ended unseen, which the API doesn't know.
  const ends = Number(badge?.dataset.ends ?? 0);
  const n = others.length + ends;
  // From a game of a cup the way back leads to the cup.
  if (badge) {
    badge.textContent = n || "";
    badge.parentElement.setAttribute("aria-label", n ? t("Games, {n} waiting", { n }) : t("Games"));
  }
  navigator.setAppBadge?.(results.length + ends).catch(() => {});
  return others;
}

/** Find the game that waits with the nearest deadline and has not been skipped, show the way
 * to it, and return its address. The way to the list of games is only shown large where it is not
 * meant to be `isQuiet`.
 */
export async function findNext(api, { isSkipped = false, isQuiet = false } = {}) {
  const here = api.split("/").at(-1);
  const skipped = (kept(sessionStorage, "skipped") ?? []).filter((id) => id !== here);
  if (isSkipped) keep(sessionStorage, "skipped", [...skipped, here].slice(-50));
  const others = (await countWaiting()).map(({ id }) => id);
  // When all were skipped it begins again, with the one that was skipped first.
  const next = others.find((id) => !skipped.includes(id)) ?? skipped.find((id) => others.includes(id));
  const address = next ? `/games/${next}/` : "/";
  for (const link of document.querySelectorAll("[data-next]")) {
    link.href = address;
    link.textContent = next ? t("Next game ({n})", { n: others.length }) : t("Back to games");
    link.classList.toggle("go", !isQuiet || Boolean(next));
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
 * opens automatically if the reader wants that (`atOnce`).
 */
export async function goOn(api, { opponent, place, atOnce }) {
  // Who plays live, or plays on while the others are here, is not led elsewhere.
  if (embedded("page").game.live || document.querySelector("#playing-on:not(.asks)")) return;
  answered(api);
  // A turn made without a connection is sent by the worker, which keeps this page for then, too.
  import("../worker.js").then(({ startWorker }) => startWorker()).catch(() => {});
  // Loaded only now: most visits to a game end without it. No one needs to be told of the answer of
  // a bot, which comes within seconds.
  if (!opponent.is_bot) {
    import("../notifications/offer.js")
      .then(({ offerPush }) => offerPush(opponent.username, place))
      .catch(() => {});
  }
  // A bot has answered before anyone needs to leave.
  const next = await findNext(api, { isQuiet: opponent.is_bot });
  if (atOnce && next !== "/") location.assign(next);
}
