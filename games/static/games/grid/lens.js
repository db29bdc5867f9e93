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

  // What was known when the board was last shown.
  #last;
  #wasMine;

  constructor(family) {
    const { board, button, last, shown } = family;
    Object.assign(this, { family, board, button });
    this.#last = last;
    this.#wasMine = shown.isMine;
  }

  /** Look at what is round a square, which is never left, or else at the whole board again; without a
   * square round the chosen piece, the reader's king in check with who attacks him, on the reader's turn
   * their side, or else the last move.
   */
  turn(square) {
    const { board, button } = this;
    board.isLarge = Boolean(square) || !board.isLarge;
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
    const { hand, last } = this.family;
    const { selected } = hand;
    const attacks = this.#attacks;
    if (selected) this.#centre(square ?? selected, [selected, ...hand.from(selected).map(({ to }) => to)]);
    else if (attacks.length) this.#centre(square ?? attacks[0][1], attacks.flat());
    else if (this.#isChoosing) this.#centre(square, this.#own);
    else this.#centre(square ?? last);
  }

  /** Whether the reader has a turn and nothing drafted yet. */
  get #isChoosing() {
    const { isMine, staged } = this.family.shown;
    return isMine && !staged.length;
  }

  /** Return from where to where the reader's king is attacked. */
  get #attacks() {
    const { arrows, side } = this.family;
    return arrows.filter(([, king]) => this.board.pieces.get(king)?.owner === side);
  }

  /** Return where the reader's pieces are. */
  get #own() {
    return [...this.board.pieces.values()].filter(({ owner }) => owner === this.family.side).map(({ at }) => at);
  }

  /** Return the numbers or letters of all squares at one edge, in the order of these squares. */
  #edge(name) {
    const labels = [...this.board.querySelectorAll(`.${name}`)];
    if (name === "file") labels.sort((a, b) => a.parentElement.style.gridColumnStart - b.parentElement.style.gridColumnStart);
    return el("div", { class: `edge ${name}s`, "aria-hidden": "true" }, el("div", {}, ...labels.map(({ textContent }) => el("span", { textContent }))));
  }

  /** After a piece was chosen, bring it into sight. */
  look(square) {
    if (this.board.isLarge) this.board.buttonOf(square).scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** While others play, bring the last move into sight. When the reader's turn begins, bring their king in
   * check into sight, or their side where none of their pieces is.
   */
  follow() {
    const { last, shown: { isMine } } = this.family;
    const [isNew, begins] = [last !== this.#last, isMine && !this.#wasMine];
    this.#last = last;
    this.#wasMine = isMine;
    if (!this.board.isLarge) return;
    if (!this.#isChoosing) {
      if (isNew && !this.#isSeen(last)) this.#centre(last);
      return;
    }
    if (!begins) return;
    const [attack] = this.#attacks;
    const wanted = attack ? [attack[1]] : this.#own;
    if (!wanted.some((one) => this.#isSeen(one))) this.#centre(attack?.[1], wanted);
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
