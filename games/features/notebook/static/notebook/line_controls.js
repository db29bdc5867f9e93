/** The controls of a page on which lines of turns are walked: taps, lists, and how a shot ends.
 *
 * They only ask: what sends turns is never loaded. `board` is the hand of the board, given to
 * whichever side would be to play.
 */
import { byId, call, el, inTime, say } from "../games/page.js";
import { percent, t } from "../words.js";

const WAYS = {
  goal: () => t("goal"), save: () => t("saved"), corner: () => t("corner"),
  block: (square) => (square ? t("blocked on {square}", { square }) : t("blocked")),
};
const NEWS_AFTER = 30_000;

export class LineControls {
  /** What stands in the prompt instead of what the service says. */
  note = "";
  #shown = null;

  /** `page` is what the page brings, `render()` shows everything, `end()` ends the turn. */
  constructor({ page, api, walk, board, render, end }) {
    Object.assign(this, { page, api, walk, board, render });
    board.connect({ choose: (choice) => this.#stage(choice), undo: () => this.act(() => walk.undo()), send: end, changed: render });
    byId("kinds").addEventListener("click", ({ target }) => this.#openList(target.closest("button")?.dataset.kind));
    byId("undo").addEventListener("click", () => this.act(() => walk.undo()));
    byId("end").addEventListener("click", end);
    document.addEventListener("keydown", (event) => this.#pressed(event));
    if (!page.game.result) this.#watch();
  }

  /** Do something with the line, then say where it has led to those who listen. */
  async act(step) {
    this.note = "";
    await step();
    say(byId("prompt").textContent);
  }

  /** Put a note into the prompt, and say it. */
  tell(note) {
    this.note = note;
    this.render();
    say(note);
  }

  /* --- a turn of either side --- */

  async #openList(kind) {
    const choices = this.walk.options?.actions.filter((choice) => choice.kind === kind) ?? [];
    if (!choices.length) return;
    try {
      const { chooseFromList } = await inTime(import("../games/option_lists.js"));
      const choice = await chooseFromList(kind, choices, this.board);
      if (choice) this.#stage(choice);
    } catch {
      this.note = t("You're offline.");
      this.render();
    }
  }

  async #stage(choice) {
    const isByKeys = document.activeElement?.matches(":focus-visible");
    await this.act(() => this.walk.add(choice));
    // What has to be answered next comes to anyone who works by keys.
    if (isByKeys && !byId("outcomes").hidden) byId("outcomes").querySelector("button").focus();
  }

  /* --- what is shown --- */

  /** Show the board for `side`, to no one where it is null; return whether anything is known yet. */
  show(side) {
    const { walk, board, page } = this;
    const { known, options, staged } = walk;
    if (!known) {
      // Not asked yet, or another place was asked about: a quick finger is answered after it.
      if (this.#shown) board.show({ ...this.#shown, options: null });
      return false;
    }
    board.side = side ?? page.side;
    const last = walk.steps.at(-1) ?? (walk.turn === page.turn ? page.last : null);
    this.#shown = {
      turn: walk.turn + walk.steps.length,
      position: known.position,
      options,
      pending: walk.pending,
      staged,
      last: last?.events ? last : null,
      inCheck: Boolean(known.game.in_check) && !staged.length,
      isMine: side !== null,
      game: { ...page.game, ...known.game, awaiting: side ? [side] : [], result: null },
    };
    board.show(this.#shown);
    byId("undo").disabled = !walk.hasBefore;
    return true;
  }

  /** What is to be done next; nothing is sent here, whatever the laws say of a turn that is whole. */
  asked() {
    const { walk } = this;
    const complete = walk.staged.length ? walk.options?.complete : -1;
    if (complete === 1) return t("The turn is complete.");
    if (complete === 0) return t("Add more, or stop here.");
    return this.board.prompt() || walk.known.prompt;
  }

  /** Show the row of kinds, where there is something to put together. */
  renderKinds(isOpen) {
    const { walk, board } = this;
    const row = byId("kinds");
    row.hidden = !isOpen;
    if (!isOpen) return;
    const actions = walk.options?.actions ?? [];
    for (const button of row.children) {
      const { kind } = button.dataset;
      const done = walk.staged.filter((choice) => choice.kind === kind);
      const open = actions.filter((choice) => choice.kind === kind);
      button.lastElementChild.textContent = board.detail(kind, open, done);
      button.classList.toggle("done", done.length > 0);
      button.setAttribute("aria-disabled", String(!open.length));
    }
  }

  /** Ask how a shot ends: a button for each way, with its chance. */
  renderOutcomes(outcomes = this.walk.outcomes) {
    const box = byId("outcomes");
    box.hidden = !outcomes.length;
    const key = JSON.stringify(outcomes);
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    box.replaceChildren(...outcomes.map(([outcome, share]) =>
      el("button", { type: "button", class: "btn", onclick: () => this.act(() => this.walk.end(outcome)) },
        el("b", { textContent: percent(share) }), el("span", { textContent: ` ${wayOf(outcome)}` }))));
  }

  /* --- keys and news --- */

  #pressed(event) {
    if (event.target.closest?.("[role=grid], input, textarea, dialog") || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: "undo", ArrowRight: "forth", Home: "first", End: "last" }[event.key];
    if (!step) return;
    event.preventDefault();
    this.act(() => this.walk[step]());
  }

  /** Look for news now and then: no one waits here for a turn, and no stream is kept open for it. */
  #watch() {
    const look = () => document.visibilityState === "visible" && this.look();
    document.addEventListener("visibilitychange", look);
    setInterval(look, NEWS_AFTER);
  }

  /** Say that the game has moved on; what is being put together stays. */
  async look() {
    const { page } = this;
    const game = await call("GET", this.api, { fresh: true }).catch(() => null);
    if (!game || game.turn === page.game.turn) return;
    const box = byId("moved");
    box.hidden = false;
    box.firstElementChild.textContent = page.moved;
    if (!box.dataset.said) say(page.moved);
    box.dataset.said = "yes";
  }
}

function wayOf(outcome) {
  const [way, square] = outcome.split("@");
  return WAYS[way]?.(square) ?? outcome;
}
