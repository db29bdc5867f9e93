/** A turn that is being put together, with what the service says may follow.
 *
 *  Fetched with the page of a game. It knows no page and no board: it can only ask, and remember.
 */
import { keep, kept, newKey } from "./page.js";

/** A stack of actions, each with what the service answered to it.
 *
 *  Nothing has left the phone before it is sent. The stage survives a reload; it belongs to one
 *  turn of one game and is dropped with it.
 */
export class Turn {
  /** `name` is where it is kept on this device, `first` the answer to "what may begin this turn",
   *  `ask(actions)` asks what may follow them, and `changed()` is called when there is something to show.
   */
  constructor(name, first, { ask, changed = () => {} }) {
    Object.assign(this, { name, first, ask, changed });
    this.steps = [];
    this.error = null;
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
    // What may follow an action that was held has not been asked yet.
    this.retry();
    return step?.choice;
  }

  /** Ask again for what could not be had. */
  async retry() {
    const step = this.steps.at(-1);
    if (step && !step.answer) await this.#complete(step);
  }

  /** Stage what waits to be sent, without asking what may follow. */
  hold({ staged, actions, key }) {
    if (this.actions.join() !== actions.join()) this.steps = staged.map((choice) => ({ choice, answer: null }));
    this.key = key;
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
    try {
      step.answer = await this.ask(this.actions);
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
