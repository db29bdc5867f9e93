/** Dragging pieces on boards of squares. */
import { enableCarrying } from "../drag.js";

/** Let pieces be dragged: `mayTake(square)`, `select(square or null)`, `drop(square)`. Returns what takes a
 * press that came before this did.
 */
export function enableDragging(board, { mayTake, select, drop }) {
  const squareUnder = ({ clientX, clientY }) =>
    document.elementsFromPoint(clientX, clientY).map((node) => node.closest("[data-square]")).find(Boolean)?.dataset.square;
  const move = (square, translate) => {
    const node = board.buttonOf(square).querySelector(".man");
    if (node) node.style.translate = translate;
  };
  return enableCarrying(board, {
    select,
    take({ target }) {
      const { square } = target.closest("[data-square]")?.dataset ?? {};
      return square && mayTake(square) ? { square } : null;
    },
    carry({ square }, dx, dy) {
      board.buttonOf(square).classList.add("held");
      move(square, `${dx}px ${dy}px`);
    },
    drop({ square }, event) {
      board.buttonOf(square).classList.remove("held");
      move(square, "");
      // What follows is no tap.
      board.early = performance.now() + 50;
      const to = event.type === "pointerup" ? squareUnder(event) : null;
      if (to && to !== square) drop(to);
      else select(null);
    },
  });
}
