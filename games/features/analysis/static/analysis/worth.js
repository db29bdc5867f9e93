/** The analysis board of a game that is over: what the board shown is worth, and each turn tried.
 *
 * It is asked turn by turn, and each once. A turn keeps what it is worth as `step.worth`, empty where
 * that could not be had, and as `step.praise` what is said of one that is as good as the best.
 */
import { call } from "../games/page.js";
import { percent } from "../words.js";

const box = document.querySelector(".worth");
const [bar, words] = box.children;
const answers = new Map();

/** Return what a line is worth, or null. */
function ask(turn, line) {
  const turns = line.map(({ actions, outcome }) => ["line", [actions.join(" "), ...(outcome ? [outcome] : [])].join("=")]);
  const address = `${box.dataset.from}?${new URLSearchParams([["turn", turn], ...turns])}`;
  if (!answers.has(address)) answers.set(address, call("GET", address).catch(() => answers.delete(address) && null));
  return answers.get(address);
}

async function show(walk) {
  const { turn, steps, line } = walk;
  for (const [n, step] of steps.entries()) {
    if (step.worth !== undefined) continue;
    const found = await ask(turn, line.slice(0, n + 1));
    step.worth = found ? percent(found.chance) : "";
    step.praise = found?.praise ?? "";
    // Someone may have gone elsewhere meanwhile.
    if (walk.steps !== steps) return;
    walk.changed();
    return;
  }
  const found = await ask(turn, line);
  if (walk.steps !== steps) return;
  box.classList.toggle("unknown", !found);
  if (!found) return;
  bar.value = found.chance;
  words.textContent = found.chances;
}

addEventListener("walked", ({ detail }) => show(detail));
