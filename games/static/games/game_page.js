/** The page of a running game: prompt, lists, undo and send, for any rule set.
 *
 * It knows of an action only its `text`, `label` and `kind`. A `board` draws the game and turns
 * taps into actions; see plain.js for all it must do. Legal is what the service lists.
 */
import { percent, t } from "../words.js";
import {
  Offline, byId, call, el, embedded, inTime, inUse, newSalt, offline, phase, runClock, runMenu, saw, say, seen, showOffers, showTime, unveil, watch, withLaw,
} from "./page.js";

// No turn is put together once it is over.
const { Turn } = embedded("page").game.result ? {} : await import("./turn.js");
const MISCLICK = 250;
const sheets = () => inTime(import("./sheets.js")).catch(offline);
const nextGame = () => inTime(import("./next_game.js")).catch(offline);
const showing = () => inTime(import("./showing.js")).catch(offline);
const waiting = () => inTime(import("./waiting.js")).catch(() => null);
// Shown from its top.
history.scrollRestoration = "manual";

/** Return whether a turn may wait on this device; where the browser doesn't say, one may. */
const hasKept = async () => (await indexedDB.databases?.().catch(() => null))?.some(({ name }) => name === "outbox") !== false;

/** The page with its game. The modules that it fetches read its fields and call its methods:
 * showing.js, sync.js, sheets.js and ../live/match.js.
 */
export class GamePage {
  /** The newest turns, and the turn that is being put together, which is null while others play. */
  turns;
  turn = null;
  /** What knows of a turn that waits to be sent; it comes once the page is there. */
  waiting = null;
  /** What the prompt says instead of what is to be done, and for a while instead of that. */
  note = "";
  notice = "";
  /** The refusal that the note tells of. */
  fault = null;
  /** Whether the turn is one for later, in a live game; `match` is what joined that. */
  isAhead = false;
  match = null;
  isSending = false;
  isShowing = false;
  /** Whether a look for news was put off, while a turn was sent or shown. */
  hasMissed = false;
  /** Whether another page comes: nothing more is shown here. */
  isLeaving = false;
  stagedAt = -MISCLICK;
  #data = embedded("page");
  nameOf = (side) => this.#data.names[side];
  /** The scripts of features, by what they are for. */
  scripts = this.#data.scripts;
  #isListed = false;
  #timer = 0;
  // The game whose time the head shows.
  #timed = null;
  // What is in the prompt: written again it would take the focus from a link in it.
  #written = null;

  /** `board` draws the game of the page. */
  constructor(board) {
    const { game, turns, side, scene, seen_from: seenFrom } = this.#data;
    Object.assign(this, { board, game, turns, side, api: `/api/v1/games/${game.id}` });
    // A board of squares is drawn from scenes, which come with what may follow.
    this.scene = scene ? `&scene=${seenFrom}` : "";
    board.connect({
      choose: (choice) => this.#stage(choice), undo: () => this.undo(), send: () => this.send(),
      changed: () => this.render(), hush: () => this.hush(), ahead: (...tap) => this.match?.ahead(...tap),
      minute: (number) => this.match?.minute(number),
      tell: (text) => this.tell(text),
    });
  }

  /** Bring the page to life. */
  async start() {
    byId("undo")?.addEventListener("click", () => this.undo());
    byId("send")?.addEventListener("click", () => this.send());
    byId("kinds").addEventListener("click", ({ target }) => this.#openList(target.closest("button")?.dataset.kind));
    byId("again")?.addEventListener("click", () => this.#replay());
    runMenu(this.api, (game, words) => this.#told(game, words), { sheets, nextGame });
    this.#addSalt();
    if (this.game.live && !this.isOver()) this.match = await inTime(import("../live/match.js")).then(({ join }) => join(this)).catch(() => null);
    byId("line")?.addEventListener("submit", async (event) => {
      event.preventDefault();
      (await inTime(import("./notation_input.js"))).readLine(() => this.turn, (choice) => this.#stage(choice));
    });
    document.querySelectorAll("time[data-whole]").forEach(runClock);
    if (this.#data.options) this.newTurn(this.#data.options);
    const news = this.unseen();
    if (!news.length || !this.board.startsBefore) this.render();
    const kept = this.side ? hasKept().then((has) => has && waiting()).catch(() => null) : null;
    // A house bot answers within seconds.
    const seconds = this.side && this.#others().some(({ is_bot }) => is_bot) ? 3 : 30;
    if (!this.isOver()) watch(() => this.refresh(), seconds, (event) => this.#isNews(event));
    await this.showUnseen(news);
    if (this.isOver()) await inTime(import("./full_time.js")).then(({ startFullTime }) => startFullTime((turn) => this.#replay(turn), this.board)).catch(() => {});
    // Shows a turn that waits to be sent, and lets the next one wait too.
    const keepTurns = async (script) => script && (this.waiting = new script.Waiting(this)).look({ sends: true });
    await keepTurns(await kept);
    if (!this.waiting?.isHeld) await this.turn?.restore();
    if (this.waiting || !this.side || this.isOver()) return;
    await inUse();
    if (!this.isLeaving) await keepTurns(await waiting());
  }

  /** Add the reader's salt, where none came with the formation. If it does not arrive, the next look
   * at the game tries again.
   */
  #addSalt() {
    const body = newSalt(this.#data.game, this.side);
    if (body.salt) call("PUT", `${this.api}/salt`, { body }).catch(() => {});
  }

  isOver() {
    return this.game.result !== null;
  }

  isMine() {
    return (this.isAhead || this.game.awaiting.includes(this.side)) && this.turn !== null;
  }

  #others() {
    return Object.entries(this.game.players).filter(([side]) => side !== this.side).map(([side]) => this.#called(side));
  }

  #called(side, game = this.game) {
    return { ...game.players[side], username: this.nameOf(side) };
  }

  /** Whom the game waits for, of several the first. */
  awaited(game = this.game) {
    return game.awaiting.length ? this.#called(game.awaiting[0], game) : this.#others()[0];
  }

  /** Who has played last. */
  opponent() {
    return this.nameOf(this.turns.at(-1)?.side) ?? this.#others()[0].username;
  }

  /** Let a turn be put together with these options, or none where there are none. */
  newTurn(options) {
    if (this.#isListed) document.querySelector("dialog.sheet[open]")?.close();
    if (!options) return void (this.turn = null);
    const path = options.path ?? `${this.api}/options?turn=${options.turn}`;
    const ask = (actions) => call("GET", `${path}&after=${encodeURIComponent(actions.join(" "))}${this.scene}`);
    this.turn = new Turn(`stage:${this.api}:${options.turn}`, options, { ask, changed: () => this.render() });
  }

  /** Take on turns that came after those known. */
  addTurns(turns) {
    for (const turn of turns) this.board.address?.(turn);
    this.turns = [...this.turns, ...turns.filter(({ number }) => number > (this.turns.at(-1)?.number ?? 0))].slice(-8);
  }

  /** Put a note in the place of the prompt, and say it, with a beginning for those who listen. */
  tell(note, beginning = "") {
    this.note = note;
    this.notice = "";
    say(beginning + note);
    this.render();
  }

  /** Another phase has another page: the service draws it. */
  leave() {
    if (this.isLeaving) return;
    this.isLeaving = true;
    phase.goOn();
  }

  /* --- what is shown ----------------------------------------------------------------------- */

  render() {
    if (this.isLeaving) return;
    const { game, turn } = this;
    const mine = this.isMine();
    const options = mine ? turn.known : null;
    this.match?.show();
    this.board.show({
      position: options?.position ?? game.position,
      options: mine ? turn.options : null,
      pending: mine ? turn.steps.filter(({ answer }) => !answer).map(({ choice }) => choice) : [],
      staged: mine ? turn.staged : [],
      // What is kept for the turn after the other side's.
      ahead: this.match?.kept() ?? null,
      // A turn of the round before was played on a board that is gone.
      last: this.turns.findLast(({ round }) => !byId("round").dataset.round || round === game.round),
      inCheck: game.in_check && !turn?.steps.length,
      isMine: mine,
      turns: this.turns,
      game,
    });
    this.#renderHead();
    this.#renderPrompt(mine);
    this.#renderKinds(mine);
    this.#renderBar(mine);
  }

  #renderHead() {
    const { game } = this;
    if (this.isOver()) return;
    const time = byId("deadline");
    // Of another turn the time is someone else's, even where a quick answer left the deadline at the same second.
    if (time && this.#timed !== game) showTime(time, (this.#timed = game));
    showOffers(game, this.side);
    // Not before it was shown.
    if (!this.isSending && !this.isShowing) this.showLast();
  }

  /** Write the last turn in a sentence, where the page has a line for it. */
  showLast() {
    const { game } = this;
    // A missed turn is no turn of the list.
    const last = this.match?.last() ?? this.turns.at(-1);
    if (!last) return;
    // What was said goes with its turn.
    for (const line of document.querySelectorAll("[data-until]")) if (game.turn > line.dataset.until) line.remove();
    const ball = this.side && this.board.holder?.(game.position) === this.side ? ` ${t("Your ball.")}` : "";
    const inWords = (turn) => [el("b", { textContent: `${this.nameOf(turn.side)}:` }), " ", ...[this.board.sentenceOf?.(turn) ?? turn.sentence].flat()];
    // Where several play, the board has a line for each turn of the lap.
    if (!this.board.showLap?.()) byId("last").replaceChildren(...inWords(last), ball);
  }

  #renderPrompt(mine) {
    const { turn, game } = this;
    const node = byId("prompt");
    const staged = mine ? turn.staged.at(-1) : null;
    const chances = staged && turn.canSend ? this.board.chances(staged) : [];
    node.classList.toggle("chances", chances.length > 0);
    if (chances.length && !this.notice && !this.note) {
      this.#written = null;
      node.replaceChildren(...chances.map(([share, word]) => el("span", {}, el("b", { textContent: percent(share) }), ` ${word} `)));
      return;
    }
    let text = this.notice || this.note;
    if (!text && mine) {
      if (turn.error) text = turn.error instanceof Offline ? t("You're offline. Your turn is saved.") : turn.error.message;
      else text = (turn.steps.length ? this.board.stagedWords?.(turn.staged) : this.board.prompt() || this.match?.prompt()) || turn.known.prompt;
    }
    // While others are awaited, and when it is over, what the service wrote stays.
    if (text && text !== this.#written) node.replaceChildren(...withLaw((this.#written = text), turn?.error ?? this.fault));
  }

  /** The row of kinds: what the turn holds, what is possible, and the door to the lists. */
  #renderKinds(mine) {
    const row = byId("kinds");
    row.hidden = !mine;
    if (!mine) return;
    const { turn } = this;
    const actions = turn.options?.actions ?? [];
    for (const button of row.children) {
      const { kind } = button.dataset;
      const done = turn.staged.filter((choice) => choice.kind === kind);
      const open = actions.filter((choice) => choice.kind === kind);
      button.lastElementChild.textContent = this.board.detail(kind, open, done);
      button.classList.toggle("done", done.length > 0);
      button.setAttribute("aria-disabled", String(!open.length));
    }
  }

  #renderBar(mine) {
    const { turn, isSending } = this;
    if (this.isOver()) return;
    const [undoButton, sendButton] = [byId("undo"), byId("send")];
    // What comes of the turn is read there, and the board is next.
    if (document.activeElement === sendButton && !turn?.steps.length) byId("prompt").focus({ preventScroll: true });
    byId("play-bar").hidden = !mine;
    byId("wait-bar").hidden = mine;
    if (!mine) return;
    const isHeld = Boolean(this.waiting?.isHeld);
    const canSend = turn.canSend && !this.board.question?.();
    undoButton.disabled = !turn.steps.length || isSending;
    undoButton.textContent = isHeld ? t("Withdraw") : t("Undo");
    // Not disabled while the service is asked: a button that loses its focus loses its reader.
    sendButton.disabled = !turn.steps.length;
    sendButton.setAttribute("aria-disabled", String(!(canSend || turn.error) || isSending || isHeld));
    sendButton.textContent = isSending ? t("Sending…") : isHeld ? t("Waiting to send") : this.board.sendWords(turn.staged);
    const isOpen = canSend && turn.options.complete === 0;
    sendButton.classList.toggle("pulse", !this.#data.settings.confirm && isOpen);
  }

  /* --- building the turn ------------------------------------------------------------------- */

  async #stage(choice) {
    const { turn } = this;
    if (!turn || this.isSending || !turn.options || this.waiting?.isHeld) return;
    this.note = this.notice = "";
    this.stagedAt = performance.now();
    if (this.#data.settings.vibrate) navigator.vibrate?.(15);
    await turn.add(choice);
    if (turn !== this.turn || turn.staged.at(-1) !== choice) return;
    if (turn.error) return say(t("{message} Your turn is saved.", { message: turn.error.message }));
    const chances = this.board.chances(choice).map(([share, word]) => t("{share} per cent {word}", { share, word })).join(", ");
    say(`${choice.label}. ${chances || turn.options.prompt}`);
    if (!this.#data.settings.confirm && turn.options.complete === 1) await this.send();
  }

  undo() {
    if (this.isSending) return;
    if (this.waiting?.isHeld) return void this.waiting.withdraw();
    const hasFocus = document.activeElement === byId("undo");
    const choice = this.turn?.undo();
    // It has just been disabled; those who work by keys continue from the lists.
    if (hasFocus && !this.turn.steps.length) byId("kinds").firstElementChild.focus();
    this.note = "";
    say(choice ? t("Undone: {label}.", { label: choice.label }) : t("There's nothing to undo."));
  }

  /** The list of a kind in words: the whole alternative to the drawing. */
  async #openList(kind) {
    const { turn } = this;
    const choices = turn.options?.actions.filter((choice) => choice.kind === kind) ?? [];
    if (!choices.length) return;
    // The button has said where the only shot goes, and what it is worth.
    if (kind === "shot" && choices.length === 1) return void this.#stage(choices[0]);
    this.#isListed = true;
    try {
      const { chooseFromList } = await inTime(import("./option_lists.js"));
      const choice = await chooseFromList(kind, choices, this.board);
      // A turn that is past is not added to.
      if (choice && turn === this.turn) this.#stage(choice);
    } catch {
      this.tell(t("You're offline. Your turn is saved."));
    } finally {
      this.#isListed = false;
    }
  }

  /* --- sending ----------------------------------------------------------------------------- */

  /** Send the turn. One that `isKept` waits already, and what may follow it need not be known. */
  async send({ isKept = false } = {}) {
    const { turn } = this;
    if (!isKept && !(await this.#maySend(turn))) return;
    if (this.isSending) return;
    if (this.isAhead) return this.match.arm(turn);
    this.isSending = true;
    this.note = this.notice = "";
    this.render();
    this.board.begin?.(turn.staged);
    const shown = turn.staged.at(-1);
    try {
      const answer = await this.#post(turn);
      if (!answer) return void (this.hasMissed = true);
      const { turn: played, game } = answer;
      turn.forget();
      // What follows could not be had: the next look makes up for it.
      await showing().then(({ showOwn }) => showOwn(this, played, game, shown)).catch(() => this.cutOff(game));
    } catch (error) {
      await this.board.giveUp?.();
      this.unhush();
      await this.#refused(error);
    } finally {
      this.isSending = false;
      this.render();
      if (this.hasMissed) this.refresh();
    }
  }

  async #maySend(turn) {
    if (this.waiting?.isHeld) return false;
    if (turn?.error) await turn.retry();
    if (turn?.error instanceof Offline) {
      if (!(await this.waiting?.wait(turn))) this.tell(this.#sendLater());
      return false;
    }
    const lead = this.board.question?.();
    if (lead) return lead();
    const isSlip = performance.now() - this.stagedAt < MISCLICK;
    return turn?.canSend && !(isSlip && this.#data.settings.confirm);
  }

  #post(turn) {
    const body = { turn: turn.first.turn, actions: turn.actions };
    return this.waiting ? this.waiting.post(turn) : call("POST", `${this.api}/turns`, { body, key: turn.key });
  }

  /** Where a turn can't be kept on this device, it goes from the open page; return how that is said. */
  #sendLater() {
    addEventListener("online", () => this.send(), { once: true });
    return t("You're offline. Keep this page open, and we'll send your turn.");
  }

  /** Show a game that has moved on, of which no more could be had. */
  cutOff(game) {
    if (game.status !== this.game.status) return this.leave();
    this.take(game);
    this.tell(t("Sent. You're offline now."));
  }

  /** Show no options any more, but the game as it is now. */
  take(game) {
    Object.assign(this, { game, turn: null });
  }

  async #refused(error) {
    try {
      if (error instanceof Offline) throw error;
      await (await inTime(import("./sync.js"))).refused(this, error);
    } catch {
      if (!this.waiting?.isHeld) this.note = this.#sendLater();
    }
    say(this.note);
  }

  /** Show what came of a button of the menu; `game` is null where it was refused. */
  #told(game, words) {
    return sheets().then(({ showAnswer }) => showAnswer(this, game, words)).catch(() => this.tell(words));
  }

  /* --- news -------------------------------------------------------------------------------- */

  /** Whether an event tells of this game what the page does not show. What happens in another one may
   * be the next to play.
   */
  #isNews({ type, game, data }) {
    if (game && game !== this.game.id) return this.#lookAround();
    if (type !== "turn.played") return true;
    // Your own turn is told by the answer to it.
    return data.next_turn > this.game.turn && !(this.isSending && data.side === this.side);
  }

  /** Show again how many games wait, and which is the next; soon, and once for several events. */
  #lookAround() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => nextGame().then(({ findNext }) => findNext(this.api)).catch(() => {}), 500);
  }

  async refresh() {
    if (this.isLeaving) return;
    // A look while a turn is on its way, or is being shown, is made up for.
    if ((this.hasMissed = this.isSending || this.isShowing)) return;
    const news = await inTime(import("./sync.js")).catch(() => null);
    await (news ? news.refresh(this) : this.#startAgain());
  }

  /** A browser doesn't ask again for a script that it couldn't get: with a connection the page is loaded anew. */
  async #startAgain() {
    const game = await call("GET", this.api).catch(() => null);
    if (!game) setTimeout(() => this.refresh(), 5000);
    else if (!this.isSending) location.reload();
  }

  /* --- what is shown before it is told ----------------------------------------------------- */

  /** Return what the others have played since this device last looked. */
  unseen() {
    return this.side ? this.turns.filter(({ number, side }) => number > seen() && side !== this.side) : [];
  }

  /** Play what the others did, once; then tell it, and return what a shot or a mate came to. */
  async showUnseen(news = this.unseen(), game = this.game) {
    const last = this.turns.at(-1);
    const shown = news.length ? showing().then(({ showNews }) => showNews(this, news, game)) : Promise.resolve(null);
    // Seen is what was shown to its end; the rest is shown by the next look, or after a reload.
    const verdict = await shown.then((one) => (this.side && saw(last?.number ?? 0), one), () => (this.render(), null));
    unveil();
    if (this.isMine() && this.game.in_check) say(this.board.prompt() || this.turn.first.prompt, { urgent: true });
    if (this.hasMissed) this.refresh();
    return verdict;
  }

  /** The page goes quiet: what stood in the prompt is overwritten. */
  hush() {
    this.#written = null;
  }

  unhush() {
    byId("prompt").parentElement.classList.remove("hushed");
  }

  async #replay(turn) {
    return (await showing()).replay(this, { turn });
  }
}
