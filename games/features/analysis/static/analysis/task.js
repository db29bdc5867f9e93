/** A turning point on the analysis board: say whether the turn tried is the better one, and point at the
 * square at which that begins as long as its hint is open.
 */
import { byId, say } from "../games/page.js";

const task = document.querySelector(".task");
const hint = task.querySelector("[data-hinted]");
const [asked, right, wrong] = task.querySelectorAll("p");
const praise = right.textContent;
const sorted = (actions) => [...actions].sort().join(" ");
const better = sorted(task.dataset.right.split(" "));

/** Return what is to be said of the turn that was tried; a better one counts before it is ended, any
 * other once it is known what it is worth: it may be as good.
 */
function verdictOn({ turn, steps: [tried], actions }) {
  if (turn !== Number(task.dataset.turn)) return [asked];
  if (sorted(tried?.asked.actions ?? actions) === better) return [right, praise];
  if (tried?.praise) return [right, tried.praise];
  return [tried && tried.worth !== undefined ? wrong : asked];
}

addEventListener("walked", ({ detail }) => {
  const [verdict, said] = verdictOn(detail);
  const words = verdict.querySelector("b");
  if (!verdict.hidden && (!said || words.textContent === said)) return;
  if (said) words.textContent = said;
  for (const one of [asked, right, wrong]) one.hidden = one !== verdict;
  task.classList.toggle("solved", verdict === right);
  if (verdict !== asked) say(words.textContent);
});
// Back to where the turn begins; what was tried stays in the list of lines.
wrong.querySelector("button").addEventListener("click", () => byId("restart").click());
hint?.addEventListener("toggle", () => {
  document.querySelector(`[data-square="${hint.dataset.hinted}"]`)?.classList.toggle("hinted", hint.open);
});
