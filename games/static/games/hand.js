/** A hand on a board: what taps and keys mean, what is selected, and taps that came too early.
 *
 *  Each board has a class of its own, which says
 *  - `meaning(tap)`: `{ square, meant, isSure }`, the actions that a tap may mean, or null if that is unclear;
 *  - `from(square)`, `isOwn(square)`, `idleWords(square)`, `selectedWords(square)`, `readOut(square)`;
 *  - perhaps `strayWords(square)`: what is said of a square that is neither the reader's nor meant;
 *  - `enter(isNew)`: take on what is shown; `present()`: draw it; `glide(choice)`: move what was just staged.
 */
import { byId, entitle, say } from "./page.js";
import { t } from "../words.js";

const [TWICE, PATIENCE] = [300, 3000];

export class Hand {
  selected = null;
  idle = "";
  shown = {};
  #chosen = {};
  #early = [];

  constructor(board, side) {
    this.board = board;
    this.side = side;
    // Whose pieces the keys go to first.
    board.reader = side;
    board.addEventListener("tap", ({ detail }) => this.tapped(detail));
    board.addEventListener("command", ({ detail }) => this.command(detail));
  }

  /** `page` takes what the hand does: `choose`, `undo`, `send`, `changed`, and perhaps `ahead`, `hush` and
   * `minute`. */
  connect(page) {
    this.page = page;
  }

  get actions() {
    return this.shown.options?.actions ?? [];
  }

  from(square) {
    return this.actions.filter((choice) => choice.from === square);
  }

  /* --- taps --- */

  tapped(tap) {
    const { isMine, options } = this.shown;
    // Two quick taps on a mark mean one.
    if (tap.square === this.#chosen.to && performance.now() - this.#chosen.at < TWICE) return;
    if (!isMine) return void this.page.ahead?.({ ...tap, isOwn: this.isOwn(tap.square) }, () => this.tapped(tap));
    // The service has not answered yet what may follow: a quick tap waits for it.
    if (!options) return void this.#early.push({ ...tap, at: performance.now() });
    const meaning = this.meaning(tap);
    if (!meaning) return;
    const { square, meant, isSure } = meaning;
    if (meant.length && isSure) this.choose(meant);
    else if (square === this.selected) this.deselect();
    else if (this.from(square).length) this.select(square);
    else if (meant.length) this.choose(meant);
    else {
      const isOwn = this.isOwn(square);
      const words = isOwn ? this.idleWords(square) : this.strayWords?.(square);
      // A piece that can't go to another square stays selected.
      if (isOwn || !words) this.select(null);
      if (words) this.refuse(square, words);
    }
  }

  /** Say why a tap does nothing. */
  refuse(square, words) {
    this.idle = words;
    queueMicrotask(() => this.board.shake?.(square));
    this.page.changed();
    say(words);
  }

  deselect() {
    this.select(null);
  }

  choose(choices) {
    this.#chosen = { to: choices[0].to, at: performance.now() };
    this.selected = null;
    this.idle = "";
    this.page.choose(choices[0]);
  }

  select(square) {
    const wasIdle = this.idle;
    this.idle = "";
    if (square === this.selected) {
      if (wasIdle) this.page.changed();
      return;
    }
    this.selected = square;
    this.page.changed();
    say(square ? this.selectedWords(square) : t("Nothing selected."));
  }

  command({ name, square }) {
    if (name === "read") say(this.readOut(square));
    else if (name !== "escape") this.page[name]();
    else if (this.shown.isMine) this.select(null);
    else this.page.ahead?.({ isAway: true });
  }

  /* --- the scene --- */

  show(shown) {
    const isNew = shown.options !== this.shown.options;
    const isUndone = shown.turn === this.shown.turn && shown.staged.length < (this.shown.staged?.length ?? 0);
    this.shown = shown;
    entitle(shown.isMine);
    if (isNew) this.idle = "";
    this.enter(isNew);
    // Taps before an undo were meant for what is undone now.
    if (isUndone) this.#early = [];
    else if (shown.options) this.#catchUp();
    this.present();
    const staged = shown.staged.at(-1);
    if (!isNew && staged && shown.pending.includes(staged)) this.glide(staged);
  }

  /** Repeat the taps that came before the service's answer, unless they are too old. */
  #catchUp() {
    const taps = this.#early.splice(0).filter(({ at }) => performance.now() - at < PATIENCE);
    // The carrier is selected automatically: a tap on it asked for that.
    if (taps[0]?.square === this.selected) taps.shift();
    for (const tap of taps) queueMicrotask(() => this.tapped(tap));
  }

  /* --- words --- */

  prompt() {
    return this.idle || (this.selected ? this.ask(this.from(this.selected)) : "");
  }

  chances() {
    return [];
  }
}

/** Play the game of this page with a hand; pages that only lend the board never load what sends turns. */
export async function playWith(hand) {
  // A turn that is replayed here need not be looked up in the history.
  byId("again")?.addEventListener("click", (event) => {
    if (!hand.board.isStill) event.preventDefault();
  });
  const { GamePage } = await import("./game_page.js");
  await new GamePage(hand).start();
}
