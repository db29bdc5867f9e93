/** Dragging pieces, which no one needs: two taps do the same. Fetched while a game is on. */

/** How far a finger slips, in pixels, before it drags. */
const SLIP = 10;

/** Let pieces be dragged: `mayTake(square)`, `select(square or null)`, `drop(square)`. */
export function enableDragging(board, { mayTake, select, drop }) {
  let held = null;
  const squareUnder = ({ clientX, clientY }) =>
    document.elementsFromPoint(clientX, clientY).map((node) => node.closest("[data-square]")).find(Boolean)?.dataset.square;
  board.addEventListener("pointerdown", (event) => {
    const { square } = event.target.closest("[data-square]")?.dataset ?? {};
    if (square && !event.button && mayTake(square)) held = { square, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  board.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving && Math.hypot(dx, dy) < SLIP) return;
    if (!held.isMoving) {
      select(held.square);
      held.isMoving = true;
      board.setPointerCapture(held.id);
    }
    const node = board.buttonOf(held.square).querySelector(".man");
    board.buttonOf(held.square).classList.add("held");
    if (node) node.style.translate = `${dx}px ${dy}px`;
  });
  const dropped = (event) => {
    if (held?.id !== event.pointerId) return;
    const { square, isMoving } = held;
    held = null;
    if (!isMoving) return;
    board.buttonOf(square).classList.remove("held");
    const node = board.buttonOf(square).querySelector(".man");
    if (node) node.style.translate = "";
    // What follows is no tap.
    board.early = performance.now() + 50;
    const to = event.type === "pointerup" ? squareUnder(event) : null;
    if (to && to !== square) drop(to);
    else select(null);
  };
  board.addEventListener("pointerup", dropped);
  board.addEventListener("pointercancel", dropped);
}
