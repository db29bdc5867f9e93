/** The page of a competition: a swipe shows the next round, and a button shares the address. */
import { shareBy } from "./share.js";

shareBy(document.getElementById("share-page"), location.href);

const FAR = 48;
const bracket = document.querySelector(".bracket:not(.schedule)");
const rounds = [...(bracket?.querySelectorAll("[name=round]") ?? [])];
let start = null;
bracket?.addEventListener("touchstart", ({ touches }) => {
  start = touches.length === 1 ? touches[0] : null;
}, { passive: true });
bracket?.addEventListener("touchend", ({ changedTouches: [end] }) => {
  if (!start) return;
  const x = end.clientX - start.clientX;
  const isAcross = Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(end.clientY - start.clientY);
  const at = rounds.findIndex((one) => one.checked);
  if (isAcross) rounds[at - Math.sign(x)]?.click();
}, { passive: true });
