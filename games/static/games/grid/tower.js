/** Levels above each other: a plate for each, how high they are, and the arrows between them. */
import { el } from "../page.js";
import { lane, svg } from "./marks.js";

/** Heights of a square, in pixels: the most, the least for a finger and for an eye, and below which levels lift. */
const [MOST, FINGER, EYE, LIFTED] = [44, 24, 17, 36];
/** How far an arrow between levels is from a straight line, as a part of its length: along a file, and along
 * a rank where levels are side by side, clear of the pieces on it.
 */
const [BEND, ARCH] = [0.12, 0.3];

const areSideBySide = matchMedia("(min-width: 560px) and (max-height: 519px), (min-width: 1000px)");

export class Levels {
  #raised = null;
  #view = {};

  /** Take the panels of a board, highest first, as `{panel, box, grid}`. */
  constructor(board, panels) {
    this.board = board;
    this.panels = panels.map(({ panel, box, grid }) => {
      const [level, ...rest] = panel.title.split(", ");
      const count = el("span", { class: "count" });
      const plate = el("button", { type: "button", class: "plate", tabIndex: -1, "data-level": panel.name, "aria-hidden": "true" },
        el("span", {}, el("b", { textContent: level }), ` ${rest.join(", ")}`), count);
      grid.after(plate);
      return { panel, box, grid, plate, count };
    });
    this.join = svg("svg", { class: "lanes join", "aria-hidden": "true" });
    board.append(this.join);
    // Levels change their height while one is lifted.
    const sizes = new ResizeObserver(() => this.#joinLevels());
    for (const { box } of panels) sizes.observe(box);
    addEventListener("resize", () => this.#fit());
    this.#fit();
  }

  /** Write the plates and lift the level that is played on. */
  show(view) {
    this.#view = view;
    const { counts, selected, isOver } = view;
    const own = selected ? this.board.panelOf(selected) : null;
    for (const { panel, count, plate } of this.panels) {
      count.textContent = counts?.get(panel.name) ?? "";
      plate.classList.toggle("chosen", panel.name === own);
    }
    // Of a mate all levels are seen alike.
    if (selected || isOver) this.#raised = own;
    this.#fit();
    this.#joinLevels();
  }

  /** Lift a level, or let it down again. */
  lift(level) {
    this.#raised = this.#raised === level ? null : level;
    this.#fit();
  }

  /** Draw the arrows over all levels: that of the last move too, where it was between two of them. From a
   * chosen piece lines lead straight up and down instead, in arcs to levels beside its own.
   */
  #joinLevels() {
    const { board } = this;
    const { scene, selected, lanes = [] } = this.#view;
    const touched = this.#view.touched ?? scene?.touched ?? [];
    const isBetween = (from, to) => to && board.panelOf(from) !== board.panelOf(to);
    const own = selected ? board.corresponding(selected).map((square) => ["plumb", selected, square]) : isBetween(...touched) ? [["moved", ...touched]] : [];
    const all = [...own, ...lanes];
    if (!all.length) return this.join.replaceChildren();
    const frame = board.getBoundingClientRect();
    // In squares, as each lane.
    const unit = board.buttonOf(all[0][2]).offsetHeight;
    const middle = (square) => {
      const { left, top, width, height } = board.buttonOf(square).getBoundingClientRect();
      return [(left + width / 2 - frame.left) / unit, (top + height / 2 - frame.top) / unit];
    };
    const [width, height] = [frame.width / unit, frame.height / unit];
    this.join.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.join.replaceChildren(...all.map(([kind, from, to]) => {
      const [a, b] = [middle(from), middle(to)];
      // Bent towards the middle, so that it is seen beside the pieces of its file or rank.
      const isAcross = Math.abs(b[0] - a[0]) > Math.abs(b[1] - a[1]);
      const bend = isAcross ? ARCH * Math.sign(b[0] - a[0]) * Math.sign(height - a[1] - b[1]) : BEND * Math.sign(b[1] - a[1]) * Math.sign(a[0] + b[0] - width + .1);
      return lane(kind, a, b, isBetween(from, to) && (isAcross || kind !== "plumb") ? bend : 0);
    }));
  }

  /** Give the levels the height that the window has for them; on a low one, one level is lifted. */
  #fit() {
    const { board, panels } = this;
    // In a replay nothing is pressed, and side by side none is lifted: the style alone says how high levels are.
    if (areSideBySide.matches || board.closest(".past")) return panels.forEach(({ grid }) => grid.style.removeProperty("--row"));
    // Once it is over nothing is pressed.
    const isOver = document.querySelector(".full-time");
    const least = isOver || this.#view.isOver ? EYE : FINGER;
    const isWide = matchMedia("(min-width: 700px)").matches;
    const plates = panels.reduce((sum, { plate }) => sum + plate.offsetHeight, 0) || 45;
    const others = isWide ? 24 : [...document.querySelectorAll(`#prompt, .ribbon, .full-time > :not(.row), .match > :is(.bar, .deck${innerHeight < 640 ? "" : ", .round"}${innerHeight < 780 ? "" : ", .ticker"})`)].reduce((sum, one) => sum + one.offsetHeight, isOver ? 12 : 2);
    const head = document.querySelector(".head")?.offsetHeight ?? 48;
    const field = board.closest(".field");
    const rest = innerHeight - head - others - plates - 18 - (field ? field.offsetHeight - field.clientHeight : 0);
    const rows = panels.reduce((sum, { panel }) => sum + panel.height, 0);
    const even = Math.min(isWide ? 60 : MOST, Math.floor((rest * 2) / rows) / 2);
    const own = panels[0].panel.height;
    const lifts = even < LIFTED && this.#raised !== null;
    const low = lifts ? Math.max(least, Math.min(even, Math.floor((rest - own * MOST) / (rows - own)))) : Math.max(least, even);
    const high = lifts ? Math.max(low, Math.min(MOST, Math.floor(((rest - (rows - own) * low) * 2) / own) / 2)) : low;
    for (const { panel, grid } of panels) {
      grid.style.setProperty("--row", `${lifts && panel.name === this.#raised ? high : low}px`);
    }
    board.style.setProperty("--even", `${Math.max(least, even)}px`);
  }
}
