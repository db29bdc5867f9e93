/** A turning point on the analysis board: say whether the turn tried is the better one, and point at the
 * square at which that begins as long as its hint is open.
 */
import { byId, say } from "../games/page.js";

const task = document.querySelector(".task");
const hint = task.querySelector("[data-hinted]");
const [asked, right, wrong] = task.querySelectorAll("p");
const sorted = (actions) => [...actions].sort().join(" ");
const better = sorted(task.dataset.right.split(" "));

/** Return what is to be said of the turn that was tried; a better one counts before it is ended. */
function verdictOn({ turn, line, actions }) {
  if (turn !== Number(task.dataset.turn)) return asked;
  const tried = line.length ? line[0].actions : actions;
  if (sorted(tried) === better) return right;
  return line.length ? wrong : asked;
}

addEventListener("walked", ({ detail }) => {
  const verdict = verdictOn(detail);
  if (!verdict.hidden) return;
  for (const one of [asked, right, wrong]) one.hidden = one !== verdict;
  task.classList.toggle("solved", verdict === right);
  if (verdict !== asked) say(verdict.querySelector("b").textContent);
});
// Back to where the turn begins; what was tried stays in the list of lines.
wrong.querySelector("button").addEventListener("click", () => byId("restart").click());
hint?.addEventListener("toggle", () => {
  document.querySelector(`[data-square="${hint.dataset.hinted}"]`)?.classList.toggle("hinted", hint.open);
});
