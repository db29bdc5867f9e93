/** Walking lines of turns that might be played, for both sides, from one turn of a game.
 *
 * A `Walk` knows no page, no board and no rules: it asks the service what may follow, and that is
 * the only call it can make. Nothing of it can become a turn. Anyone who shows one
 * - gives it choices out of `options.actions` (`add`), and how a shot ends (`end`);
 * - takes back, steps to and fro, and jumps (`undo`, `back`, `forth`, `go`);
 * - is told by `changed()` whenever there is something else to show.
 */
import { call } from "../games/page.js";

export const LONGEST = 16;

export class Walk {
  #answers = new Map();
  #ahead = [];

  /** `api` is the address of the game, `turn` where its lines begin; with `side` each answer brings
   * the board as data, seen from there. `endsAlone()`: whether a turn to which nothing can be added
   * ends automatically. `played`: so many turns of the game are walked through as well.
   * `ask({ turn, line, after })` asks what may be played there.
   */
  constructor(api, { turn, side = "", played = 0, changed = () => {}, endsAlone = () => true, ask = (body) => call("POST", `${api}/explore${side && `?scene=${side}`}`, { body }) }) {
    Object.assign(this, { turn, played, changed, endsAlone, ask });
    /** The turns walked, as the service tells them. */
    this.steps = [];
    /** The choices of the turn that is being put together. */
    this.staged = [];
    /** Why the service was not asked, or said no. */
    this.error = null;
  }

  /* --- where it stands --- */

  /** What the line is to the service: `[{ actions, outcome }]`. */
  get line() {
    return this.steps.map(({ asked }) => asked);
  }

  /** What lies ahead on the branch that was walked back from, in the same form. */
  get ahead() {
    return this.#ahead;
  }

  get actions() {
    return this.staged.map(({ text }) => text);
  }

  /** What the service says of this place, or null while it is asked. */
  get options() {
    return this.#answers.get(this.#key()) ?? null;
  }

  /** The newest answer there is, while it is asked for a newer one. */
  get known() {
    for (let n = this.staged.length; n >= 0; n--) {
      const answer = this.#answers.get(this.#key(this.staged.slice(0, n)));
      if (answer) return answer;
    }
    return null;
  }

  /** The choices of which the service has not told yet what follows. */
  get pending() {
    return this.options ? [] : this.staged.slice(this.known?.after.length ?? 0);
  }

  /** How the turn that is being put together may end, in per cent; empty where that is certain. */
  get outcomes() {
    const outcomes = Object.entries(this.options?.outcomes ?? {});
    return outcomes.length > 1 ? outcomes : [];
  }

  /** Whether the turn may end here without another word. */
  get canEnd() {
    return this.staged.length > 0 && this.options?.complete >= 0 && !this.outcomes.length;
  }

  /** Whether there is something to take back, or a turn of the game before this place. */
  get hasBefore() {
    return this.staged.length + this.steps.length > 0 || (this.played > 0 && this.turn > 1);
  }

  /** Whether there is something ahead, in the game too where no line leaves it here. */
  get hasNext() {
    return this.#ahead.length > 0 || (!this.steps.length && this.turn <= this.played);
  }

  get isFull() {
    return this.steps.length >= LONGEST;
  }

  /* --- going on --- */

  /** Ask what may be played here. */
  async look() {
    const key = this.#key();
    this.error = null;
    if (!this.#answers.has(key)) {
      this.changed();
      try {
        this.#answers.set(key, await this.ask({ turn: this.turn, line: this.line, after: this.actions }));
      } catch (error) {
        if (key === this.#key()) this.error = error;
      }
    }
    // Someone may have gone elsewhere meanwhile.
    if (key !== this.#key()) return;
    // A line that was jumped to is told with the place that it leads to.
    this.options?.line.forEach((told, n) => Object.assign(this.steps[n], told));
    this.changed();
  }

  /** Add an action to the turn; a turn to which nothing can be added ends automatically, but for a shot. */
  async add(choice) {
    if (this.isFull || !this.options) return;
    this.staged.push(choice);
    await this.look();
    if (this.staged.at(-1) === choice && this.canEnd && this.options.complete === 1 && this.endsAlone()) await this.end();
  }

  /** End the turn, a shot with one of its outcomes. */
  async end(outcome = null) {
    if (!this.canEnd && !this.outcomes.some(([name]) => name === outcome)) return;
    const { side } = this.options;
    await this.#push({ actions: this.actions, outcome }, side);
  }

  async #push(asked, side) {
    const [next] = this.#ahead;
    this.#ahead = next && isSame(next, asked) ? this.#ahead.slice(1) : [];
    this.steps = [...this.steps, { asked, side }];
    this.staged = [];
    await this.look();
  }

  /** Ask again for what could not be had. */
  async retry() {
    if (this.error) await this.look();
  }

  /* --- to and fro --- */

  /** Take the last action back; where none is staged, the last turn. */
  undo() {
    if (!this.staged.length) return this.back();
    this.staged = this.staged.slice(0, -1);
    return this.look();
  }

  back() {
    const last = this.steps.at(-1);
    if (!last) return this.hasBefore ? this.go(this.turn - 1, []) : undefined;
    return this.go(this.turn, this.line.slice(0, -1), [last.asked, ...this.#ahead]);
  }

  forth() {
    const [next, ...rest] = this.#ahead;
    if (next) return this.go(this.turn, [...this.line, next], rest);
    return this.hasNext ? this.go(this.turn + 1, []) : undefined;
  }

  /** Go to where the line leaves the game; from there to the first turn of the game. */
  first() {
    if (this.steps.length) return this.go(this.turn, [], [...this.line, ...this.#ahead]);
    return this.hasBefore ? this.go(1, []) : undefined;
  }

  /** Go to the end of the line, or of the game where no line leaves it here. */
  last() {
    if (this.#ahead.length) return this.go(this.turn, [...this.line, ...this.#ahead]);
    return this.hasNext ? this.go(this.played + 1, []) : undefined;
  }

  /** Stand after these turns of a line, with `ahead` still to come on it. */
  async go(turn, line, ahead = []) {
    const told = turn === this.turn ? this.steps : [];
    if (turn !== this.turn && !this.played) this.#answers.clear();
    this.turn = turn;
    let isShared = true;
    this.steps = line.map((asked, n) => {
      isShared &&= Boolean(told[n]) && isSame(told[n].asked, asked);
      return isShared ? told[n] : { asked };
    });
    this.staged = [];
    this.#ahead = ahead;
    await this.look();
  }

  #key(staged = this.staged) {
    return JSON.stringify([this.turn, this.line, staged.map(({ text }) => text)]);
  }
}

/** Whether two turns of lines are the same. */
export const isSame = (one, other) => one.outcome === other.outcome && one.actions.join() === other.actions.join();
