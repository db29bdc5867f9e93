/** Dragging a man or the ball to its place. */
import { enableCarrying } from "../drag.js";

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
  return enableCarrying(pitch, {
    select,
    carry: (held, dx, dy) => carry(pitch, held, dx, dy),
    take(event) {
      const { square } = event.target.dataset;
      if (!square) return null;
      const isBall = mayPull(square) && isOnBall(pitch, event);
      return isBall || mayTake(square) ? { square, isBall } : null;
    },
    drop({ isBall }, event) {
      // What follows is no tap.
      pitch.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
      setTimeout(() => pitch.dispatchEvent(new Event("click")), 0);
      const to = event.type === "pointerup" ? placeUnder(event) : null;
      const how = { isBall, isNet: Boolean(to?.net) };
      const square = to?.net ?? to?.square;
      if (square && mayDrop(square, how)) drop(square, how);
      else select(null);
    },
  });
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
