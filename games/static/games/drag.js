/** Dragging on any board, which no one needs: two taps do the same. Each board says what may be taken, and
 * how it is carried.
 */

/** How far a finger slips, in pixels, before it drags. */
const SLIP = 10;

/** Let things be dragged on a board. `take(event)` returns what a press takes, with its `square`, or null;
 * `select(square)`: it was taken from there; `carry(held, dx, dy)`: it is so many pixels from where it was;
 * `drop(held, event)`: it was let go. Returns what takes a press that came before this did.
 */
export function enableCarrying(board, { take, select, carry, drop }) {
  let held = null;

  function pressed(event) {
    const taken = event.button ? null : take(event);
    if (taken) held = { ...taken, x: event.clientX, y: event.clientY, id: event.pointerId, isMoving: false };
  }

  function dragged(event) {
    if (held?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving && Math.hypot(dx, dy) < SLIP) return;
    if (!held.isMoving) {
      select(held.square);
      held.isMoving = true;
      board.setPointerCapture(held.id);
    }
    carry(held, dx, dy);
  }

  function dropped(event) {
    if (held?.id !== event.pointerId) return;
    const what = held;
    held = null;
    if (what.isMoving) drop(what, event);
  }

  board.addEventListener("pointerdown", pressed);
  board.addEventListener("pointermove", dragged);
  board.addEventListener("pointerup", dropped);
  board.addEventListener("pointercancel", dropped);
  return pressed;
}
