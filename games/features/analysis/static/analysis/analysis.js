/** Step from mark to mark of the chart by the arrows, with the board of that turn below; show better
 * turns once they are found.
 */

const marks = [...document.querySelectorAll(".chart .mark")];
const at = document.getElementById("at");
const searching = document.getElementById("searching");
// So often it is asked whether they are found, and so many times: then there is still a link.
const [OFTEN, TIMES] = [1500, 200];
const heads = [...document.querySelector("table").tHead.rows[0].cells].slice(1);

/** Return the nodes of what the table says of a turn. */
function said(row) {
  const [turn, ...cells] = [...row.cells].map((cell) => [...cell.cloneNode(true).childNodes]);
  const figures = cells.filter((nodes) => nodes.length && nodes.some((node) => node.textContent.trim()));
  const named = figures.flatMap((nodes) => [` · ${heads[cells.indexOf(nodes)].textContent} `, ...nodes]);
  return [...turn, ...named];
}

function show(mark) {
  const turn = mark.hash ?? mark.getAttribute("href");
  const [picture, text] = at.children;
  picture.src = `${at.dataset.board}&turn=${turn.slice(2)}`;
  text.replaceChildren(...said(document.querySelector(turn)));
  at.hidden = false;
}

function pressed(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const focused = document.activeElement;
  const here = marks.indexOf(focused);
  const isFree = here >= 0 || focused === document.body;
  if (!step || !isFree || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = here < 0 ? marks.at(step > 0 ? 0 : -1) : marks[here + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Open the list for the turn that the address names. */
function openList() {
  const row = location.hash && document.getElementById(location.hash.slice(1));
  const list = row && row.closest("details");
  if (!list || list.open) return;
  list.open = true;
  row.scrollIntoView();
}

addEventListener("hashchange", openList);
openList();
for (const mark of marks) mark.addEventListener("focus", () => show(mark));
document.addEventListener("keydown", pressed);

/** Load the page again once the search is over. */
async function look(times) {
  const answer = await fetch(`/api/v1/games/${searching.dataset.game}/analysis`).catch(() => null);
  if (answer?.ok && (await answer.json()).status !== "searching") location.reload();
  else if (times) setTimeout(look, OFTEN, times - 1);
  else searching.lastElementChild.hidden = false;
}

if (searching) {
  searching.lastElementChild.hidden = true;
  setTimeout(look, OFTEN, TIMES);
}
