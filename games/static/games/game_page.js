/** The page of a running game: prompt, lists, undo and send, for any rule set.
 *
 *  It knows of an action only its `text`, `label` and `kind`. A `board` draws the game and turns
 *  taps into actions; see plain.js for all it must do. Legal is what the service lists.
 */
import { percent } from "../phrases.js";
import { t } from "../words.js";
import {
  Offline, byId, call, el, embedded, keep, kept, newKey, newSalt, offline, phase, runClock, runMenu, saw, say, seen, showOffers, showTime, unveil, watch, withLaw,
} from "./page.js";

const MISCLICK = 250;
let [page, api, state] = [];
// A board of squares is drawn from scenes, which come with what may follow.
let scene = "";
const sheets = () => import("./sheets.js").catch(offline);
const nextGame = () => import("./next_game.js").catch(offline);
let board = null;
// What stands in the prompt: written anew it would take the focus from a link in it.
let written = null;

/** Bring the page to life; `drawn` is the board of the rule set. */
export async function start(drawn) {
  board = drawn;
  written = null;
  page = embedded("page");
  api = `/api/v1/games/${page.game.id}`;
  scene = page.scene ? `&scene=${page.seen_from}` : "";
  state = { game: page.game, turns: page.turns, turn: null, isSending: false, note: "", notice: "", stagedAt: -MISCLICK };
  Object.assign(lent, { api, scene, state, side: page.side });
  board.connect({ choose, undo, send, hush, changed: render, ahead: (...tap) => state.match?.ahead(...tap) });
  byId("undo")?.addEventListener("click", undo);
  byId("send")?.addEventListener("click", send);
  byId("kinds").addEventListener("click", ({ target }) => openList(target.closest("button")?.dataset.kind));
  byId("again")?.addEventListener("click", () => replay());
  runMenu(api, told, { sheets, nextGame });
  addSalt();
  if (page.game.live && !isOver()) state.match = await import("../live/match.js").then(({ join }) => join(lent)).catch(() => null);
  byId("line")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    (await import("./notation_input.js")).readLine(() => state.turn, stage);
  });
  document.querySelectorAll("time[data-whole]").forEach(runClock);
  if (page.options) newTurn(page.options);
  const news = unseen();
  if (!news.length || !board.startsBefore) render();
  // A house robot answers within seconds.
  if (!isOver()) watch(refresh, page.side && others().some(({ is_bot }) => is_bot) ? 3 : 30, isNews);
  await showUnseen(news);
  if (isOver()) import("./full_time.js").then(({ startFullTime }) => startFullTime((turn) => replay(turn), board)).catch(() => {});
  await state.turn?.restore();
}

/** Add the reader's salt, where none came with the formation. If it does not arrive, the next look
 *  at the game tries again.
 */
function addSalt() {
  const body = newSalt(page.game, page.side);
  if (body.salt) call("PUT", `${api}/salt`, { body }).catch(() => {});
}

const isOver = () => state.game.result !== null;
const isMine = () => (state.isAhead || state.game.awaiting.includes(page.side)) && state.turn !== null;
const others = () => Object.entries(state.game.players).filter(([side]) => side !== page.side).map(([side]) => called(side));
const called = (side, game = state.game) => ({ ...game.players[side], username: nameOf(side) });
/** Whom the game waits for, of several the first. */
const awaited = (game = state.game) => (game.awaiting.length ? called(game.awaiting[0], game) : others()[0]);
/** Who has played last. */
const opponent = () => page.names[state.turns.at(-1)?.side] ?? others()[0].username;
const nameOf = (side) => page.names[side];

function newTurn(options) {
  if (state.isListed) document.querySelector("dialog.sheet[open]")?.close();
  state.turn = options && new Turn(api, options, render);
}

/* --- a started turn ---------------------------------------------------------------------- */

/** A stack of actions, each with what the service answered to it.
 *
 *  Nothing has left the phone before it is sent. The stage survives a reload; it belongs to one
 *  turn of one game and is dropped with it.
 */
class Turn {
  /** `first` is the answer to "what may begin this turn". */
  constructor(api, first, changed) {
    this.api = api;
    this.first = first;
    this.changed = changed;
    this.steps = [];
    this.error = null;
    this.name = `stage:${api}:${first.turn}`;
    this.key = newKey();
  }

  /** The actions staged, in order. */
  get staged() {
    return this.steps.map(({ choice }) => choice);
  }

  get actions() {
    return this.staged.map(({ text }) => text);
  }

  /** What may follow now, or null while the service is still being asked. */
  get options() {
    return this.steps.length ? this.steps.at(-1).answer : this.first;
  }

  /** The newest answer there is; the steps since it are only on the phone. */
  get known() {
    return this.steps.findLast(({ answer }) => answer)?.answer ?? this.first;
  }

  get canSend() {
    return this.steps.length > 0 && this.options?.complete >= 0;
  }

  /** Stage an action that the options list; returns once the service has said what may follow. */
  async add(choice) {
    const step = { choice, answer: null };
    this.steps.push(step);
    this.#keep();
    await this.#complete(step);
  }

  /** Take the last action back and return it. */
  undo() {
    const step = this.steps.pop();
    this.error = null;
    this.#keep();
    this.changed();
    return step?.choice;
  }

  /** Ask again for what could not be had. */
  async retry() {
    const step = this.steps.at(-1);
    if (step && !step.answer) await this.#complete(step);
  }

  /** Bring back what was staged before the page was left. */
  async restore() {
    const { key, actions } = kept(sessionStorage, this.name) ?? {};
    if (!actions?.length) return;
    for (const text of actions) {
      const choice = this.options?.actions.find((option) => option.text === text);
      if (!choice) break;
      await this.add(choice);
    }
    if (this.actions.join() === actions.join()) this.#keep(key);
  }

  forget() {
    keep(sessionStorage, this.name, null);
  }

  async #complete(step) {
    this.error = null;
    this.changed();
    const after = encodeURIComponent(this.actions.join(" "));
    try {
      step.answer = await call("GET", `${this.first.path ?? `${this.api}/options?turn=${this.first.turn}`}&after=${after}${scene}`);
    } catch (error) {
      // Taken back meanwhile: the answer no longer matters, nor does its failure.
      if (!this.steps.includes(step)) return;
      this.error = error;
    }
    if (this.steps.includes(step)) this.changed();
  }

  #keep(key = newKey()) {
    // Other actions are another intention; the same ones sent again must not be played twice.
    this.key = key;
    const stage = this.actions.length ? { key: this.key, actions: this.actions } : null;
    keep(sessionStorage, this.name, stage);
  }
}

/** Put a note in the place of the prompt, and say it, with a beginning for those who listen. */
function tell(note, beginning = "") {
  state.note = note;
  state.notice = "";
  say(beginning + note);
  render();
}

/** Another phase has another page: the service draws it. */
function leave() {
  if (state.isLeaving) return;
  state.isLeaving = true;
  phase.goOn();
}

/* --- what is shown ----------------------------------------------------------------------- */

function render() {
  if (state.isLeaving) return;
  const { game, turn } = state;
  const mine = isMine();
  const options = mine ? turn.known : null;
  state.match?.show();
  board.show({
    position: options?.position ?? game.position,
    options: mine ? turn.options : null,
    pending: mine ? turn.steps.filter(({ answer }) => !answer).map(({ choice }) => choice) : [],
    staged: mine ? turn.staged : [],
    // What is kept for the turn after the other side's.
    ahead: state.match?.kept() ?? null,
    // A turn of the round before was played on a board that is gone.
    last: state.turns.findLast(({ round }) => !byId("round").dataset.round || round === game.round),
    inCheck: game.in_check && !turn?.steps.length,
    isMine: mine,
    game,
  });
  renderHead();
  renderPrompt(mine);
  renderKinds(mine);
  renderBar(mine);
}

function renderHead() {
  const { game } = state;
  if (isOver()) return;
  const time = byId("deadline");
  if (time && time.dateTime !== game.deadline) showTime(time, game);
  showOffers(game, page.side);
  const last = state.turns.at(-1);
  const round = byId("round").dataset.round ? [t("Round {round}.", { round: last?.round }), " "] : [];
  if (last) byId("last").replaceChildren(...round, `${nameOf(last.side)}: `, el("b", { textContent: last.summary }));
}

function renderPrompt(mine) {
  const { turn, game } = state;
  const node = byId("prompt");
  const staged = mine ? turn.staged.at(-1) : null;
  const chances = staged && turn.canSend ? board.chances(staged) : [];
  node.classList.toggle("chances", chances.length > 0);
  if (chances.length && !state.notice && !state.note) {
    written = null;
    node.replaceChildren(...chances.map(([share, word]) => el("span", {}, el("b", { textContent: percent(share) }), ` ${word} `)));
    return;
  }
  let text = state.notice || state.note;
  if (!text && mine) {
    if (turn.error) text = turn.error instanceof Offline ? t(
      "You're offline. Your turn is saved.",
    ) : turn.error.message;
    else text = (turn.steps.length ? "" : board.prompt() || state.match?.prompt()) || turn.known.prompt;
  }
  // While others are awaited, and when it is over, what the service wrote stays.
  if (text && text !== written) node.replaceChildren(...withLaw(text, turn?.error ?? state.fault));
  written = text || written;
}

/** The row of kinds: what the turn holds, what is possible, and the door to the lists. */
function renderKinds(mine) {
  const row = byId("kinds");
  row.hidden = !mine;
  if (!mine) return;
  const { turn } = state;
  const actions = turn.options?.actions ?? [];
  for (const button of row.children) {
    const { kind } = button.dataset;
    const done = turn.staged.filter((choice) => choice.kind === kind);
    const open = actions.filter((choice) => choice.kind === kind);
    button.lastElementChild.textContent = board.detail(kind, open, done);
    button.classList.toggle("done", done.length > 0);
    button.setAttribute("aria-disabled", String(!open.length));
  }
}

function renderBar(mine) {
  const { turn, isSending } = state;
  if (isOver()) return;
  const [undoButton, sendButton] = [byId("undo"), byId("send")];
  byId("play-bar").hidden = !mine;
  byId("wait-bar").hidden = mine;
  if (!mine) return;
  undoButton.disabled = !turn.steps.length || isSending;
  // Not disabled while the service is asked: a button that loses its focus loses its reader.
  sendButton.disabled = !turn.steps.length;
  sendButton.setAttribute("aria-disabled", String(!(turn.canSend || turn.error) || isSending));
  sendButton.textContent = isSending ? t("Sending…") : board.sendWords(turn.staged);
  const isOpen = turn.canSend && turn.options.complete === 0;
  sendButton.classList.toggle("pulse", !page.settings.confirm && isOpen);
}

/* --- building the turn ------------------------------------------------------------------- */

/** Stage one of these actions; several meanings of one tap are asked about. */
async function choose(choices) {
  const choice = choices.length > 1 ? await listed(({ chooseMeaning }) => chooseMeaning(choices, board)) : choices[0];
  if (choice) await stage(choice);
}

/** Return what was chosen from a list, or null where the lists cannot be had, or the turn is past that
 *  was asked about.
 */
async function listed(choosing) {
  const { turn } = state;
  state.isListed = true;
  try {
    const choice = await choosing(await import("./option_lists.js"));
    return turn === state.turn ? choice : null;
  } catch {
    tell(t("You're offline. Your turn is saved."));
    return null;
  } finally {
    state.isListed = false;
  }
}

async function stage(choice) {
  const { turn } = state;
  if (!turn || state.isSending || !turn.options) return;
  state.note = state.notice = "";
  state.stagedAt = performance.now();
  if (page.settings.vibrate) navigator.vibrate?.(15);
  await turn.add(choice);
  if (turn !== state.turn || turn.staged.at(-1) !== choice) return;
  if (turn.error) return say(t("{message} Your turn is saved.", { message: turn.error.message }));
  const chances = board.chances(choice).map(([share, word]) => t("{share} per cent {word}", { share, word })).join(", ");
  say(`${choice.label}. ${chances || turn.options.prompt}`);
  if (!page.settings.confirm && turn.options.complete === 1) await send();
}

function undo() {
  if (state.isSending) return;
  const hasFocus = document.activeElement === byId("undo");
  const choice = state.turn?.undo();
  // It has just been disabled; whoever works by keys goes on from the lists.
  if (hasFocus && !state.turn.steps.length) byId("kinds").firstElementChild.focus();
  state.note = "";
  say(choice ? t("Undone: {label}.", { label: choice.label }) : t("There's nothing to undo."));
}

/** The list of a kind in words: the whole alternative to the drawing. */
async function openList(kind) {
  const { turn } = state;
  const choices = turn.options?.actions.filter((choice) => choice.kind === kind) ?? [];
  if (!choices.length) return;
  const choice = await listed(({ chooseFromList }) => chooseFromList(kind, choices, board));
  if (choice) await stage(choice);
}

/* --- sending ----------------------------------------------------------------------------- */

async function send() {
  const { turn } = state;
  if (turn?.error) await turn.retry();
  if (turn?.error instanceof Offline) return sendLater();
  const isSlip = performance.now() - state.stagedAt < MISCLICK;
  if (!turn?.canSend || state.isSending || (isSlip && page.settings.confirm)) return;
  if (state.isAhead) return state.match.arm(turn);
  state.isSending = true;
  state.note = state.notice = "";
  render();
  board.begin?.(turn.staged);
  const shown = turn.staged.at(-1);
  try {
    const body = { turn: turn.first.turn, actions: turn.actions };
    const { turn: played, game } = await call("POST", `${api}/turns`, { body, key: turn.key });
    turn.forget();
    await sent(played, game, shown).catch(() => cutOff(game));
  } catch (error) {
    await board.giveUp?.();
    unhush();
    await refused(error);
  } finally {
    state.isSending = false;
    render();
    if (state.hasMissed) refresh();
  }
}

/** What was staged without a connection goes as soon as there is one. */
function sendLater() {
  state.note = t("You're offline. We'll send your turn when you're back.");
  addEventListener("online", send, { once: true });
  render();
  say(state.note);
}

async function sent(played, game, shown) {
  saw(played.number);
  state.turns = [...state.turns, played];
  const { perform, showResult } = await showing();
  await perform(lent, played, game, { only: shown, lingers: true });
  list(played);
  const verdict = await board.verdict(played, game, nameOf);
  if (game.status !== state.game.status) return goOver(played, game, verdict);
  Object.assign(state, { game, turn: null });
  const isMine = game.awaiting.includes(page.side);
  if (verdict) await showResult(lent, played, game, verdict, { isOnward: isMine });
  if (isMine) newTurn(await call("GET", `${api}/options?turn=${game.turn}${scene}`));
  else {
    const { goOn, untilWhen } = await nextGame();
    tell(untilWhen(awaited(game), game.deadline), `${t("Turn sent.")} `);
    await goOn(api, { opponent: awaited(game), place: byId("last").parentElement, atOnce: page.settings.next && !verdict });
  }
}

/** The turn is played, but what follows it could not be had: the next look makes up for it. */
function cutOff(game) {
  if (game.status !== state.game.status) return leave();
  Object.assign(state, { game, turn: null });
  tell(t("Sent. You're offline now."));
}

async function refused(error) {
  try {
    if (error instanceof Offline) throw error;
    await (await import("./sync.js")).refused(lent, error);
  } catch {
    state.note = t("You're offline. Your turn is saved.");
    addEventListener("online", send, { once: true });
  }
  say(state.note);
}

/** Show what came of a button of the menu; `game` is null where it was refused. */
const told = (game, words) => sheets().then(({ showAnswer }) => showAnswer(lent, game, words)).catch(() => tell(words));

/* --- news -------------------------------------------------------------------------------- */

const lent = {
  nextGame, awaited, goOver, isMine, isOver, leave, newTurn, nameOf, opponent, refresh, render, showUnseen, tell, unhush, unseen,
  get board() {
    return board;
  },
};

/** Whether an event tells of this game what the page does not show. What happens in another one may
 *  be the next to play.
 */
function isNews({ type, game, data }) {
  if (game && game !== state.game.id) return lookAround();
  if (type !== "turn.played") return true;
  // One's own turn is told by the answer to it.
  return data.next_turn > state.game.turn && !(state.isSending && data.side === page.side);
}

/** Show anew how many games wait, and which is the next; soon, and once for several events. */
function lookAround() {
  clearTimeout(state.timer);
  state.timer = setTimeout(() => nextGame().then(({ findNext }) => findNext(api)).catch(() => {}), 500);
}

async function refresh() {
  if (state.isLeaving) return;
  // A look while a turn is on its way, or is being shown, is made up for.
  if ((state.hasMissed = Boolean(state.isSending || state.isShowing))) return;
  // Without a connection there are no news, nor the means to ask: it is tried again.
  const news = await import("./sync.js").catch(() => setTimeout(refresh, 5000));
  await news.refresh?.(lent);
}

/* --- what is shown before it is told ----------------------------------------------------- */

const showing = () => import("./showing.js").catch(offline);

/** Return what the others have played since this device last looked. */
function unseen() {
  return page.side ? state.turns.filter(({ number, side }) => number > seen() && side !== page.side) : [];
}

/** Play what the others did, once; then tell it, and return what a shot or a mate came to. */
async function showUnseen(news = unseen(), game = state.game) {
  const last = state.turns.at(-1);
  const shown = news.length ? showing().then(({ showNews }) => showNews(lent, news, game)) : Promise.resolve(null);
  // Seen is what was shown to its end; the rest is shown by the next look, or after a reload.
  const verdict = await shown.then((one) => (last && saw(last.number), one), () => (render(), null));
  unveil();
  if (isMine() && state.game.in_check) say(state.turn.first.prompt, { urgent: true });
  if (state.hasMissed) refresh();
  return verdict;
}

/** The page goes quiet: what stood in the prompt is overwritten. */
const hush = () => (written = null);

function unhush() {
  byId("prompt").parentElement.classList.remove("hushed");
}

/** A round or the match is over: the way on is another page. */
async function goOver(turn, game, verdict) {
  if (!verdict) return leave();
  if (!board.startsBefore) {
    // Nothing has shown yet what the last turn came to.
    Object.assign(state, { game, turn: null });
    render();
  }
  state.isLeaving = true;
  byId("prompt").textContent = verdict.standing ?? "";
  await showing().then(({ showResult }) => showResult(lent, turn, game, verdict, { isOnward: true, act: phase.goOn })).catch(() => phase.goOn());
}

const replay = async (turn) => (await showing()).replay(lent, { turn });

const list = async (turn) => (await nextGame()).listTurn(turn, nameOf(turn.side));
