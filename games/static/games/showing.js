/** What is shown before it is told: turns that are played, shots, the end of a round. Fetched when
 *  there is something to show. `shell` is what the page lends.
 */
import { byId, say, showScore, unveil } from "./page.js";

/** Play what the others did, then tell it; return what a shot or a mate came to. */
export async function showNews(shell, news, game) {
  const { board, state } = shell;
  const { textContent: result } = byId("prompt");
  state.isShowing = true;
  for (const turn of news.slice(-2)) {
    board.release?.();
    await perform(shell, turn, game, { all: 1200 / Math.min(news.length, 2) });
  }
  state.isShowing = false;
  unveil();
  // Once it is over, what the service wrote is the last word.
  if (shell.isOver()) byId("prompt").textContent = result;
  shell.render();
  say(news.map((turn) => `${shell.nameOf(turn.side)}: ${turn.summary}.`).join(" "));
  const turn = news.at(-1);
  const verdict = await board.verdict(turn, game, shell.nameOf);
  if (verdict && game === state.game) await showResult(shell, turn, game, verdict, { isOnward: shell.isMine() });
  return verdict;
}

/** Let a turn happen before the eye; the score changes with it. */
export async function perform(shell, turn, game, how) {
  try {
    await shell.board.play(turn, { ...how, told: () => renderScore(shell, game) });
  } finally {
    shell.unhush();
    renderScore(shell, game);
  }
}

/** Write the score of two sides as the head has it, the reader's first. */
function renderScore({ side }, { score, players }) {
  const sides = Object.keys(players);
  if (!score || sides.length !== 2) return;
  const first = side ?? sides[0];
  showScore(`${score[first]}–${score[sides.find((one) => one !== first)]}`);
}

/** Tell what a shot or a mate came to, with the way on where the bar does not show it; `act` is done
 *  in going on.
 */
export async function showResult(shell, turn, game, verdict, { isOnward, act = null }) {
  const { board } = shell;
  const { showRibbon } = await import("./ribbon.js");
  showRibbon(verdict, {
    next: isOnward ? { words: verdict.next, act, stays: Boolean(act) } : null,
    again: board.startsBefore ? (rate) => replay(shell, { turn, rate, isLast: !act }) : null,
    gone: () => board.release?.(),
  });
}

/** Play a turn once more, the last one as a rule; who goes on to another page sees its end still. */
export async function replay(shell, { turn = shell.state.turns.at(-1), rate = 1, isLast = true } = {}) {
  const { board, state } = shell;
  if (!turn || state.isShowing) return;
  state.isShowing = true;
  const text = byId("prompt").textContent;
  await board.play(turn, { all: 1200, rate });
  shell.unhush();
  byId("prompt").textContent = text;
  state.isShowing = false;
  if (isLast) shell.render();
  if (state.hasMissed) shell.refresh();
}
