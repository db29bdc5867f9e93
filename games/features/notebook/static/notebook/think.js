/** The board to think on: turns of both sides that might be played.
 *
 *  This page has no way to play: it never loads what sends turns, and a `Walk` can only ask.
 */
import { boardHand } from "../games/board_hand.js";
import { byId, el, embedded, keep, kept, say } from "../games/page.js";
import { t } from "../words.js";
import { LineControls } from "./line_controls.js";
import { Lines } from "./lines.js";
import { LONGEST, Walk } from "./walk.js";

const page = embedded("page");
const api = `/api/v1/games/${page.game.id}`;
const FLIPPED = `flipped:${page.game.id}`;
/** Room for the move that follows, in pixels. */
const NEXT = 88;

let controls = null;
let noted = "";
const walk = new Walk(api, { turn: page.turn, side: page.scene ? page.seen_from : "", played: page.played, changed: () => render() });
const lines = new Lines(page.lines, { changed: () => renderLines(), failed: (words) => (byId("lines-fault").textContent = words && t(
  "{message} Your latest line isn't saved yet.", { message: words })) });

/** Bring the page to life; `board` is the board of the rule set. */
async function start(board) {
  controls = new LineControls({ page, api, walk, board, render, end: endTurn });
  byId("forth").addEventListener("click", () => controls.act(() => walk.forth()));
  byId("restart").addEventListener("click", () => controls.act(() => walk.first()));
  byId("flip").addEventListener("click", flip);
  document.addEventListener("keydown", pressed);
  leaveArrows(document.querySelector(".field"));
  const { turn, line, ahead } = kept(sessionStorage, FLIPPED) ?? {};
  keep(sessionStorage, FLIPPED, null);
  await (line ? walk.go(turn, line, ahead) : walk.look());
  await lines.load();
}

/** Turn the board; the page that shows it continues where this one was. */
function flip() {
  const { turn, line, ahead } = walk;
  keep(sessionStorage, FLIPPED, { turn, line, ahead });
  const address = new URL(byId("flip").href);
  address.searchParams.set("turn", turn);
  byId("flip").href = address;
}

function pressed({ key, target, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey || target.closest?.("input,textarea,dialog")) return;
  if (key === "f") byId("flip").click();
  if (key === "?") {
    byId("keys").open = true;
    byId("keys").firstElementChild.focus();
  }
}

/** After a click of the mouse the arrows still step through the line; by Tab they walk over squares. */
function leaveArrows(field) {
  let isMouse = false;
  field.addEventListener("pointerdown", ({ pointerType }) => (isMouse = pointerType === "mouse"));
  for (const type of ["pointerup", "click"]) field.addEventListener(type, ({ detail }) => {
    // A click without detail is a key's.
    if (isMouse && (detail || type === "pointerup") && field.contains(document.activeElement)) document.activeElement.blur();
  });
}

function endTurn() {
  if (walk.error) return controls.act(() => walk.retry());
  return walk.canEnd ? controls.act(() => walk.end()) : undefined;
}

/* --- what is shown ------------------------------------------------------------------------- */

const nameOf = (side) => (side === page.side ? t("You") : page.names[side]);

function render() {
  dispatchEvent(new CustomEvent("walked", { detail: walk }));
  const side = walk.isFull ? null : walk.known?.side ?? null;
  if (!controls.show(side)) return renderPrompt(null);
  renderPrompt(side);
  controls.renderKinds(side && !walk.outcomes.length);
  controls.renderOutcomes();
  byId("forth").disabled = !walk.hasNext;
  renderPlayed();
  byId("restart").hidden = !walk.steps.length;
  const end = byId("end");
  end.disabled = !walk.canEnd && !walk.error;
  // Where each turn is one action it ends by that, also while the service is asked.
  end.hidden = byId("kinds").childElementCount < 2 && !walk.error && walk.options?.complete !== 0;
  end.textContent = walk.error ? t("Try again") : t("End the turn");
  noteLine();
}

function renderPrompt(side) {
  const node = byId("prompt");
  const words = controls.note || walk.error?.message;
  if (words) return node.replaceChildren(words);
  const { known } = walk;
  if (!known) return undefined;
  if (walk.outcomes.length) return node.replaceChildren(t("How does the shot end?"));
  if (side) return node.replaceChildren(el("b", { textContent: t("To play: {name}.", { name: nameOf(side) }) }), " ", askedOf(side));
  const ended = walk.isFull ? t(
    "A line has up to {n} turns.", { n: LONGEST }) : known.phase === "over" ? t(
      "The game ends there.",
    ) : t("The round ends there. New formations follow.");
  const last = walk.steps.at(-1)?.text;
  return node.replaceChildren([last && page.is_in_notation ? `${last}.` : last, ended].filter(Boolean).join(" "));
}

/** What is asked next; the reader plays both sides here, so neither is "you". */
function askedOf(side) {
  const asked = controls.asked();
  if (asked === walk.known.prompt && walk.known.game.in_check && !walk.staged.length) return t("In check.");
  if (asked !== t("Your turn. You have the ball.")) return asked;
  return side === "white" ? t("White to play. White has the ball.") : t("Black to play. Black has the ball.");
}

/* --- the game itself ---------------------------------------------------------------------- */

document.querySelector(".round")?.addEventListener("click", (event) => {
  const link = event.target.closest("[data-turn]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  controls.act(() => walk.go(Number(link.dataset.turn), []));
});

/** Mark the move of the game after which the board, or the line that is walked, stands. */
function renderPlayed() {
  for (const link of document.querySelectorAll(".round [data-turn]")) {
    const isHere = Number(link.dataset.turn) === walk.turn;
    link.toggleAttribute("aria-current", isHere);
    if (isHere) keepInSight(link);
  }
}

/** Bring a move into the list, with the one that follows; the page stays where it is. */
function keepInSight(link) {
  const list = link.closest("ol");
  for (const box of [list, list.parentElement]) {
    const [at, all] = [link, box].map((one) => one.getBoundingClientRect());
    box.scrollLeft += Math.min(at.left - all.left, Math.max(0, at.right + NEXT - all.right));
    box.scrollTop += Math.min(at.top - all.top, Math.max(0, at.bottom - all.bottom));
  }
}

/* --- the lines ----------------------------------------------------------------------------- */

/** Keep what has been walked, once the service has told it. */
function noteLine() {
  if (walk.staged.length || !walk.options) return;
  // What a turn is worth is added by a script that knows it.
  const worth = walk.steps.map((step) => step.worth);
  const key = JSON.stringify([walk.turn, walk.line, worth]);
  if (key === noted) return;
  noted = key;
  if (!walk.steps.length) return renderLines();
  lines.note(walk.turn, walk.line, walk.steps.map(({ text }) => text), worth);
}

/** The number before a turn; in notation White's move and Black's answer share one. */
function numberOf(turn, isAnswer) {
  if (!page.is_in_notation) return `${turn}. `;
  if (turn % 2) return `${(turn + 1) / 2}. `;
  return isAnswer ? "" : `${turn / 2}… `;
}

function renderLines() {
  const buttons = () => [...byId("lines").querySelectorAll("button")];
  const focused = buttons().indexOf(document.activeElement);
  byId("lines").replaceChildren(...lines.all.map((line, place) => {
    const isCurrent = line === lines.current;
    const walked = isCurrent ? walk.steps.length : 0;
    const said = line.line.map(({ actions }, n) => [el("b", { textContent: numberOf(line.turn + n, n && line !== lines.current) }), `${line.text[n] ?? actions.join(" ")} `]);
    const goTo = (count) => controls.act(() => {
      lines.current = line;
      return walk.go(line.turn, line.line.slice(0, count), line.line.slice(count));
    });
    const button = (words, count) => el("button", { type: "button", class: "btn", onclick: () => goTo(count) }, el("span", {}, ...words));
    // One can step through the line that is walked on; another is opened as a whole.
    const open = isCurrent ? el("ol", {}, ...said.map((words, n) => {
      const one = button(words, n + 1);
      one.append(el("b", { class: "num", textContent: line.worth?.[n] ?? "" }));
      if (n === walked - 1) one.setAttribute("aria-current", "true");
      return el("li", {}, one);
    })) : button(said.flat(), line.line.length);
    const label = t("Delete line {n}", { n: place + 1 });
    const remove = el("button", { type: "button", class: "btn", "aria-label": label, textContent: "✕", onclick: () => {
      lines.delete(line);
      say(t("Line deleted."));
      (byId("lines").querySelector("button") ?? byId("undo")).focus();
    } });
    return el("li", {}, open, remove);
  }));
  if (focused >= 0) buttons()[focused]?.focus();
  byId("no-lines").hidden = lines.all.length > 0;
}

start(await boardHand());
