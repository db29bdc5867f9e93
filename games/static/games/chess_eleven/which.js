/** "Which piece?": asked on the pitch, where a tap leaves open who goes to a square.
 *
 *  Fetched when it is asked for the first time. The page knows nothing of it: it is painted after the page.
 */
import { NAMES } from "./pieces.js";
import { byId, phase, say } from "../page.js";
import { t } from "../../words.js";

const TWICE = 300;
const PULSE = { duration: 700, iterations: 3, easing: "ease-in-out" };

/** Ask which of these choices, moves to one square, a hand on the pitch means. */
export function ask(hand, scene, choices) {
  // Tapped twice while this was fetched: asked once.
  if (hand.which) return;
  hand.which = new Which(hand, scene, choices);
  hand.which.begin();
}

class Which {
  #life = new AbortController();
  #at = performance.now();
  #undo = byId("undo").textContent;

  constructor(hand, scene, choices) {
    const { pitch } = hand;
    Object.assign(this, { hand, pitch, scene, choices });
    const { signal } = this.#life;
    this.squares = choices.map(({ from }) => from);
    this.target = choices[0].to;
    phase.life.signal.addEventListener("abort", () => this.#life.abort(), { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.#back(), { signal });
    byId("undo").addEventListener("click", (click) => {
      click.stopImmediatePropagation();
      this.#back();
    }, { signal, capture: true });
    // Tab goes between the pieces, whichever of them has the focus.
    pitch.addEventListener("focusin", () => this.#open(0), { signal });
  }

  /** Show the question and say it. */
  begin() {
    this.draw();
    this.pitch.focusOn(this.squares[0]);
    for (const frame of this.pitch.querySelectorAll(".asked")) {
      if (this.pitch.isStill) frame.style.strokeWidth = 0.14;
      else frame.animate({ stroke: ["#fff", "#ffe27a", "#fff"], strokeWidth: [0.08, 0.2, 0.08] }, PULSE);
    }
    const pieces = this.squares.map((square) => `${this.#nameOn(square)} ${square}`).join(", ");
    const { length: n } = this.squares;
    say(n === 2 ? t("Two pieces can go there: {pieces}.", { pieces }) : t("{n} pieces can go there: {pieces}.", { n, pieces }));
  }

  #nameOn(square) {
    return NAMES[this.scene.men.get(square).toLowerCase()];
  }

  draw() {
    const { pitch, scene, squares, target } = this;
    pitch.show({
      ...scene, live: squares, selected: target,
      words: new Map([...squares.map((square) => [square, t("can go there")])]),
      dim: (_, square) => !squares.includes(square),
      paint: (marks) => {
        marks.tint(target);
        marks.frame(target);
        for (const square of squares) {
          marks.frame(square, "frame asked");
          marks.arrow("way", square, target, 0.5);
        }
      },
    });
    this.#open(0);
    queueMicrotask(() => this.#life.signal.aborted || this.#paint());
  }

  /** Show in the words of the page what the pitch asks. */
  #paint() {
    byId("prompt").textContent = t("Which piece? Tap it.");
    byId("kinds").style.visibility = "hidden";
    byId("undo").disabled = false;
    byId("undo").textContent = t("Back");
  }

  #open(tabIndex) {
    for (const square of this.squares) this.pitch.buttonOf(square).tabIndex = tabIndex;
  }

  tapped({ square, isNet }) {
    // Two quick taps on a mark mean one.
    if (square === this.target && performance.now() - this.#at < TWICE) return;
    const choice = !isNet && this.choices.find(({ from }) => from === square);
    if (!choice) return this.#back();
    this.end();
    this.hand.choose([choice]);
  }

  #back() {
    this.end();
    this.pitch.focusOn(this.target);
    say(t("Nothing selected."));
  }

  /** Take the question away; the page shows what it would have shown. */
  end() {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    this.#open(-1);
    byId("kinds").style.visibility = "";
    byId("undo").textContent = this.#undo;
    const { hand } = this;
    hand.which = null;
    hand.page.hush?.();
    hand.page.changed();
  }
}
