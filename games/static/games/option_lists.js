/** The lists in words: all that the drawing offers, for small fingers, voices and ears.
 *
 *  Fetched when a list is opened.
 */
import { ask } from "./sheets.js";
import { percent } from "../words.js";

/** Return an action in words, with what may come of it where that is not certain. */
function words(choice, board) {
  if (board.words) return board.words(choice);
  const chances = board.chances(choice).map(([share, word]) => `${percent(share)} ${word}`);
  return chances.length > 1 ? `${choice.label.split(",")[0]} · ${chances.join(" · ")}` : choice.label;
}

/** Show all actions of a kind, by who does them, and return the one that was chosen. */
export async function chooseFromList(kind, choices, board) {
  const lines = [];
  let group = null;
  for (const choice of choices) {
    const name = board.groupName(choice);
    if (name !== group) lines.push(name);
    group = name;
    lines.push([choice.text, words(choice, board)]);
  }
  const isGrouped = new Set(lines.filter((line) => typeof line === "string")).size > 1;
  const title = document.querySelector(`[data-kind="${kind}"] b`).textContent;
  const text = await ask(title, isGrouped ? lines : lines.filter(Array.isArray));
  return choices.find((one) => one.text === text);
}
