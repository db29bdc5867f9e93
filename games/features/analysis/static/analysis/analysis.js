/** Step through the game on the board beside the chart: by its buttons, by the arrows, by a press on the
 * chart, on one of its marks, on a turning point or on a turn of the list. Show better turns once they are
 * found.
 */

const marks = [...document.querySelectorAll(".chart .mark")];
const at = document.getElementById("at");
const [picture, controls, links] = at.children;
const [back, text, forth] = controls.children;
const drawn = document.querySelector(".chart svg");
const line = drawn.querySelector(".here");
const searching = document.getElementById("searching");
// So often it is asked whether they are found, and so many times: then there is still a link.
const [OFTEN, TIMES] = [1500, 200];
const table = document.querySelector("table");
const heads = [...table.tHead.rows[0].cells].slice(1);
const rows = [...table.tBodies[0].rows];
const edge = Number(line.dataset.edge);
const step = (drawn.viewBox.baseVal.width - 2 * edge) / rows.length;
let here = Number(at.dataset.turn);

/** Return the nodes of what the table says of a turn. */
function said(row) {
  const [turn, ...cells] = row.cells;
  const figures = cells.map((cell) => (cell.querySelector("[aria-hidden]") ?? cell).textContent.trim());
  const named = figures.map((n, i) => n && ` ${heads[i].dataset.says.replace("{n}", n)}`);
  return [...turn.cloneNode(true).childNodes].flatMap((node) => (node.href ? [...node.childNodes] : [node])).concat(named);
}

function show(turn) {
  here = turn;
  const row = rows[turn - 1];
  const source = `${at.dataset.board}&turn=${turn}`;
  if (picture.getAttribute("src") !== source) picture.src = source;
  text.replaceChildren(...said(row));
  for (const link of links.children) link.search = `?turn=${turn}`;
  back.disabled = turn === 1;
  forth.disabled = turn === rows.length;
  line.setAttribute("transform", `translate(${edge + step * turn})`);
  for (const one of rows) one.classList.toggle("current", one === row);
}

/** Show the turn of a link on the board, and bring that into view. */
function pressed(event) {
  const link = event.target.closest("[data-show]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(Number(link.dataset.show));
  picture.scrollIntoView({ block: "nearest" });
}

/** Show the turn at a place of the chart. */
function pointed({ target, clientX, clientY }) {
  if (target.closest("a")) return;
  const { x } = new DOMPoint(clientX, clientY).matrixTransform(drawn.getScreenCTM().inverse());
  show(Math.min(Math.max(Math.round((x - edge) / step), 1), rows.length));
}

function stepped(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const mark = marks.indexOf(document.activeElement);
  if (mark >= 0) marks[mark + by]?.focus();
  else if (here + by >= 1 && here + by <= rows.length) show(here + by);
  event.preventDefault();
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
for (const mark of marks) mark.addEventListener("focus", () => show(Number(mark.dataset.show)));
back.addEventListener("click", () => show(here - 1));
forth.addEventListener("click", () => show(here + 1));
drawn.addEventListener("click", pointed);
document.addEventListener("click", pressed);
document.addEventListener("keydown", stepped);
controls.hidden = false;
show(here);

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
