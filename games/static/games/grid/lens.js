/** Eight squares across, as many as a side is wide, in place of the whole cross; a small board shows
 * where one is.
 */
import { el } from "../page.js";
import { svg } from "./marks.js";
import { t } from "../../words.js";

export class Lens {
  #mini = null;

  constructor(board, button) {
    Object.assign(this, { board, button });
  }

  /** Look at what is round a square, which is never left; without one, at the reader's side or at
   * the whole board again.
   */
  turn(square) {
    const { board, button } = this;
    board.isLarge = Boolean(square) || !board.isLarge;
    board.classList.toggle("large", board.isLarge);
    button.textContent = board.isLarge ? t("Whole board") : t("Enlarge");
    button.setAttribute("aria-pressed", String(board.isLarge));
    this.#mini?.remove();
    this.#mini = null;
    if (!board.isLarge) return;
    const view = board.querySelector(".panel");
    this.#mini = el("button", { type: "button", class: "mini-board", "aria-label": t("Small board: tap to look"), onclick: (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      this.#lookAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    } });
    button.before(this.#mini);
    view.onscroll = () => this.draw();
    const [x, y] = square ? board.centre(square) : [6, 10];
    this.#lookAt(x / 12, y / 12);
  }

  #lookAt(x, y) {
    const view = this.board.querySelector(".panel");
    view.scrollLeft = x * view.scrollWidth - view.clientWidth / 2;
    view.scrollTop = y * view.scrollHeight - view.clientHeight / 2;
    this.draw();
  }

  /** Draw the small board, where there is one. */
  draw() {
    if (!this.#mini) return;
    const view = this.board.querySelector(".panel");
    const part = (at, all) => (at / all) * 12;
    const spots = [...this.board.pieces.values()].map(({ at, owner, state, art }) => {
      const [cx, cy] = this.board.centre(at);
      const r = art === "k" ? 0.42 : 0.33;
      return svg("circle", { class: `spot ${state === "out" ? "stone" : owner}`, cx, cy, r });
    });
    const frame = svg("rect", {
      class: "frame", x: part(view.scrollLeft, view.scrollWidth), y: part(view.scrollTop, view.scrollHeight),
      width: part(view.clientWidth, view.scrollWidth), height: part(view.clientHeight, view.scrollHeight),
    });
    const ground = svg("path", { class: "ground", d: "M2 0H10V2H12V10H10V12H2V10H0V2H2z" });
    this.#mini.replaceChildren(svg("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, ground, ...spots, frame));
  }
}
