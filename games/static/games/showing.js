/** What is shown before it is told: turns that are played, shots, the end of a round. Fetched when
 * there is something to show. `page` is that of the game.
 */
import { byId, call, embedded, inTime, phase, saw, say, showScore, unveil } from "./page.js";
import { scoreText, t } from "../words.js";

// Who plays live pays for the time that it takes to be shown a turn.
const [LONG, SHORT] = [1200, 420];
// So long they are told what it came to, unless they touch the board before.
const TOLD = 3000;
// Nothing is shown for longer, not even in slow motion: while it is, the page looks for no news.
const LONGEST = 30_000;

/** Play what the others did, then tell it; return what a shot or a mate came to. */
export async function showNews(page, news, game) {
  const { board } = page;
  const { textContent: result } = byId("prompt");
  page.isShowing = true;
  try {
    for (const turn of news.slice(-2)) {
      board.release?.();
      await perform(page, turn, game, { all: (game.live ? SHORT : LONG) / Math.min(news.length, 2), lingers: turn === news.at(-1) });
    }
  } finally {
    page.isShowing = false;
  }
  // What was said of the reader's own turn makes room for the answer to it.
  if (byId("ribbon-title")) (await ribbon()).hideRibbon();
  unveil();
  document.title = embedded("page").title ?? document.title;
  // Once it is over, what the service wrote is the last word.
  if (page.isOver()) byId("prompt").textContent = result;
  page.render();
  const told = news.map((turn) => `${page.nameOf(turn.side)}: ${turn.sentence}`);
  // Say immediately whose time runs; a check is said automatically.
  if (game.live && page.isMine() && !page.game.in_check) told.push(page.turn.known.prompt);
  say(told.join(" "));
  const turn = news.at(-1);
  const verdict = await board.verdict(turn, game, page.nameOf);
  // Full time stands once that has been told.
  if (verdict && game === page.game) await new Promise((gone, fail) => showResult(page, turn, game, verdict, { isOnward: page.isMine(), gone }).then(() => page.isOver() || gone(), fail));
  return verdict;
}

const ribbon = () => inTime(import("./ribbon.js"));

/** Let a turn happen before the eye; the score changes with it. */
export async function perform(page, turn, game, how) {
  // The score and the whole board are to be seen.
  scrollTo(0, 0);
  // It is needed as soon as a shot or a mate is shown.
  if (turn.events.some(({ type }) => type === "shot" || type === "checkmate")) ribbon().catch(() => {});
  try {
    await inTime(page.board.play(turn, { ...how, told: () => renderScore(page, game) }), LONGEST);
  } finally {
    page.unhush();
    renderScore(page, game);
  }
}

/** Return the side that the head names first: the reader's. */
const firstOf = ({ side }, { players }) => side ?? Object.keys(players)[0];

/** Write the score of two sides as the head has it, the reader's first. */
function renderScore(page, { score, players }) {
  const sides = Object.keys(players);
  if (!score || sides.length !== 2) return;
  const first = firstOf(page, { players });
  showScore(scoreText(score[first], score[sides.find((one) => one !== first)]));
}

/** Tell what a shot or a mate came to, with the way on where the bar does not show it; `act` is done
 * in going on. In a live game, where seconds count, and at the end the words go without a tap.
 */
export async function showResult(page, turn, game, verdict, { isOnward, act = null, gone = () => {} }) {
  const { board } = page;
  const { showRibbon } = await ribbon();
  const isBrief = Boolean(game.live && !game.result);
  showRibbon(verdict, {
    isFirst: verdict.by === firstOf(page, game),
    next: isOnward && (act || !isBrief) ? { words: verdict.next, act, stays: Boolean(act) } : null,
    again: turn && board.startsBefore && !isBrief ? (rate) => replay(page, { turn, rate, isLast: !act }) : null,
    share: verdict.isWorthSharing ? sharing(page, turn, game) : null,
    gone: () => (board.release?.(), gone()),
    lasts: game.result || (isBrief && !act) ? TOLD : null,
  });
}

/** Return what the sheet by which a goal is shared asks for, if there is one. */
const sharing = ({ scripts }, { number }, { id }) => scripts.share && ({
  "data-script": scripts.share, "data-share-game": id, "data-turns": `${Math.max(number - 2, 1)}-${number}`, "data-url": `${location.origin}/games/${id}/history/?turn=${number}`, "data-title": document.title,
});

/** Play a turn once more, the last one as a rule; who advances to another page sees its end still. */
export async function replay(page, { turn = page.turns.at(-1), rate = 1, isLast = true } = {}) {
  const { board } = page;
  if (!turn || page.isShowing) return;
  page.isShowing = true;
  const text = byId("prompt").textContent;
  try {
    await inTime(board.play(turn, { all: LONG, rate }), LONGEST);
  } finally {
    page.unhush();
    byId("prompt").textContent = text;
    page.isShowing = false;
  }
  if (isLast) page.render();
  if (page.hasMissed) page.refresh();
}

/** Show the reader's own turn as it was played, then who plays next; `shown` is the action that is seen already. */
export async function showOwn(page, played, game, shown) {
  saw(played.number);
  page.addTurns([played]);
  await perform(page, played, game, { only: shown, lingers: true });
  const { goOn, listTurn, whoseTurn } = await inTime(import("./next_game.js"));
  listTurn(played, page.nameOf(played.side));
  const verdict = await page.board.verdict(played, game, page.nameOf);
  if (game.status !== page.game.status) return goOver(page, played, game, verdict);
  page.take(game);
  const isMine = game.awaiting.includes(page.side);
  if (verdict) await showResult(page, played, game, verdict, { isOnward: isMine });
  if (isMine) return page.newTurn(await call("GET", `${page.api}/options?turn=${game.turn}${page.scene}`));
  const opponent = page.awaited(game);
  // The line above the board doesn't wait for the next game to be found.
  page.isSending = false;
  page.tell(whoseTurn(opponent), `${t("Sent.")} `);
  const atOnce = embedded("page").settings.next && !verdict;
  await goOn(page.api, { opponent, place: byId("kinds"), atOnce });
}

/** Show a goal that no turn scored: in Chess Eleven the other side's time ran out in check. */
export async function showTimeGoal(page, game, scorer) {
  page.newTurn(null);
  const { timeVerdict } = await inTime(import("./chess_eleven/result_banner.js"));
  const verdict = timeVerdict(game, scorer, page.side, page.nameOf);
  renderScore(page, game);
  page.board.spell(verdict.word, scorer);
  return goOver(page, null, game, verdict);
}

/** A round or the game is over: the way on is another page. */
export async function goOver(page, turn, game, verdict) {
  if (!verdict) return page.leave();
  // No time is left to anyone.
  if (game.result) for (const one of document.querySelectorAll("#deadline, .score .bars")) one.replaceWith(one.dataset.over ?? "");
  if (!page.board.startsBefore) {
    // Nothing has shown yet what the last turn came to.
    page.take(game);
    page.render();
    page.showLast();
  }
  page.isLeaving = true;
  byId("prompt").textContent = verdict.standing ?? "";
  await showResult(page, turn, game, verdict, { isOnward: true, act: phase.goOn }).catch(() => phase.goOn());
}
