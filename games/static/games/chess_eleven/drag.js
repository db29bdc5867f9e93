/** Dragging a man to its place, which nobody needs: two taps do the same. */

const SLIP = 10;

/** Let men be dragged on this pitch.
 *
 *  `mayTake(square)`: whether a finger may take what stands there. `select(square)`: a man was
 *  taken, or put back where it stood (null). `mayDrop(square)`, `drop(square)`: where it may go,
 *  and that it went there.
 */
export function enableDragging(pitch, { mayTake, select, mayDrop, drop }) {
  let held = null;

  function pressed(event) {
    const { square } = event.target.dataset;
    if (!square || event.button || !mayTake(square)) return;
    held = { square, x: event.clientX, y: event.clientY, id: event.pointerId, isMoving: false };
  }

  function dragged(event) {
    if (held?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving && Math.hypot(dx, dy) < SLIP) return;
    if (!held.isMoving) {
      select(held.square);
      held.isMoving = true;
      pitch.setPointerCapture(held.id);
    }
    carry(pitch, held.square, dx, dy);
  }

  function dropped(event) {
    if (held?.id !== event.pointerId) return;
    const { isMoving } = held;
    held = null;
    if (!isMoving) return;
    // What follows is no tap.
    pitch.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
    setTimeout(() => pitch.dispatchEvent(new Event("click")), 0);
    const to = event.type === "pointerup" ? squareUnder(event) : null;
    if (to && mayDrop(to)) drop(to);
    else select(null);
  }

  pitch.addEventListener("pointerdown", pressed);
  pitch.addEventListener("pointermove", dragged);
  pitch.addEventListener("pointerup", dropped);
  pitch.addEventListener("pointercancel", dropped);
}

/** Carry a man under a finger, so many pixels from where it stood. */
function carry(pitch, square, dx, dy) {
  const [x, y] = pitch.corner(square);
  const unit = pitch.clientWidth / 8;
  const man = pitch.manOn(square);
  man.parentNode.append(man);
  man.setAttribute("transform", `translate(${x + dx / unit} ${y + dy / unit})`);
}

function squareUnder({ clientX, clientY }) {
  return document.elementsFromPoint(clientX, clientY).find((node) => node.dataset?.square)?.dataset.square;
}
