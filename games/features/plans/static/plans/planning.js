/** Planning: answers to what the others may play, prepared on a board of their own.
 *
 * This page has no way to play: it never loads what sends turns. What it keeps is an answer, which
 * the service gives when it comes to it.
 */
import { boardHand } from "../games/board_hand.js";
import { byId, call, el, embedded, inTime, keep, kept, newKey, say } from "../games/page.js";
import { LineControls } from "../notebook/line_controls.js";
import { LONGEST, Walk } from "../notebook/walk.js";
import { t } from "../words.js";
import { Answers, asked } from "./answers.js";

const page = embedded("page");
const api = `/api/v1/games/${page.game.id}`;
const stage = `stage:${api}:${page.turn}`;
const isMyTurn = page.game.awaiting.includes(page.side);

let controls = null;
let isBusy = false;
// Where an answer was kept just now: that is said before what is to be done next.
let keptAt = "";
// Whether an answer is walked on from: its turn is one of the line then.
let isThrough = false;
const walk = new Walk(api, { turn: page.turn, side: page.scene ? page.seen_from : "", changed: () => render(), endsAlone: () => !isAnswer() });
const answers = new Answers({ api, turn: page.turn, open: (entry) => controls.act(() => goThrough(entry)), failed: refused });

/** Bring the page to life; `board` is the board of the rule set. */
async function start(board) {
  controls = new LineControls({ page, api, walk, board, render, end: goOn });
  byId("others").firstElementChild.addEventListener("click", () => chooseOther());
  await walk.look();
  if (isMyTurn) await putTogether(kept(sessionStorage, stage)?.actions ?? []);
  await answers.load();
}

/** Whether what is put together is an answer, and not a turn of the line. */
const isAnswer = () => !isThrough && walk.steps.length > 0 && walk.known?.side === page.side && !walk.isFull;
const isFormation = () => walk.known?.phase === "formation" && walk.steps.length > 0;
const canKeep = () => isAnswer() && walk.staged.length > 0 && walk.options?.complete >= 0 && !isBusy;
/** How many turns of the line are told before someone else has a choice. */
const least = () => (isMyTurn && walk.steps.length > 1 ? 1 : 0);

const here = () => JSON.stringify([walk.line, walk.actions]);

/* --- the line ------------------------------------------------------------------------------ */

function goOn() {
  if (walk.error) return controls.act(() => walk.retry());
  if (isAnswer()) return canKeep() ? keepAnswer({ do: "turn", actions: walk.actions }) : undefined;
  return walk.canEnd ? controls.act(() => walk.end()) : undefined;
}

/** Put a turn together that is known, and end it; how a shot of it ends is asked. */
async function putTogether(actions) {
  for (const text of actions) {
    const choice = walk.options?.actions.find((one) => one.text === text);
    if (!choice) return;
    await walk.add(choice);
  }
  if (walk.canEnd) await walk.end();
}

/** Stand where the turn of an answer has been played, to plan what comes after it. */
async function goThrough({ line, reply }) {
  await walk.go(page.turn, line.map(asked));
  if (reply.do !== "turn" || walk.error) return;
  isThrough = true;
  await putTogether(reply.actions);
}

/** Stand where another answer may be wanted: before the last turn, of a shot before it ends. */
async function goBack() {
  const { line } = walk;
  const last = line.at(-1);
  await walk.go(page.turn, line.slice(0, Math.max(least(), line.length - 1)));
  if (last.outcome && walk.options?.side !== page.side) await putTogether(last.actions);
}

/* --- keeping ------------------------------------------------------------------------------- */

async function keepAnswer(reply) {
  await save("POST", "/plans", { turn: page.turn, line: walk.line, reply, replace: true });
}

/** Say what is played at the next turn of your own regardless of what came before it. */
async function keepFallback(tries, unless = page.alarms) {
  await save("PUT", "/plans/fallback", { turn: walk.known.turn, tries, unless });
}

async function save(method, path, body) {
  if (isBusy) return;
  isBusy = true;
  render();
  try {
    await call(method, `${api}${path}`, { body });
  } catch (error) {
    return refused(error);
  } finally {
    isBusy = false;
    render();
  }
  // The turn that the line begins with waits on the page of the game, and is sent there.
  if (isMyTurn) keep(sessionStorage, stage, { key: newKey(), actions: walk.line[0].actions });
  await answers.load();
  await goBack();
  keptAt = here();
  render();
  say(byId("prompt").textContent);
}

function refused(error) {
  if (error.code === "stale_turn") controls.look();
  controls.tell(error.message);
}

/** Offer what can be answered besides a turn, and with it. */
async function chooseOther() {
  const { ask } = await inTime(import("../games/sheets.js")).catch(() => ({}));
  if (!ask) return controls.tell(t("You're offline."));
  const choices = [];
  if (canKeep()) {
    choices.push(["draw", t("This turn, with a draw offer")]);
    if (isNext()) choices.push(["fallback", t("This turn, in any position")]);
    if (isNext() && answers.tries(walk.known.turn).length) choices.push(["next", t(
      "This turn, if the general one isn't possible",
    )]);
  }
  choices.push(["stop", t("Play nothing and notify me")]);
  if (page.claim) choices.push(["claim", page.claim]);
  choices.push(["resign", t("Resign"), "bad"]);
  const chosen = await ask(t("What's your reply there?"), choices);
  const turn = { do: "turn", actions: walk.actions };
  if (chosen === "draw") return keepAnswer({ ...turn, offer_draw: true });
  if (chosen === "fallback") return keepFallback([walk.actions]);
  if (chosen === "next") return keepFallback([...answers.tries(walk.known.turn), walk.actions].slice(-MOST_TRIES), answers.fallback.unless);
  return chosen && keepAnswer({ do: chosen });
}

const MOST_TRIES = 5;
/** Whether it is the next turn of your own that is answered with. */
const isNext = () => walk.steps.slice(isMyTurn ? 1 : 0).every(({ side }) => side !== page.side);

/* --- what is shown ------------------------------------------------------------------------- */

function render() {
  if (isThrough && walk.options && (walk.options.side !== page.side || !walk.staged.length)) isThrough = false;
  const side = walk.isFull ? null : walk.known?.side ?? null;
  if (!controls.show(side)) return renderPrompt(null);
  const isMine = isAnswer();
  renderPrompt(side);
  controls.renderKinds(side && (isMine || !walk.outcomes.length));
  controls.renderOutcomes(isMine ? [] : walk.outcomes);
  renderFormations();
  byId("others").hidden = !isMine;
  // What it offers depends on the turn that is being asked about.
  byId("others").firstElementChild.disabled = !walk.options && !walk.error;
  const end = byId("end");
  end.disabled = isMine ? !canKeep() && !walk.error : !walk.canEnd && !walk.error;
  end.textContent = walk.error ? t("Try again") : isMine || isFormation() ? t(
    "Save reply",
  ) : t("Next turn");
  answers.render(walk);
}

function renderPrompt(side) {
  const words = controls.note || walk.error?.message;
  if (!words && !walk.known) return;
  if (keptAt !== here()) keptAt = "";
  byId("prompt").replaceChildren(...(words ? [words] : [keptAt && `${t(
    "Saved.",
  )} `, ...asks(side)]));
}

/** Return what is to be done next, as nodes. */
function asks(side) {
  if (walk.outcomes.length && !isAnswer()) return [t("If the shot ends like this:")];
  if (isFormation()) return [page.presets.length ? t("… I choose this formation:") : t(
    "The round ends there. Save a formation next time, and you can use it as a reply.",
  )];
  if (!side) return [walk.isFull ? t(
    "A line has up to {n} turns.", { n: LONGEST }) : t("The game ends there.")];
  const isMine = side === page.side;
  if (!isAnswer() && !walk.staged.length) return [isMine ? t("Play your turn on the board.") : t(
    "Play a turn for {name} on the board.", { name: page.names[side] },
  )];
  const title = isAnswer() ? t(
    "… I reply:",
  ) : isMine ? t("If I play:") : t("If {name} plays:", { name: page.names[side] });
  // What the line asks for is said to who plays it.
  return [el("b", { textContent: title }), ` ${controls.asked()}`];
}

/** After a goal the answer is a formation: one of those that are kept. */
function renderFormations() {
  const box = byId("formations");
  box.hidden = !isFormation() || !page.presets.length;
  if (box.hidden || box.children.length) return;
  box.replaceChildren(...page.presets.map(({ slot, name }) => el("button", { type: "button", class: "btn", textContent: name, onclick: () => keepAnswer({ do: "formation", preset: slot }) })));
}

start(await boardHand());
