/** Step through the turns of a game: every stop has an address of its own. */
import { byId, embedded, say } from "./page.js";
import { t } from "../words.js";

const { turns, has_rounds: hasRounds } = embedded("page");
const links = [...document.querySelectorAll("[data-turn]")];
const asked = () => Number(new URLSearchParams(location.search).get("turn")) || turns.length;
let here = asked();
let show = null;

/** Bring the page to life; `show(turn, moving)` draws a turn on the board. */
export function start(draw) {
  if (!turns.length) return;
  show = draw;
  document.addEventListener("click", (event) => clicked(event));
  document.addEventListener("keydown", (event) => pressed(event));
  addEventListener("popstate", () => go(asked(), { isNew: false }));
  const copy = byId("copy");
  copy.hidden = false;
  copy.addEventListener("click", copyAll);
  go(here, { isNew: false });
}

/** Return the number of the turn that a step leads to. */
function target(step) {
  const last = turns.length;
  return { first: 1, previous: Math.max(here - 1, 1), next: Math.min(here + 1, last), last }[step];
}

function clicked(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("[data-turn], [data-to]");
  if (!link) return;
  event.preventDefault();
  go(link.dataset.to ? target(link.dataset.to) : Number(link.dataset.turn));
}

function pressed(event) {
  // Inside the grid the arrows walk over the squares.
  if (event.target.closest?.("[role=grid]") || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!step) return;
  event.preventDefault();
  go(target(step));
}

function go(number, { isNew = true } = {}) {
  const isStep = number === here + 1;
  here = number;
  const turn = turns[number - 1];
  const link = links.find(({ dataset }) => Number(dataset.turn) === number);
  for (const one of links) one.toggleAttribute("aria-current", one === link);
  link.setAttribute("aria-current", "step");
  if (isNew) link.scrollIntoView({ block: "nearest" });
  const [name, text] = [...link.childNodes].map((node) => node.textContent.trim());
  byId("prompt").textContent = `${name}: ${text}`;
  byId("count").textContent = t("Turn {number}", { number });
  const address = new URL(location);
  address.searchParams.set("turn", number);
  address.searchParams.delete("start");
  if (isNew) history.replaceState(null, "", address);
  const flip = new URL(byId("flip").href);
  flip.searchParams.set("turn", number);
  byId("flip").href = flip;
  if (!isNew && new URLSearchParams(location.search).has("start")) {
    show({ ...turn, actions: [], position_after: turn.position_before });
  } else show(turn, isStep ? () => here === number : null);
}

async function copyAll() {
  const lines = [];
  for (const [i, { round, number, notation }] of turns.entries()) {
    if (hasRounds && round !== turns[i - 1]?.round) lines.push(t("Round {round}", { round }));
    lines.push(`${number}. ${notation}`);
  }
  try {
    await navigator.clipboard.writeText(lines.join("\n"));
    say(t("Copied."));
    byId("copy").textContent = t("Copied");
  } catch {
    say(t("This browser does not let the page copy."));
  }
}
