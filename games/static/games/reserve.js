/** A clock with a time bank: in words and as two bars. Fetched where a game has one. */
import { t } from "../words.js";

/** Show what is left of the turn, drawn solid, and of the time bank, which is hatched; `left` tells
 *  how long it is until a moment, after now or after another, and `has` says whose that is.
 */
export function showReserve(node, left, has) {
  const [now, end, turn] = [Date.now(), Date.parse(node.dateTime), Date.parse(node.dataset.main)];
  const [day, reserve] = node.closest(".score").querySelector(".bars").children;
  day.value = (turn - now) / 1000;
  reserve.value = (end - Math.max(turn, now)) / 1000;
  const [name, time] = [node.dataset.holder, left(node.dateTime)];
  if (turn >= end) node.textContent = has(time);
  else if (turn > now) {
    const bank = document.createElement("span");
    bank.textContent = t(", then a {reserve} time bank", { reserve: left(node.dateTime, turn) });
    node.replaceChildren(has(left(node.dataset.main)), bank);
  } else node.textContent = name ? t("{name} has {time} left in the time bank", { name, time }) : t(
    "{time} left in the time bank", { time });
}
