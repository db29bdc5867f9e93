/** <ce-grid>: boards of squares seen from one side, as native buttons that hold pieces and marks.
 *
 * It shows a scene and says what was tapped; it knows no law. Events: `tap` {square} and
 * `command` {name, square} for the keys that mean something to the page. Native buttons and
 * clicks only, so that scrolling, zooming and every assistive tool work as anywhere.
 */
import { el } from "../page.js";
import { lane, man, mark, sign, svg } from "./marks.js";
import { KEYS } from "./words.js";
import { spoken, t } from "../../words.js";

const WORDS = { empty: t("empty"), board: t("The board") };
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const COMMANDS = { u: "undo", Escape: "escape", o: "read", c: "check", z: "enlarge" };
// A noun keeps its capital where the language gives it one.
const uncapitalised = (text) => (spoken === "de" ? text : text[0].toLowerCase() + text.slice(1));

const still = matchMedia("(prefers-reduced-motion: reduce)");
// What several levels have besides is fetched for them alone, and is here before the first board is made.
const { Levels } = document.querySelector("ce-grid.tower") ? await import("./tower.js") : {};

export class Board extends HTMLElement {
  #cells = new Map();
  #panels = [];
  #here = null;
  #scene = null;
  #levels = null;
  #lanes = null;
  /** Until when what follows a drag is no tap. */
  early = 0;

  /** Make the squares of a scene; what stands on them comes with `show`. */
  build(scene) {
    this.#scene = scene;
    this.isTower = scene.panels.length > 1;
    this.classList.remove("still");
    this.#panels = scene.panels.map((panel) => this.#panel(panel));
    this.#lanes = svg("svg", { preserveAspectRatio: "none", class: "lanes", viewBox: `0 0 ${scene.panels[0].width} ${scene.panels[0].height}`, "aria-hidden": "true" });
    // What lies over a panel goes with it when it is enlarged.
    this.#panels[0].box.append(this.#lanes);
    this.replaceChildren(...this.#panels.map(({ box }) => box));
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#pressed(event));
    this.addEventListener("focusin", ({ target }) => this.#settle(target.closest?.("[data-square]")?.dataset.square));
    if (this.isTower) this.#levels = new Levels(this, this.#panels);
  }

  #panel(panel) {
    const grid = el("div", { role: "grid", class: "grid", "aria-label": panel.title || WORDS.board });
    const rows = Array.from({ length: panel.height }, () => el("div", { role: "row" }));
    const at = new Map();
    const order = [...panel.squares].sort((a, b) => a.y - b.y || a.x - b.x);
    for (const { name, x, y, shade } of order) {
      const button = el("button", { type: "button", role: "gridcell", "data-square": name, class: shade, tabIndex: -1 });
      button.style.gridColumn = x + 1;
      this.#cells.set(name, { button, panel: panel.name, x, y, base: [] });
      at.set(`${x} ${y}`, name);
      rows[y].append(button);
    }
    this.#letter(panel.height, order, at);
    grid.append(...rows);
    grid.style.setProperty("--columns", panel.width);
    return { panel, box: el("section", { class: "panel" }, grid), at, grid };
  }

  /** Write files and ranks into the squares at the edges; seen from the side, files run upwards. */
  #letter(height, order, at) {
    const parts = (name) => /([a-l])(\d+)$/.exec(name).slice(1);
    const isTurned = parts(order[0].name)[0] === parts(order[1].name)[0];
    for (const { name, x, y } of order) {
      const [up, across] = isTurned ? parts(name) : parts(name).reverse();
      const { base } = this.#cells.get(name);
      if (!at.has(`${x - 1} ${y}`)) base.push(el("i", { class: `rank${x ? " off" : ""}`, textContent: up }));
      if (!at.has(`${x} ${y + 1}`)) base.push(el("i", { class: `file${y < height - 1 ? " off" : ""}`, textContent: across }));
    }
  }

  /* --- what is there --- */

  /** Show a scene:
   * `marks`: Map of square to names of marks. `words`: Map of square to what to add to its name.
   * `lanes`: [kind, from, to]. `live`: squares that mean something to a tap. `selected`, `isInert`.
   * `counts`: Map of panel to what its plate says. `start`: where Tab comes to first.
   * `moved`: Map of square to the side that left it or came to it, in place of the last move.
   * `isOver`: no level is lifted.
   */
  show(view) {
    const { scene, marks, words } = view;
    this.#scene = scene;
    const pieces = new Map(scene.panels.flatMap((panel) => panel.pieces.map((piece) => [piece.at, piece])));
    this.pieces = pieces;
    const touched = new Set(view.moved?.keys() ?? view.touched ?? scene.touched);
    const straight = this.isTower && view.selected ? this.corresponding(view.selected) : [];
    for (const [square, cell] of this.#cells) {
      const piece = pieces.get(square);
      const { button } = cell;
      const drawn = (marks?.get(square) ?? []).flatMap(mark);
      const by = view.moved?.get(square) ?? "";
      button.replaceChildren(...cell.base.map((node) => node.cloneNode(true)), ...(piece ? [man(piece, scene.signs)] : by ? [sign(by)] : []), ...drawn);
      if (by) button.dataset.by = by;
      else delete button.dataset.by;
      button.classList.toggle("touched", touched.has(square));
      button.classList.toggle("live", Boolean(view.live?.has(square)));
      button.classList.toggle("selected", square === view.selected);
      button.classList.toggle("straight", straight.includes(square));
      button.setAttribute("aria-label", [square, piece ? uncapitalised(piece.label) : WORDS.empty, words?.get(square)].filter(Boolean).join(", "));
      button.setAttribute("aria-selected", String(square === view.selected));
      button.setAttribute("aria-disabled", String(Boolean(view.isInert)));
    }
    if (this.#levels) this.#levels.show(view);
    else this.#lanes.replaceChildren(...(view.lanes ?? []).map(([kind, from, to]) => lane(kind, this.centre(from), this.centre(to))));
    if (!this.#here) this.#settle(view.start ?? this.#scene.panels.at(-1).squares[0].name);
  }

  /** Return these squares with how far their middles are from a point of the window, nearest first. */
  nearest(x, y, squares) {
    return squares.map((square) => {
      const { left, top, width, height } = this.buttonOf(square).getBoundingClientRect();
      return [square, Math.hypot(left + width / 2 - x, top + height / 2 - y)];
    }).sort(([, a], [, b]) => a - b);
  }

  panelOf(square) {
    return this.#cells.get(square).panel;
  }

  /** Return the middle of a square, in squares from the upper left corner of its panel. */
  centre(square) {
    const { x, y } = this.#cells.get(square);
    return [x + 0.5, y + 0.5];
  }

  /** Return the squares above and below one, on the other panels. */
  corresponding(square) {
    const { x, y, panel } = this.#cells.get(square);
    return this.#panels.filter((one) => one.panel.name !== panel).map(({ at }) => at.get(`${x} ${y}`));
  }

  /** Return by how many panels one square lies above another; less than 0: below. */
  above(square, other) {
    const order = this.#panels.map(({ panel }) => panel.name);
    return order.indexOf(this.panelOf(other)) - order.indexOf(this.panelOf(square));
  }

  buttonOf(square) {
    return this.#cells.get(square)?.button;
  }

  /* --- taps and keys --- */

  #clicked(event) {
    const button = event.target.closest("button");
    if (button?.dataset.level) return this.#levels.lift(button.dataset.level);
    if (!button?.dataset.square || performance.now() < this.early) return;
    const { square } = button.dataset;
    this.focusOn(square);
    this.#tell("tap", { square, x: event.detail ? event.clientX : null, y: event.clientY });
  }

  #pressed(event) {
    const { square } = event.target.closest("[data-square]")?.dataset ?? {};
    if (!square) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return this.#tell("command", { name: "send", square });
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const { x, y } = this.#cells.get(square);
    let next = null;
    if (key in STEPS) next = this.#step(square, STEPS[key]) ?? square;
    else if (key === "Home") next = this.#farthest(square, [-1, 0]);
    else if (key === "End") next = this.#farthest(square, [1, 0]);
    else if (key === "PageUp" || key === "PageDown") next = this.#otherPanel(square, x, y, key === "PageUp" ? -1 : 1);
    else if (KEYS.has(key)) next = this.#nextMan(square, KEYS.get(key)) ?? square;
    else if (key in COMMANDS) this.#tell("command", { name: COMMANDS[key], square });
    else return;
    event.preventDefault();
    if (next) this.focusOn(next);
  }

  /** Return the next square of a line, over what is no square. */
  #step(square, [dx, dy]) {
    const { panel, x, y } = this.#cells.get(square);
    const { panel: { width, height }, at } = this.#panels.find((one) => one.panel.name === panel);
    for (let [cx, cy] = [x + dx, y + dy]; cx >= 0 && cy >= 0 && cx < width && cy < height; cx += dx, cy += dy) {
      const name = at.get(`${cx} ${cy}`);
      if (name) return name;
    }
    return null;
  }

  #farthest(square, way) {
    for (let next = square; next; next = this.#step(square, way)) square = next;
    return square;
  }

  #otherPanel(square, x, y, by) {
    const place = this.#panels.findIndex(({ panel }) => panel.name === this.panelOf(square));
    return this.#panels[place + by]?.at.get(`${x} ${y}`) ?? square;
  }

  /** Return the next square with such a piece, the reader's own first and round again. */
  #nextMan(square, letter) {
    const isOwn = (name) => this.pieces.get(name).owner === this.reader;
    const such = [...this.#cells.keys()].filter((name) => this.pieces?.get(name)?.art === letter);
    const order = [...such.filter(isOwn), ...such.filter((name) => !isOwn(name))];
    return order[(order.indexOf(square) + 1) % order.length];
  }

  /** Make a square the one that Tab comes to, one for each panel. */
  #settle(square) {
    if (!square || square === this.#here) return;
    for (const [name, { button, panel }] of this.#cells) if (panel === this.panelOf(square) && name !== square) button.tabIndex = -1;
    this.buttonOf(square).tabIndex = 0;
    if (!this.#here) for (const name of this.corresponding(square)) this.buttonOf(name).tabIndex = 0;
    this.#here = square;
  }

  focusOn(square) {
    this.buttonOf(square).focus({ preventScroll: true });
    this.#settle(square);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /* --- motion --- */

  get isStill() {
    return still.matches;
  }

  /** Let what now stands on `to` come from `from`. */
  async glide(from, to, ms) {
    const node = this.buttonOf(to)?.querySelector(".man");
    if (still.matches || !node) return;
    const [a, b] = [this.buttonOf(from).getBoundingClientRect(), this.buttonOf(to).getBoundingClientRect()];
    this.buttonOf(to).classList.add("held");
    const frames = [{ translate: `${a.left - b.left}px ${a.bottom - b.bottom}px` }, { translate: "0 0" }];
    await node.animate(frames, { duration: ms, easing: "ease-out" }).finished.catch(() => {});
    this.buttonOf(to).classList.remove("held");
  }
}

customElements.define("ce-grid", Board);
