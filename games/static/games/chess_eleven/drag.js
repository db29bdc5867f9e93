/** Dragging a man or the ball to its place, which no one needs: two taps do the same. */

const SLIP = 10;
const REACH = 0.32;

/** Let men be dragged on this pitch, and the ball where `mayPull` is given.
 *
 * `mayTake(square)`: whether a finger may take what stands there. `mayPull(square)`: whether the
 * ball may be pulled from there. `select(square)`: a man was taken, or put back where it stood
 * (null). `mayDrop(square, held)`, `drop(square, held)`: where it may go, and that it went there;
 * `held` tells whether it `isBall`, and whether it goes into the net (`isNet`). Returns what takes
 * a press that came before this did.
 */
export function enableDragging(pitch, { mayTake, mayPull = () => false, select, mayDrop, drop }) {
  let held = null;

  function pressed(event) {
    const { square } = event.target.dataset;
    if (!square || event.button) return;
    const isBall = mayPull(square) && isOnBall(pitch, event);
    if (!isBall && !mayTake(square)) return;
    held = { square, isBall, x: event.clientX, y: event.clientY, id: event.pointerId, isMoving: false };
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
    carry(pitch, held, dx, dy);
  }

  function dropped(event) {
    if (held?.id !== event.pointerId) return;
    const { isMoving, isBall } = held;
    held = null;
    if (!isMoving) return;
    // What follows is no tap.
    pitch.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
    setTimeout(() => pitch.dispatchEvent(new Event("click")), 0);
    const to = event.type === "pointerup" ? placeUnder(event) : null;
    const how = { isBall, isNet: Boolean(to?.net) };
    const square = to?.net ?? to?.square;
    if (square && mayDrop(square, how)) drop(square, how);
    else select(null);
  }

  pitch.addEventListener("pointerdown", pressed);
  pitch.addEventListener("pointermove", dragged);
  pitch.addEventListener("pointerup", dropped);
  pitch.addEventListener("pointercancel", dropped);
  return pressed;
}

/** Return whether a finger is on the ball, which lies at the foot of its carrier. */
function isOnBall(pitch, { clientX, clientY }) {
  const { x, y, width, height } = pitch.ball.getBoundingClientRect();
  return Math.hypot(clientX - x - width / 2, clientY - y - height / 2) < (REACH * pitch.clientWidth) / 8;
}

/** Carry a man or the ball under a finger, so many pixels from where it was. */
function carry(pitch, { square, isBall }, dx, dy) {
  const [x, y] = isBall ? pitch.ballPlace(square) : pitch.corner(square);
  const unit = pitch.clientWidth / 8;
  const node = isBall ? pitch.ball : pitch.manOn(square);
  node.parentNode.append(node);
  node.setAttribute("transform", `translate(${x + dx / unit} ${y + dy / unit})${isBall ? "scale(1.3)" : ""}`);
}

function placeUnder({ clientX, clientY }) {
  return document.elementsFromPoint(clientX, clientY).find(({ dataset }) => dataset?.net || dataset?.square)?.dataset;
}
