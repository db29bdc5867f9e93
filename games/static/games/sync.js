/** What has happened meanwhile: a game that moved on while its page lay open.
 *
 * Fetched when the service is asked for news the first time. `page` is that of the game.
 */
import { isLoggedOut, Offline, call, forget, inTime, offline, say } from "./page.js";
import { t } from "../words.js";

const SOON = 2000;
let isLooking = false;
let isAskedAgain = false;
let wait = SOON;

/** Look whether the game has moved on; what is staged stays as far as it can.
 *
 * One look at a time: the stream, the timer and the return to the page may ask for the same turn
 * at the same time, which two looks would both show and tell.
 */
export async function refresh(page) {
  if (isLooking) {
    isAskedAgain = true;
    return;
  }
  isLooking = true;
  try {
    await look(page);
    wait = SOON;
  } catch (error) {
    // It was fetched, and not shown: without this the service would answer that nothing is new.
    forget(page.api);
    setTimeout(() => page.refresh(), wait);
    wait = Math.min(2 * wait, 15 * SOON);
    // Another turn was played between two questions.
    if (!(error instanceof Offline) && error.code !== "stale_turn") throw error;
  } finally {
    isLooking = false;
    if (isAskedAgain) {
      isAskedAgain = false;
      page.refresh();
    }
  }
}

async function look(page) {
  const { api } = page;
  const game = await call("GET", api, { fresh: true });
  // Asked before a turn was sent, answered after: that is no news any more.
  if (game?.turn < page.game.turn) return;
  if (game || isOwed(page, page.game)) await takeNews(page, game ?? page.game);
  else if (page.turn?.error) await page.turn.retry();
}

/** Whether the reader is to play, but has not heard yet what may be played. */
const isOwed = ({ side, turn }, game) => game.awaiting.includes(side) && !turn;

/** Show the game as it is now, and first what was played since it was shown last. */
async function takeNews(page, game) {
  const { api, side } = page;
  const isOver = game.status !== page.game.status;
  const staged = page.turn?.actions ?? [];
  const wasAhead = page.isAhead;
  const hasMoved = game.turn !== page.game.turn;
  if (isOver && !hasMoved) {
    const scorer = Object.keys(game.score ?? {}).find((one) => game.score[one] > page.game.score[one]);
    return scorer ? inTime(import("./showing.js")).then(({ showTimeGoal }) => showTimeGoal(page, game, scorer)).catch(() => page.leave()) : page.leave();
  }
  let news = [];
  // Of several, one may go out on time or by a word: it's another player's turn then.
  const isPassed = game.awaiting.join() !== page.game.awaiting.join();
  if (hasMoved || isPassed || isOwed(page, game)) {
    // All at once: on a slow net each wait after another is felt.
    const [{ results }, options, { countWaiting, listTurn, whoseTurn }] = await Promise.all([
      call("GET", `${api}/turns?after=${page.turns.at(-1)?.number ?? 0}`),
      !isOver && game.awaiting.includes(side) ? call("GET", `${api}/options?turn=${game.turn}${page.scene}`) : null,
      inTime(import("./next_game.js")).catch(offline),
    ]);
    page.addTurns(results);
    news = page.unseen();
    const own = staged.length ? results.find((turn) => turn.side === side) : null;
    const isPlayed = own && written(own) !== staged.join();
    if (isOver) {
      const verdict = await page.showUnseen(news, game);
      return (await inTime(import("./showing.js"))).goOver(page, page.turns.at(-1), game, verdict);
    }
    for (const turn of results) listTurn(turn, page.nameOf(turn.side));
    page.turn?.forget();
    page.newTurn(options);
    if (options) countWaiting().catch(() => {});
    page.note = options || !game.awaiting.length ? "" : whoseTurn(page.awaited(game));
    if (isPlayed) {
      page.note = `${t(
        "You played this turn on another device. This draft wasn't sent.",
      )} ${page.note}`.trim();
      say(page.note);
    } else if (own) page.match?.notice(t("Time's up. We played your draft."));
  }
  page.game = game;
  if (!news.length || !page.board.startsBefore) page.render();
  if (!hasMoved) return;
  recount().catch(() => {});
  await page.showUnseen(news);
  if (staged.length && page.turn) await stageAgain(page, staged, wasAhead);
}

/** Write again what the page counts of the game, which a turn may have changed. */
async function recount() {
  const counts = [...document.querySelectorAll("[data-counts]")];
  if (!counts.length) return;
  const fresh = (await (await inTime(import("../redraw.js"))).fetched())?.querySelectorAll("[data-counts]");
  for (const [i, one] of counts.entries()) if (fresh?.[i]) one.textContent = fresh[i].textContent;
}

/** Return what was sent as a turn: as it is recorded, without what came of it. */
const written = ({ actions }) => actions.map((action) => action.replace(/[+#]|=.*/g, "")).join();

/** Stage what was staged for a turn that is past, as far as it is still legal. */
async function stageAgain(page, actions, wasAhead) {
  page.note = t("{opponent} played. Here's the new position.", { opponent: page.opponent() });
  // A second press on Send was meant for the turn before.
  page.stagedAt = performance.now();
  for (const text of actions) {
    const { turn } = page;
    const choice = turn?.options?.actions.find((one) => one.text === text);
    if (!choice) break;
    await turn.add(choice);
  }
  // What was put together ahead was meant for this position.
  if (wasAhead && page.turn?.canSend) page.note = t("{opponent} played. Send what you prepared, or change it.", { opponent: page.opponent() });
  page.render();
}

/** Note why the service said no to a turn, and show the game as it says that it is. */
export async function refused(page, error) {
  if (error.status === 409 && error.problem?.game) {
    await takeNews(page, error.problem.game);
  } else if (isLoggedOut(error)) {
    page.note = t("You were logged out. Your turn is saved.");
    page.fault = error;
  } else {
    page.note = error.message;
    page.fault = error;
  }
}
