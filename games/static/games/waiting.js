/** The turn of a page that waits to be sent: shown, withdrawn, and what became of it. Fetched once
 * the page is there; outbox.js keeps the turn. `page` is that of the game.
 */
import "./outbox.js";
import { Offline, byId, call, el, isLoggedOut, phase } from "./page.js";
import { spoken, t } from "../words.js";

const { outbox } = self;
// An answer that takes so long may come when the page is closed.
const SLOW = 2000;
// Not every browser notices that the network is back.
const AGAIN = 5000;

export class Waiting {
  /** What waits of the reader in this game, or null. */
  record = null;

  constructor(page) {
    const { signal } = phase.life;
    this.page = page;
    this.place = { user: page.game.players[page.side].username, game: page.game.id };
    outbox.follow((game) => game === page.game.id && this.look(), signal);
    addEventListener("online", () => this.look({ sends: true }), { signal });
    this.seen = page.game.turn;
    document.addEventListener("visibilitychange", () => this.#renew(), { signal });
  }

  /** Whether the turn that the page shows waits: it stays as it is. */
  get isHeld() {
    return this.record !== null && this.record.turn === this.page.turn?.first.turn;
  }

  /** Send a turn, and keep it until it is decided. Throws as `call` does; null for one that another
   * page has sent or withdrawn meanwhile.
   */
  async post(turn) {
    const before = this.isHeld ? this.record : null;
    const record = before ?? this.#written(turn, { tried: true });
    const keeping = (before ? outbox.mark(record, { tried: true }).then(() => true) : outbox.keep(record)).catch(() => false);
    const timer = setTimeout(() => outbox.later().catch(() => {}), SLOW);
    try {
      const answer = await outbox.alone(record, async () => {
        if (before && !(await this.#find())) return null;
        return call("POST", `${this.page.api}/turns`, { body: { turn: record.turn, actions: record.actions }, key: record.key });
      });
      // A network that wants to be paid first answers everything.
      if (answer && !answer.turn) throw new Offline();
      await this.#forget(record, keeping);
      return answer;
    } catch (error) {
      const isOpen = error instanceof Offline || isLoggedOut(error) || (before && !outbox.isFinal(error.status, error.code));
      if (isOpen) (await keeping) && this.#hold({ ...record, tried: true });
      else if (before && error.problem?.game) await this.#refuse(record, error);
      else await this.#forget(record, keeping);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Keep a turn that could not be sent; false where there is no room for it. */
  async wait(turn) {
    const record = this.#written(turn, { tried: false });
    if (!(await outbox.keep(record).catch(() => false))) return false;
    this.#hold(record);
    return true;
  }

  /** Show what is kept on this device; with `sends` it goes now if it can. */
  async look({ sends = false } = {}) {
    const { page } = this;
    if (page.isSending || page.isLeaving) return;
    const record = await this.#find();
    if (record?.why) return this.#tell(record);
    if (!record) return this.#release();
    if (record.turn === page.turn?.first.turn) {
      if (!this.isHeld) this.#hold(record);
      else if (sends) this.#tryAgain();
      if (sends) await this.#send();
      return;
    }
    // The game has moved on: it says whether this is one of its turns.
    if (sends) await outbox.deliver().catch(() => {});
    const left = await this.#find();
    if (left?.why) this.#tell(left);
    else if (!left) page.refresh();
  }

  /** Take the turn back, unless it has been sent. */
  async withdraw() {
    const { page, record } = this;
    if (!(await outbox.alone(record, () => outbox.drop(record)))) return this.#release();
    this.record = null;
    page.tell(record.tried ? t("Withdrawn. If we have it already, it counts.") : t("Withdrawn."));
    await page.turn?.retry();
  }

  #find = () => outbox.find(this.place.user, this.place.game).catch(() => null);

  #written({ first, actions, staged, key }, more) {
    return { ...this.place, turn: first.turn, actions, staged, key, language: spoken, ...more };
  }

  async #forget(record, keeping) {
    this.record = null;
    if (await keeping) await outbox.drop(record).catch(() => {});
  }

  #hold(record) {
    const { page } = this;
    this.record = record;
    page.turn.hold(record);
    page.tell(t("Waiting to send. We'll send your turn when you're online."));
    outbox.later().catch(() => {});
    this.#tryAgain();
  }

  #tryAgain() {
    clearTimeout(this.timer);
    const { signal } = phase.life;
    this.timer = setTimeout(() => this.isHeld && !signal.aborted && this.look({ sends: true }), AGAIN);
  }

  /** It is gone: another page or the worker has sent it, or another page has withdrawn it. */
  async #release() {
    const { page, record } = this;
    if (!record) return;
    this.record = null;
    page.note = "";
    page.render();
    await page.turn?.retry();
    await page.refresh();
  }

  /** Send what waits, for the account that it is of. */
  async #send() {
    const { page } = this;
    const reader = await outbox.reader().catch(() => null);
    if (reader === null) return;
    // The page has learned meanwhile that the game moved on.
    if (!this.isHeld) return this.look({ sends: true });
    if (reader === this.place.user) return page.send({ isKept: true });
    clearTimeout(this.timer);
    page.fault = { code: "not_authenticated" };
    page.tell(t("You were logged out. Your turn is saved."));
  }

  /** Let the worker keep the page as it is by now, to be seen without a connection. */
  #renew() {
    const { turn } = this.page.game;
    if (!document.hidden || turn === this.seen || !navigator.serviceWorker?.controller) return;
    this.seen = turn;
    fetch(location.pathname, { keepalive: true }).catch(() => {});
  }

  async #refuse(record, { message: why, code }) {
    this.record = null;
    await outbox.mark(record, { why, code });
    this.#tell({ ...record, why, code });
  }

  /** Say that a turn was refused after it had waited; it stays as a line on the analysis board. */
  async #tell(record) {
    if (byId("not-played")) return;
    const { page } = this;
    const why = record.code === "stale_turn" ? t("The game moved on.") : record.why;
    const turn = record.staged.map(({ label }) => label).join(", ");
    const done = el("button", { type: "button", class: "btn", textContent: t("OK"), onclick: () => {
      note.remove();
      outbox.drop(record);
    } });
    const note = el("p", { class: "note warn", id: "not-played", role: "status" }, t("Your turn wasn't played: {turn}. {why}", { turn, why }), " ", done);
    byId("prompt").before(note);
    const { keeps_turns: script } = page.scripts;
    const href = script && (await import(script).then(({ keepTurn }) => keepTurn(call, page.api, record)).catch(() => null));
    if (href) done.before(el("a", { class: "btn", href, textContent: t("Analyse") }), " ");
  }
}
