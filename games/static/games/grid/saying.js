/** What is said at the cross: check after a move, which checks stand, who is away or out. Fetched when
 * there is something to say.
 */
import { byId, el, keep, kept, say } from "../page.js";
import { sign } from "./marks.js";
import { places, t, tp } from "../../words.js";

const WORDS = {
  stands: t("{by} said check to {to}. It counts."),
  youSaid: t("You said check to {to}. It counts."),
  toYou: t("Check by {by}! End it on your turn."),
  awayNote: t("{side} is away: only pawns capture their pieces."),
  youAway: t("You're away: only pawns capture your pieces."),
  outNote: t("{side} is out and turned to stone."),
  youOut: t("You're out: {place}. {rest}"),
  youAreGone: t("You're out. {rest}"),
  youMated: t("{by} has mated you. You're {place}. {rest}"),
  rest: ["", "", t("Two play on. Watch, or start a new game."), t("Three play on. Watch, or start a new game.")],
  ask: t("Say check?"),
  answer: t("First choose whether you say check."),
  send: t("Send your turn."),
  nothing: t("Don't say it"),
  justMove: t("move only"),
  say: t("Say check"),
  watch: t("Watch"),
  watching: t("You're watching."),
  to: (sides, by) => by ? t("to {sides}, by {by}", { sides, by }) : t("to {sides}", { sides }),
};

/** The letters of pieces, as moves are written. */
const SIGNS = {
  k: tp("letter of a piece", "K"), q: tp("letter of a piece", "Q"), r: tp("letter of a piece", "R"),
  b: tp("letter of a piece", "B"), n: tp("letter of a piece", "N"), p: "",
};

export class Saying {
  #sets = [];
  #chosen = "";
  /** Whether the reader has chosen to say nothing. */
  #isSilent = false;

  constructor(family) {
    this.family = family;
    this.ribbons = el("div", { class: "ribbons" });
    this.question = el("fieldset", { class: "question", hidden: true, onchange: ({ target }) => this.#answer(target.value) });
    byId("prompt").after(this.question, this.ribbons);
  }

  show() {
    const { family } = this;
    if (family.presence(family.side) === "out" && !family.game.result) this.#offerToWatch();
    this.#showRibbons();
    this.#showQuestion();
  }

  /** Offer a player who is out to stay, once; the way back to the games has its place again then. */
  #offerToWatch() {
    const back = document.querySelector("#wait-bar [data-next]");
    if (!back || this.#isWatching || byId("watch")) return;
    const button = el("button", { type: "button", class: "btn", id: "watch", textContent: WORDS.watch, onclick: () => {
      keep(sessionStorage, this.#watched, true);
      button.remove();
      back.hidden = false;
      byId("prompt").focus({ preventScroll: true });
      say(WORDS.watching);
      this.family.page.changed();
    } });
    back.hidden = true;
    back.before(button);
  }

  get #watched() {
    return `watching:${this.family.data.game.id}`;
  }

  /** Whether the reader, who is out, has chosen to watch. */
  get #isWatching() {
    return Boolean(kept(sessionStorage, this.#watched));
  }

  /** Return whether a lap has passed since a side went out, which is when its turn came: the reader's
   * own turn was between, or the next one. One who watches from outside has no turn to go by.
   */
  #isPast(side) {
    const { shown, side: own, sides } = this.family;
    const { turns = [] } = shown;
    const since = turns.slice(turns.findLastIndex((turn) => turn.side === side) + 1);
    return side !== own && (since.length >= 2 * sides.length || since.filter((turn) => turn.side === own).length > 1);
  }

  /** Say what stands, who is away and who has gone out. */
  #showRibbons() {
    const { family } = this;
    const { names, mated_by: mate } = family.data;
    const { game, isMine } = family.shown;
    const isOwn = (side) => side === family.side;
    const lap = family.lap();
    const lines = Object.entries(game.checks ?? {}).map(([king, by]) => {
      const isListed = lap.some(({ side }) => side === by && !isOwn(by));
      const [look, words] = isOwn(king) ? ["loud", WORDS.toYou] : [isListed ? "listed" : "", isOwn(by) ? WORDS.youSaid : WORDS.stands];
      // Whose turn it is reads it in the prompt.
      return !(isOwn(king) && isMine) && [by, `alarm ${look}`, words, { by: names[by], to: names[king] }];
    });
    // Once it is over the strip says who came where, and who is out reads of others there.
    const isOut = family.presence(family.side) === "out";
    for (const side of game.result ? [] : family.sides) {
      if (family.presence(side) === "away") lines.push([side, "", isOwn(side) ? WORDS.youAway : WORDS.awayNote, { side: names[side] }]);
      if (family.presence(side) !== "out" || this.#isPast(side)) continue;
      const [by, place] = [names[mate], family.place(side)];
      if (!isOut) lines.push([side, "", WORDS.outNote, { side: names[side] }]);
      else if (isOwn(side) && !this.#isWatching) lines.push([side, "", !place ? WORDS.youAreGone : by ? WORDS.youMated : WORDS.youOut, { by, place, rest: WORDS.rest[family.playing] }]);
    }
    this.ribbons.replaceChildren(...lines.filter(Boolean).map(([side, look, text, called]) =>
      el("p", { class: look }, sign(side, family.presence(side) === "out"),
        el("span", {}, ...places(text, (name) => name === "rest" ? called.rest : el("b", { textContent: called[name] }))))));
  }

  /* --- saying check --- */

  /** Ask to whom check is said after a move that attacks kings. Nothing is chosen beforehand: an unsaid
   * check does not count.
   */
  #showQuestion() {
    const { family } = this;
    const { staged, options } = family.shown;
    const said = staged.find(({ kind }) => kind === "check");
    if (!family.isAsking) [this.#sets, this.#isSilent] = [[], false];
    else if (!said && options) this.#sets = options.actions.filter(({ kind }) => kind === "check");
    const isAsked = this.#sets.length > 0;
    this.#chosen = said?.text ?? "";
    const key = isAsked ? `${staged[0].text} ${this.#sets.length}` : "";
    this.question.hidden = !isAsked;
    if (!isAsked || this.question.dataset.key === key) {
      for (const input of this.question.elements) input.checked = this.#isChosen(input.value);
      this.question.dataset.key = key;
      return;
    }
    this.question.dataset.key = key;
    const radio = (value, strong, small) =>
      el("label", {}, el("input", { type: "radio", name: "check", value, checked: this.#isChosen(value) }),
        el("span", {}, el("b", { textContent: strong }), el("small", { textContent: small })));
    this.question.replaceChildren(
      el("legend", { class: "vh", textContent: WORDS.ask }),
      ...this.#sets.map(({ text, from }) => radio(text, WORDS.say, WORDS.to(family.called(text), from && this.#piece(from)))),
      radio("", WORDS.nothing, WORDS.justMove));
  }

  /** Return the piece on a square as it is written. */
  #piece(square) {
    const { board, shown: { options } } = this.family;
    const { art } = board.pieces?.get(square) ?? options?.scene?.panels[0].pieces.find(({ at }) => at === square) ?? {};
    return art ? SIGNS[art] + square : "";
  }

  #isChosen = (value) => value ? value === this.#chosen : this.#isSilent && !this.#chosen;

  #answer(value) {
    const { page } = this.family;
    const set = this.#sets.find(({ text }) => text === value);
    this.#isSilent = !set;
    if (this.#chosen) page.undo();
    if (set) page.choose(set);
    else if (page.tell) page.tell(WORDS.send);
    else page.changed();
  }

  /** Whether the question waits for its answer. */
  get isOpen() {
    return this.#sets.length > 0 && !this.#chosen && !this.#isSilent;
  }

  /** Lead back to the question, from the button that sends. */
  insist() {
    this.family.page.tell(WORDS.answer);
    this.question.elements[0].focus();
  }

  /** Return the kings to whom check may be said or is. */
  asked() {
    const singles = this.#sets.filter(({ to }) => to);
    return (this.#chosen ? singles.filter(({ text }) => this.#chosen.includes(text[1])) : singles).map(({ to }) => to);
  }

  /** Return the arrows of the checks about to be said. */
  lanes() {
    return this.#sets.filter(({ from, text }) => from && this.#chosen.includes(text[1])).map(({ from, to }) => ["said", from, to]);
  }
}
