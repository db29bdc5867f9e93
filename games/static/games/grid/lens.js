/** Eight squares across, as many as a side is wide, in place of the whole cross; a small board shows
 * where one is, and the frame which squares.
 */
import { el } from "../page.js";
import { svg } from "./marks.js";
import { t } from "../../words.js";

let style = null;

/** Fetch the style of it, once. */
export const dressed = (href) => style ??= new Promise((resolve) => {
  document.head.append(el("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
});

export class Lens {
  #mini = null;
  #edges = [];

  constructor(board, button) {
    Object.assign(this, { board, button });
  }

  /** Look at what is round a square, which is never left, or else at the whole board again. Of `marks`,
   * squares that belong to it, as many as can be are in sight.
   */
  turn(square, isChosen, marks) {
    const { board, button } = this;
    board.isLarge = isChosen || !board.isLarge;
    board.classList.toggle("large", board.isLarge);
    button.textContent = board.isLarge ? t("Whole board") : t("Enlarge");
    button.setAttribute("aria-pressed", String(board.isLarge));
    for (const one of [this.#mini, ...this.#edges]) one?.remove();
    this.#mini = null;
    if (!board.isLarge) return;
    this.#edges = ["rank", "file"].map((name) => this.#edge(name));
    board.append(...this.#edges);
    const view = board.querySelector(".panel");
    this.#mini = el("button", { type: "button", class: "mini-board", "aria-label": t("Small board: tap to look"), onclick: (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      this.#lookAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    } });
    button.before(this.#mini);
    view.onscroll = () => this.draw();
    this.#centre(square, marks);
  }

  /** Return the numbers or letters of all squares at one edge, in the order of these squares. */
  #edge(name) {
    const labels = [...this.board.querySelectorAll(`.${name}`)];
    if (name === "file") labels.sort((a, b) => a.parentElement.style.gridColumnStart - b.parentElement.style.gridColumnStart);
    return el("div", { class: `edge ${name}s`, "aria-hidden": "true" }, el("div", {}, ...labels.map(({ textContent }) => el("span", { textContent }))));
  }

  /** Bring a square into sight, where it isn't. */
  follow(square) {
    if (this.board.isLarge && !this.#isSeen(square)) this.#centre(square);
  }

  /** Bring the reader's king in check into sight, or else, where none of their pieces is, their side. */
  goHome(king, own) {
    if (king) this.follow(king);
    else if (this.board.isLarge && !own.some((one) => this.#isSeen(one))) this.#centre(null, own);
  }

  #isSeen(square) {
    const view = this.board.querySelector(".panel").getBoundingClientRect();
    const { left, right, top, bottom } = this.board.buttonOf(square).getBoundingClientRect();
    return left > view.left - 1 && right < view.right + 1 && top > view.top - 1 && bottom < view.bottom + 1;
  }

  /** Look at a square, and at as many marks as are seen with it; without one, at the reader's side. */
  #centre(square, marks = []) {
    const [x, y] = square ? this.board.centre(square) : [6, 10];
    const others = marks.map((name) => this.board.centre(name));
    const sees = ([cx, cy], [mx, my]) => Math.abs(cx - mx) < 4 && Math.abs(cy - my) < 4;
    const far = ([cx, cy]) => Math.hypot(cx - x, cy - y);
    const seen = (middle) => others.filter((one) => sees(middle, one)).length;
    const middles = [4, 5, 6, 7, 8].flatMap((cx) => [4, 5, 6, 7, 8].map((cy) => [cx, cy])).filter((middle) => sees(middle, [x, y]));
    const [[cx, cy]] = middles.sort((a, b) => seen(b) - seen(a) || far(a) - far(b));
    this.#lookAt(cx / 12, cy / 12);
  }

  /** Look at a point, four whole squares to each side of it. */
  #lookAt(x, y) {
    const view = this.board.querySelector(".panel");
    view.scrollLeft = Math.round(x * 12 - 4) * (view.scrollWidth / 12);
    view.scrollTop = Math.round(y * 12 - 4) * (view.scrollHeight / 12);
    this.draw();
  }

  /** Draw the small board, where there is one. */
  draw() {
    if (!this.#mini) return;
    const view = this.board.querySelector(".panel");
    this.board.style.setProperty("--across", `${-view.scrollLeft}px`);
    this.board.style.setProperty("--down", `${-view.scrollTop}px`);
    const part = (at, all) => (at / all) * 12;
    const spots = [...this.board.pieces.values()].map(({ at, owner, state, art }) => {
      const [cx, cy] = this.board.centre(at);
      const r = art === "k" ? 0.42 : 0.33;
      return svg("circle", { class: `spot ${state === "out" ? "stone" : owner}`, cx, cy, r });
    });
    // A check as on the board: its arrow, and a ring round the king.
    const checks = [...this.board.querySelectorAll(".lane.stands")].map((one) => one.cloneNode(true));
    const rings = [...this.board.querySelectorAll("[data-square]:has(> .check)")].map(({ dataset }) => {
      const [cx, cy] = this.board.centre(dataset.square);
      return svg("circle", { class: "ring", cx, cy, r: 0.8 });
    });
    const frame = svg("rect", {
      class: "frame", x: part(view.scrollLeft, view.scrollWidth), y: part(view.scrollTop, view.scrollHeight),
      width: part(view.clientWidth, view.scrollWidth), height: part(view.clientHeight, view.scrollHeight),
    });
    const ground = svg("path", { class: "ground", d: "M2 0H10V2H12V10H10V12H2V10H0V2H2z" });
    this.#mini.replaceChildren(svg("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, ground, ...spots, ...checks, ...rings, frame));
  }
}
