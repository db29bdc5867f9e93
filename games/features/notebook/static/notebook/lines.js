/** The lines that were walked: kept with the game, for the reader alone, and listed in words.
 *
 * A line is `{ turn, line: [{ actions, outcome }], text: [words, …] }`; the one walked last
 * comes first. A line that continues from the end of another takes its place; one that leaves
 * another in the middle is a branch of its own.
 */
import { call } from "../games/page.js";
import { isSame } from "./walk.js";

export const MOST = 40;
const PAUSE = 800;

/** Whether one list of turns begins with another. */
const begins = (whole, part) => part.length <= whole.length && part.every((turn, n) => isSame(turn, whole[n]));

export class Lines {
  #timer = null;
  #isBusy = false;
  #isDirty = false;

  /** `address`: where they are kept; null for a visitor, who loses them with the page. `told(words)`
   * is called with why they could not be kept, or with nothing.
   */
  constructor(address, { changed, failed }) {
    Object.assign(this, { address, changed, failed });
    this.all = [];
    /** The one that is walked on. */
    this.current = null;
    if (!address) return;
    addEventListener("pagehide", () => this.#save(true));
    addEventListener("online", () => this.#save());
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? this.load() : this.#save(true)));
  }

  /** Show what is kept, unless something here is newer. */
  async load() {
    if (!this.address || this.#isDirty) return;
    const kept = await call("GET", this.address).catch(() => null);
    if (!kept || this.#isDirty) return;
    this.all = kept.lines;
    this.current = this.current && (this.all.find((one) => one.turn === this.current.turn && begins(one.line, this.current.line)) ?? null);
    this.changed();
  }

  /** Note that these turns have been walked; `text` are the sentences of each, and `worth` what each is
   * worth, as far as that is known. Only this page keeps it.
   */
  note(turn, line, text, worth) {
    if (!line.length) return;
    const known = [this.current, ...this.all].find((one) => one?.turn === turn && begins(one.line, line));
    if (known) {
      this.current = known;
      line.forEach((_, n) => (known.text[n] ??= text[n]));
      known.worth = Object.assign(known.worth ?? [], worth);
      return this.changed();
    }
    const longer = { turn, line, text, worth };
    const { current } = this;
    const goesOn = current?.turn === turn && current.line.length === line.length - 1 && begins(line, current.line);
    this.all = [longer, ...this.all.filter((one) => !goesOn || one !== current)].slice(0, MOST);
    this.current = longer;
    this.#touched();
  }

  delete(line) {
    this.all = this.all.filter((one) => one !== line);
    if (this.current === line) this.current = null;
    this.#touched();
  }

  #touched() {
    this.#isDirty = true;
    this.changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), PAUSE);
  }

  async #save(keepalive = false) {
    clearTimeout(this.#timer);
    if (!this.address || !this.#isDirty || this.#isBusy) return;
    this.#isBusy = true;
    this.#isDirty = false;
    try {
      const lines = this.all.map(({ turn, line }) => ({ turn, line }));
      await call("PUT", this.address, { body: { lines }, keepalive });
      this.failed("");
    } catch (error) {
      this.#isDirty = true;
      this.failed(error.message);
      return;
    } finally {
      this.#isBusy = false;
    }
    if (this.#isDirty) this.#touched();
  }
}
