/** Step and play through the turns of a game: every stop has an address of its own. The service has
 * drawn the time line with its signs.
 */
import { byId, el, embedded, open, say, showScore } from "./page.js";
import { t, tp } from "../words.js";

const [SWIPE, PAUSE] = [40, 700];
const RATES = [[1, "1×"], [2, "2×"], [0.5, "½×"]];
const { turns, has_rounds: hasRounds, is_in_notation: isInNotation, scores, here: first, keeps_secret: keepsSecret, counts_moves: countsMoves, has_moves: hasMoves } = embedded("page");
const links = [...document.querySelectorAll(".rounds [data-turn]")];
const least = Number(byId("slider")?.min);
const asked = () => Number(new URLSearchParams(location.search).get("turn") ?? first);
const wide = matchMedia("(min-width: 700px)");
let here = first;
let farthest = first;
let rate = 1;
let playing = null;
let show = null;

/** Bring the page to life; `draw(turn, moving, rate, tell)` draws a turn on the board, and calls `tell`
 * as soon as the outcome may be shown.
 */
export function start(draw) {
  if (!turns.length) return;
  show = draw;
  document.addEventListener("click", (event) => clicked(event));
  document.addEventListener("keydown", (event) => pressed(event));
  addEventListener("popstate", () => go(asked(), { isNew: false }));
  byId("turns").addEventListener("toggle", ({ newState }) => {
    // Anyone who opens the drawer asks for all turns.
    if (newState === "open") reveal(turns.length);
    follow();
  });
  // It may have been opened before this script was there.
  if (byId("turns").matches(":popover-open")) reveal(turns.length);
  byId("copy").addEventListener("click", copyAll);
  byId("keys-open").addEventListener("click", () => open(byId("keys")));
  byId("reveal")?.addEventListener("click", () => {
    reveal(turns.length);
    // The button is gone: those who use keys continue where it was.
    links.find(({ dataset }) => Number(dataset.turn) === Math.min(here + 1, turns.length)).focus({ preventScroll: true });
  });
  byId("slider").addEventListener("input", ({ target }) => {
    pause();
    go(Number(target.value));
  });
  byId("play").addEventListener("click", () => (playing ? pause() : play()));
  byId("rate").addEventListener("click", changeRate);
  enableSwipes(document.querySelector(".field"));
  go(here, { isNew: false });
}

/* --- playing ----------------------------------------------------------------------------- */

async function play() {
  const run = (playing = {});
  label();
  if (here === turns.length) await go(least);
  while (playing === run && here < turns.length) {
    await go(here + 1);
    await new Promise((resolve) => setTimeout(resolve, PAUSE / rate));
  }
  if (playing === run) pause();
}

function pause() {
  playing = null;
  label();
}

function label() {
  const button = byId("play");
  button.setAttribute("aria-label", playing ? t("Pause") : t("Play"));
  button.firstElementChild.toggleAttribute("hidden", Boolean(playing));
  button.lastElementChild.toggleAttribute("hidden", !playing);
}

function changeRate() {
  const next = (RATES.findIndex(([one]) => one === rate) + 1) % RATES.length;
  [rate, byId("rate").lastChild.textContent] = RATES[next];
  say(t("Speed {rate}", { rate: RATES[next][1] }));
}

/* --- stepping ---------------------------------------------------------------------------- */

/** Return the number of the turn that a step leads to. */
function target(step) {
  const last = turns.length;
  return { first: least, previous: Math.max(here - 1, least), next: Math.min(here + 1, last), last }[step];
}

function clicked(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("[data-turn], [data-to]");
  if (!link) return;
  event.preventDefault();
  pause();
  if (byId("turns").matches(":popover-open")) byId("turns").hidePopover();
  go(link.dataset.to ? target(link.dataset.to) : Number(link.dataset.turn));
}

function pressed(event) {
  if (event.target.closest?.("dialog,input") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "?") return void open(byId("keys"));
  if (event.key === "f") return byId("flip").click();
  // Inside the grid the arrows walk over the squares, on the time line they move its knob.
  if (event.target.closest?.("[role=grid]")) return;
  const step = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!step) return;
  event.preventDefault();
  pause();
  go(target(step));
}

/** Let a finger that goes sideways over the board turn the pages. */
function enableSwipes(field) {
  let from = null;
  field.addEventListener("pointerdown", ({ clientX, clientY, isPrimary }) => {
    from = isPrimary ? [clientX, clientY] : null;
  });
  field.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!from) return;
    const [dx, dy] = [clientX - from[0], clientY - from[1]];
    from = null;
    if (Math.abs(dx) < SWIPE || Math.abs(dx) < 2 * Math.abs(dy)) return;
    pause();
    go(target(dx < 0 ? "next" : "previous"));
  });
}

/** Return whether the list is on the page, and not in the drawer. */
const isShown = () => getComputedStyle(byId("turns")).position === "static";

/** Scroll the list alone, not the page, to the turn that is shown. */
function follow() {
  const [list, current] = [byId("turns"), document.querySelector("[aria-current=step]")];
  if (!current) return void (list.scrollTop = 0);
  const [box, at] = [list, current].map((one) => one.getBoundingClientRect());
  if (at.top < box.top || at.bottom > box.bottom) list.scrollTop += (at.top + at.bottom - box.top - box.bottom) / 2;
}

async function go(number, { isNew = true } = {}) {
  const isStep = number === here + 1;
  here = number;
  const turn = turns[Math.max(number, 1) - 1];
  const link = links.find(({ dataset }) => Number(dataset.turn) === number);
  for (const one of links) one.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "step");
  // A list on the page follows; in the drawer nothing moves that a finger may lie on.
  if (isShown()) follow();
  const count = byId("count");
  const spoken = !number ? tp("a replay", "Start") : countsMoves ? t("Move {number}", { number: (number + 1) >> 1 }) : t("Turn {number}", { number });
  // Beside several players there is room for 11/15.
  count.textContent = number && byId("four") ? number : spoken;
  count.nextElementSibling.hidden = !number;
  byId("slider").value = number;
  byId("slider").setAttribute("aria-valuetext", spoken);
  const address = new URL(location);
  address.searchParams.set("turn", number);
  address.searchParams.delete("start");
  if (isNew) history.replaceState(null, "", address);
  const flip = new URL(byId("flip").href);
  flip.searchParams.set("turn", number);
  byId("flip").href = flip;
  const isBefore = !number || (!isNew && new URLSearchParams(location.search).has("start"));
  // Anyone who thinks on thinks of what comes after the turn; after the end of a round, of the turn
  // itself.
  const think = byId("think");
  if (think) {
    const on = new URL(think.href);
    on.searchParams.set("turn", !isBefore && turn.position_after ? number + 1 : turn.number);
    think.href = on;
  }
  // At the last turn the result comes first, and where no goals are listed there is room for notation alone.
  const said = [number === turns.length && byId("result"), ...(link?.parentElement.querySelectorAll(".act") ?? [])].filter(Boolean);
  const [name, text] = link ? [...link.childNodes].map((node) => node.textContent.trim()).filter(Boolean) : [];
  const line = link ? [...said.flatMap(({ textContent }) => [el("b", { textContent }), " · "]), el("b", { textContent: `${name}:` }), ` ${said[0]?.id && !scores[0] ? text : isInNotation ? turn.summary : turn.sentence}`] : [hasMoves ? t("Before the first move.") : t("Before the first turn.")];
  if (isBefore) {
    byId("prompt").replaceChildren(...line);
    showScore(scores[turn.number - 1]);
    return show({ ...turn, actions: [], position_after: turn.position_before }, null, rate, () => {});
  }
  // What a turn came to is told when it has been seen.
  let isTold = false;
  const tell = () => {
    if (isTold || here !== number) return;
    isTold = true;
    byId("prompt").replaceChildren(...line);
    byId("slider").setAttribute("aria-valuetext", `${spoken}, ${name}: ${text}`);
    showScore(scores[number]);
    reveal(number);
    if (!keepsSecret) return;
    if (!isNew || !isShown()) return;
    if (wide.matches) link.scrollIntoView({ block: "nearest" });
    else follow();
  };
  if (!isStep) tell();
  await show(turn, isStep ? () => here === number : null, rate, tell);
  tell();
}

/** Show what came of the turns up to this one, and of those shown before. */
function reveal(number) {
  farthest = Math.max(farthest, number);
  if (!keepsSecret) return;
  for (const one of document.querySelectorAll(".signs a, [data-ahead]")) one.toggleAttribute("hidden", Number(one.dataset.ahead ?? one.dataset.turn) > farthest);
  if (farthest === turns.length) byId("reveal")?.parentElement.remove();
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
    say(t("Your browser doesn't allow copying."));
  }
}
