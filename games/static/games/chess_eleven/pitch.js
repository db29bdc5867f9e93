/** <ce-pitch>: the pitch seen from one side, as 64 native buttons over a drawing.
 *
 * It shows a scene and says what was tapped; it knows no law. The drawing that the server put
 * inside it stays as the ground. Events: `tap` {square, isNet} and `command` {name, square} for
 * the keys that mean something to the page. Native buttons and clicks only, so that scrolling,
 * zooming and every assistive tool work as anywhere.
 */
import { FILES, KEYS, Marks, OVER, UNDER, isWhite, nameOf } from "./pieces.js";
import { t } from "../../words.js";

const NEAR = 0.22;
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const COMMANDS = { u: "undo", Escape: "escape", o: "read" };

const still = matchMedia("(prefers-reduced-motion: reduce)");

const maker = (space) => (tag, attributes, ...children) => {
  const node = document.createElementNS(`http://www.w3.org/${space}`, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};
const svg = maker("2000/svg");
const html = maker("1999/xhtml");

export class Pitch extends HTMLElement {
  #layers = {};
  #buttons = new Map();
  #nets = [];
  #men = new Map();
  #running = [];
  #here = null;
  #live = new Set();
  #scene = {};

  connectedCallback() {
    if (this.#buttons.size) return;
    this.black = this.dataset.side === "black";
    const drawing = this.querySelector("svg");
    drawing.removeAttribute("role");
    drawing.removeAttribute("aria-label");
    drawing.setAttribute("aria-hidden", "true");
    for (const name of ["under", "men", "over"]) this.#layers[name] = svg("g", { class: name });
    drawing.replaceChildren(drawing.querySelector(".ground"), ...Object.values(this.#layers));
    this.drawing = drawing;
    this.append(this.#makeNets(this.goal), this.#makeGrid());
    // Where turns of both sides are thought of, both goals are shot at.
    if ("thinking" in this.dataset) {
      const near = this.#makeNets([this.squareAt(3, 7), this.squareAt(4, 7)]);
      near.classList.add("near");
      this.append(near);
    }
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /* --- places --- */

  corner(square) {
    const [file, rank] = [FILES.indexOf(square[0]), Number(square[1])];
    return this.black ? [7 - file, rank - 1] : [file, 8 - rank];
  }

  centre(square) {
    const [x, y] = this.corner(square);
    return [x + 0.5, y + 0.5];
  }

  net(square) {
    const [x, y] = this.centre(square);
    return [x, y < 4 ? -0.41 : 8.41];
  }

  squareAt(column, row) {
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.black ? FILES[7 - column] + (row + 1) : FILES[column] + (8 - row);
  }

  /** The two squares before the goal that this view shoots at, left to right. */
  get goal() {
    return [this.squareAt(3, 0), this.squareAt(4, 0)];
  }

  /* --- what is there --- */

  #makeGrid() {
    const grid = html("div", { role: "grid", class: "grid", "aria-label": t("The pitch") });
    for (let row = 0; row < 8; row++) {
      const line = html("div", { role: "row" });
      for (let column = 0; column < 8; column++) {
        const square = this.squareAt(column, row);
        const button = html("button", { type: "button", role: "gridcell", tabindex: "-1" });
        button.dataset.square = square;
        this.#buttons.set(square, button);
        line.append(button);
      }
      grid.append(line);
    }
    grid.addEventListener("focusin", ({ target }) => this.#settle(target.dataset.square));
    return grid;
  }

  #makeNets(goal) {
    const box = html("div", { class: "nets" });
    box.append(...goal.map((square) => {
      const button = html("button", { type: "button", hidden: "" });
      button.dataset.net = square;
      return button;
    }));
    this.#nets.push(...box.children);
    return box;
  }

  /** Show a scene:
   * `men`, `ball`: who stands where, where the ball is (null: centre spot); `isLoose`: no one's;
   * `scored`: the square behind which a ball without a place lies in the net. `paint(marks)`: draws
   * the marks. `words`: Map of square to what to add to its name. `live`: squares that mean
   * something to a tap. `nets`: Map of goal square to a name. `selected`, `isInert`, `dim` (a
   * function of a letter and its square: whether to grey the man).
   */
  show(scene) {
    this.skip();
    this.curtain?.();
    this.#scene = scene;
    this.#live = new Set(scene.live);
    const marks = new Marks(this);
    if (scene.men.has(scene.ball) && !scene.isLoose) marks.halo(this.centre(scene.ball));
    scene.paint?.(marks);
    const make = (name, d) => svg("path", { class: name, d });
    this.#layers.under.replaceChildren(...marks.draw(UNDER, make));
    this.#layers.over.replaceChildren(...marks.draw(OVER, make));
    this.#drawMen(scene);
    this.#nameAll(scene);
    if (!this.#here) this.#settle(scene.start ?? scene.ball ?? this.squareAt(3, 7));
  }

  #drawMen({ men, ball, scored, dim }) {
    this.#men.clear();
    for (const [square, letter] of men) {
      const colour = letter === letter.toUpperCase() ? "white" : "black";
      const use = svg("use", { href: `#p-${letter.toLowerCase()}`, transform: "scale(.01)" });
      const [x, y] = this.corner(square);
      const look = `man ${colour}${dim?.(letter, square) ? " dim" : ""}`;
      this.#men.set(square, svg("g", { class: look, transform: `translate(${x} ${y})` }, use));
    }
    const [x, y] = scored ? this.net(scored) : this.#ballAt(ball, men);
    const drawn = svg("use", { href: "#p-ball", transform: "scale(.01)" });
    this.ball = svg("g", { class: "ball", transform: `translate(${x} ${y})` }, drawn);
    this.#layers.men.replaceChildren(...this.#men.values(), this.ball);
  }

  /** Lower right of its carrier, in the middle of an empty square, or on the spot. */
  #ballAt(square, men) {
    if (square === null) return [4, 4];
    const [x, y] = this.centre(square);
    return men.has(square) ? [x + 0.27, y + 0.26] : [x, y];
  }

  /** Return where the ball lies that is on this square. */
  ballPlace(square) {
    return this.#ballAt(square, this.#scene.men);
  }

  #nameAll({ men, ball, words, nets, selected, isInert }) {
    for (const [square, button] of this.#buttons) {
      button.classList.remove("own");
      const parts = [square, men.has(square) ? nameOf(men.get(square)) : t("empty")];
      if (ball === square) parts.push(t("the ball"));
      if (words?.has(square)) parts.push(words.get(square));
      button.setAttribute("aria-label", parts.join(", "));
      button.setAttribute("aria-selected", String(square === selected));
      button.setAttribute("aria-disabled", String(Boolean(isInert)));
      button.classList.toggle("live", this.#live.has(square));
    }
    for (const button of this.#nets) {
      const name = nets?.get(button.dataset.net);
      button.hidden = !name;
      if (name) button.setAttribute("aria-label", name);
    }
  }

  /* --- taps and keys --- */

  #clicked(event) {
    this.skip();
    const button = event.target.closest("button");
    // Before anything was shown nothing can be meant.
    if (!button || !this.#scene.men) return;
    if (button.dataset.net) {
      this.#tell("tap", { square: button.dataset.net, isNet: true });
      return;
    }
    // A key press has no place; only a finger can have missed.
    const square = event.detail ? this.#meant(event, button) : button.dataset.square;
    this.focusOn(square);
    this.#tell("tap", { square, isNet: false });
  }

  /** Return the marked neighbour if the tap was on a bare square, close to the edge between. */
  #meant(event, button) {
    const { square } = button.dataset;
    if (this.#live.has(square) || this.#scene.men.has(square)) return square;
    const box = button.getBoundingClientRect();
    const u = (event.clientX - box.left) / box.width;
    const v = (event.clientY - box.top) / box.height;
    const [x, y] = this.corner(square);
    let [best, least] = [square, NEAR];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const name = this.squareAt(x + dx, y + dy);
        const gap = Math.hypot(dx && (dx < 0 ? u : 1 - u), dy && (dy < 0 ? v : 1 - v));
        if (gap < least && this.#live.has(name)) [best, least] = [name, gap];
      }
    }
    return best;
  }

  #pressed(event) {
    const { square } = event.target.dataset;
    if (!square) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#tell("command", { name: "send", square });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = this.corner(square);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    let next = null;
    if (key in STEPS) next = this.squareAt(x + STEPS[key][0], y + STEPS[key][1]) ?? square;
    else if (key === "Home") next = this.squareAt(0, y);
    else if (key === "End") next = this.squareAt(7, y);
    else if (key === "x") next = this.#scene.ball ?? this.squareAt(4, 4);
    else if (KEYS.has(key)) next = this.#nextMan(square, KEYS.get(key)) ?? square;
    else if (key in COMMANDS) this.#tell("command", { name: COMMANDS[key], square });
    else return;
    event.preventDefault();
    if (next) this.focusOn(next);
  }

  /** Return the next square with such a piece, the reader's own first and round again. */
  #nextMan(square, letter) {
    const isOwn = (name) => isWhite(this.#scene.men.get(name)) === (this.dataset.player !== "black");
    const such = [...this.#buttons.keys()].filter((name) => this.#scene.men.get(name)?.toLowerCase() === letter);
    const order = [...such.filter(isOwn), ...such.filter((name) => !isOwn(name))];
    return order[(order.indexOf(square) + 1) % order.length];
  }

  /** Make a square the one that Tab comes to. */
  #settle(square) {
    if (!square || square === this.#here) return;
    if (this.#here) this.#buttons.get(this.#here).tabIndex = -1;
    this.#here = square;
    this.#buttons.get(square).tabIndex = 0;
  }

  focusOn(square) {
    this.#buttons.get(square).focus({ preventScroll: true });
    this.#settle(square);
  }

  manOn(square) {
    return this.#men.get(square);
  }

  buttonOf(square) {
    return this.#buttons.get(square);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /* --- motion --- */

  /** Let a man that now stands on `to` come from `from`; its ball comes with it. */
  glide(from, to, ms) {
    const ends = [this.corner(from), this.corner(to)];
    const runs = [this.#animate(this.#men.get(to), ends, ms)];
    if (this.#scene.ball === to) {
      const [x, y] = this.#ballAt(to, this.#scene.men);
      const [dx, dy] = [ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]];
      runs.push(this.#animate(this.ball, [[x + dx, y + dy], [x, y]], ms));
    }
    return Promise.all(runs);
  }

  /** Let the ball fly by way of squares and points; `forwards` leaves it where it came to. */
  fly(way, ms, fill = "none") {
    const points = way.map((place) => (Array.isArray(place) ? place : this.#ballAt(place, this.#scene.men)));
    return this.#animate(this.ball, points, ms, fill);
  }

  async #animate(node, way, ms, fill = "none") {
    if (still.matches || !node) return;
    const frames = way.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    const run = node.animate(frames, { duration: ms, easing: "ease-out", fill });
    this.#running.push(run);
    await run.finished.catch(() => {});
  }

  /** Let what stands on a square say no. */
  shake(square) {
    const man = this.#men.get(square);
    const [x, y] = this.corner(square);
    return this.#animate(man, [0, -0.08, 0.08, -0.08, 0.08, -0.08, 0.08, 0].map((dx) => [x + dx, y]), 240);
  }

  /** End whatever is moving. */
  skip() {
    for (const run of this.#running.splice(0)) run.finish();
  }

  /** Whether nothing may move, because the reader does not want it. */
  get isStill() {
    return still.matches;
  }
}

customElements.define("ce-pitch", Pitch);
