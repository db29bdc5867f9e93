/** What is shown before it is told: turns that are played, shots, the end of a round. Fetched when
 *  there is something to show. `shell` is what the page lends.
 */
import { byId, say, showScore, unveil } from "./page.js";

// Who plays live pays for the time that it takes to be shown a turn.
const [LONG, SHORT] = [1200, 420];
// So long they are told what it came to, unless they touch the board before.
const TOLD = 3000;
// Nothing is shown for longer, not even in slow motion.
const LONGEST = 30_000;

/** Play what the others did, then tell it; return what a shot or a mate came to. */
export async function showNews(shell, news, game) {
  const { board, state } = shell;
  const { textContent: result } = byId("prompt");
  state.isShowing = true;
  try {
    for (const turn of news.slice(-2)) {
      board.release?.();
      await perform(shell, turn, game, { all: (game.live ? SHORT : LONG) / Math.min(news.length, 2), lingers: turn === news.at(-1) });
    }
  } finally {
    state.isShowing = false;
  }
  unveil();
  // Once it is over, what the service wrote is the last word.
  if (shell.isOver()) byId("prompt").textContent = result;
  shell.render();
  const told = news.map((turn) => `${shell.nameOf(turn.side)}: ${turn.summary}.`);
  // Whose time runs is told at once that it does; a check is told by itself.
  if (game.live && shell.isMine() && !state.game.in_check) told.push(state.turn.known.prompt);
  say(told.join(" "));
  const turn = news.at(-1);
  const verdict = await board.verdict(turn, game, shell.nameOf);
  if (verdict && game === state.game) await showResult(shell, turn, game, verdict, { isOnward: shell.isMine() });
  return verdict;
}

/** Wait for what is shown, but not for ever: while it is shown the page looks for no news. */
function inTime(shown) {
  let timer;
  const tooLate = new Promise((_, fail) => (timer = setTimeout(fail, LONGEST)));
  return Promise.race([shown, tooLate]).finally(() => clearTimeout(timer));
}

const ribbon = () => import("./ribbon.js");

/** Let a turn happen before the eye; the score changes with it. */
export async function perform(shell, turn, game, how) {
  // The score and the whole board are to be seen.
  scrollTo(0, 0);
  // It will be needed as soon as the turn is shown.
  ribbon().catch(() => {});
  try {
    await inTime(shell.board.play(turn, { ...how, told: () => renderScore(shell, game) }));
  } finally {
    shell.unhush();
    renderScore(shell, game);
  }
}

/** Return the side that the head names first: the reader's. */
const firstOf = ({ side }, { players }) => side ?? Object.keys(players)[0];

/** Write the score of two sides as the head has it, the reader's first. */
function renderScore(shell, { score, players }) {
  const sides = Object.keys(players);
  if (!score || sides.length !== 2) return;
  const first = firstOf(shell, { players });
  showScore(`${score[first]}–${score[sides.find((one) => one !== first)]}`);
}

/** Tell what a shot or a mate came to, with the way on where the bar does not show it; `act` is done
 *  in going on. In a live match, where seconds count, and at the end the words go without a tap.
 */
export async function showResult(shell, turn, game, verdict, { isOnward, act = null }) {
  const { board } = shell;
  const { showRibbon } = await ribbon();
  const isBrief = Boolean(game.live && !game.result);
  showRibbon(verdict, {
    isFirst: verdict.by === firstOf(shell, game),
    next: isOnward && (act || !isBrief) ? { words: verdict.next, act, stays: Boolean(act) } : null,
    again: board.startsBefore && !isBrief ? (rate) => replay(shell, { turn, rate, isLast: !act }) : null,
    share: verdict.isWorthSharing ? sharing(turn, game) : null,
    gone: () => board.release?.(),
    lasts: game.result || (isBrief && !act) ? TOLD : null,
  });
}

/** Return what the sheet by which a goal is shared asks for. */
const sharing = ({ number }, { id }) => ({
  "data-share-game": id, "data-turns": `${Math.max(number - 2, 1)}-${number}`, "data-url": `${location.origin}/games/${id}/history/?turn=${number}`, "data-title": document.title,
});

/** Play a turn once more, the last one as a rule; who goes on to another page sees its end still. */
export async function replay(shell, { turn = shell.state.turns.at(-1), rate = 1, isLast = true } = {}) {
  const { board, state } = shell;
  if (!turn || state.isShowing) return;
  state.isShowing = true;
  const text = byId("prompt").textContent;
  try {
    await inTime(board.play(turn, { all: LONG, rate }));
  } finally {
    shell.unhush();
    byId("prompt").textContent = text;
    state.isShowing = false;
  }
  if (isLast) shell.render();
  if (state.hasMissed) shell.refresh();
}
