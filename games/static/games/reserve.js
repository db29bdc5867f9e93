/** A clock with a reserve: in words and as two bars. Fetched where a game has one. */
import { t } from "../words.js";

/** Show what is left of the turn, drawn solid, and of the reserve, which is hatched; `left` tells
 *  how long it is until a moment, after now or after another.
 */
export function showReserve(node, left) {
  const [now, end, turn] = [Date.now(), Date.parse(node.dateTime), Date.parse(node.dataset.main)];
  const [day, reserve] = node.closest(".score").querySelector(".bars").children;
  day.value = (turn - now) / 1000;
  reserve.value = (end - Math.max(turn, now)) / 1000;
  const time = left(node.dateTime);
  if (turn >= end) node.textContent = t("{time} left", { time });
  else if (turn <= now) node.textContent = t("{time} of time bank left", { time });
  else node.textContent = t(
    "{time}, then {reserve} of time bank", { time: left(node.dataset.main), reserve: left(node.dateTime, turn) });
}
