/** What has happened meanwhile: a game that moved on while its page lay open.
 *
 *  Fetched when the service is asked for news the first time. `shell` is what the page of the game lends:
 *  its state and what it can do.
 */
import { isLoggedOut, Offline, call, forget, say } from "./page.js";
import { t } from "../words.js";

const SOON = 2000;
let isLooking = false;
let isAskedAgain = false;
let wait = SOON;

/** Look whether the game has moved on; what is staged stays as far as it can.
 *
 *  One look at a time: the stream, the timer and the return to the page may ask for the same turn at
 *  once, which two looks would both show and tell.
 */
export async function refresh(shell) {
  if (isLooking) {
    isAskedAgain = true;
    return;
  }
  isLooking = true;
  try {
    await look(shell);
    wait = SOON;
  } catch (error) {
    // It was fetched, and not shown: without this the service would answer that nothing is new.
    forget(shell.api);
    setTimeout(shell.refresh, wait);
    wait = Math.min(2 * wait, 15 * SOON);
    if (!(error instanceof Offline)) throw error;
  } finally {
    isLooking = false;
    if (isAskedAgain) {
      isAskedAgain = false;
      shell.refresh();
    }
  }
}

async function look(shell) {
  const { api, state } = shell;
  const game = await call("GET", api, { fresh: true });
  // Asked before a turn was sent, answered after: that is no news any more.
  if (game?.turn < state.game.turn) return;
  if (game || isOwed(shell, state.game)) await takeNews(shell, game ?? state.game);
  else if (state.turn?.error) await state.turn.retry();
}

/** Whether the reader is to play, but has not heard yet what may be played. */
const isOwed = ({ state, side }, game) => game.awaiting.includes(side) && !state.turn;

/** Show the game as it is now, and first what was played since it was shown last. */
async function takeNews(shell, game) {
  const { api, state, side } = shell;
  const isOver = game.status !== state.game.status;
  const staged = state.turn?.actions ?? [];
  const hasMoved = game.turn !== state.game.turn;
  if (isOver && !hasMoved) return shell.leave();
  let news = [];
  if (hasMoved || isOwed(shell, game)) {
    // All at once: on a slow net each wait after another is felt.
    const [{ results }, options, { countWaiting, listTurn, untilWhen }] = await Promise.all([
      call("GET", `${api}/turns?after=${state.turns.at(-1)?.number ?? 0}`),
      !isOver && game.awaiting.includes(side) ? call("GET", `${api}/options?turn=${game.turn}${shell.scene}`) : null,
      shell.nextGame(),
    ]);
    state.turns = [...state.turns, ...results].slice(-8);
    news = shell.unseen();
    const own = staged.length ? results.find((turn) => turn.side === side) : null;
    const isPlayed = own && written(own) !== staged.join();
    if (isOver) return shell.goOver(state.turns.at(-1), game, await shell.showUnseen(news, game));
    for (const turn of results) listTurn(turn, shell.nameOf(turn.side));
    state.turn?.forget();
    shell.newTurn(options);
    if (options) countWaiting().catch(() => {});
    state.note = options || !game.awaiting.length ? "" : untilWhen(shell.awaited(game), game.deadline);
    if (isPlayed) {
      state.note = `${t(
        "You played this turn on another device. This draft wasn't sent.",
      )} ${state.note}`.trim();
      say(state.note);
    } else if (own) state.match?.notice(t("Time's up. We played your draft."));
  }
  state.game = game;
  if (!news.length || !shell.board.startsBefore) shell.render();
  if (!hasMoved) return;
  await shell.showUnseen(news);
  if (staged.length && state.turn) await stageAgain(shell, staged);
}

/** Return what was sent as a turn: as it is recorded, without what came of it. */
const written = ({ actions }) => actions.map((action) => action.replace(/[+#]|=.*/g, "")).join();

/** Stage what was staged for a turn that is past, as far as it is still legal. */
async function stageAgain({ state, opponent, render }, actions) {
  state.note = t("{opponent} played. Here's the new position.", { opponent: opponent() });
  // A second press on Send was meant for the turn before.
  state.stagedAt = performance.now();
  for (const text of actions) {
    const { turn } = state;
    const choice = turn?.options?.actions.find((one) => one.text === text);
    if (!choice) break;
    await turn.add(choice);
  }
  render();
}

/** Note why the service said no to a turn, and show the game as it says that it is. */
export async function refused(shell, error) {
  const { state } = shell;
  if (error.status === 409 && error.problem?.game) {
    await takeNews(shell, error.problem.game);
  } else if (isLoggedOut(error)) {
    state.note = t("You were logged out. Your turn is saved.");
    state.fault = error;
  } else {
    state.note = error.message;
    state.fault = error;
  }
}
