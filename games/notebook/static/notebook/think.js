/** The board to think on: turns of both sides that might be played.
 *
 *  This page has no way to play: it never loads what sends turns, and a `Walk` can only ask. `board`
 *  is that of the page of a game, lent to whichever side would be to play.
 */
import { byId, call, el, embedded, say } from "../games/page.js";
import { listed, percent } from "../phrases.js";
import { t } from "../words.js";
import { Lines } from "./lines.js";
import { LONGEST, Walk } from "./walk.js";

const page = embedded("page");
const api = `/api/v1/games/${page.game.id}`;
const WAYS = {
  goal: () => t("goal"), save: () => t("saved"), corner: () => t("corner"),
  block: (square) => (square ? t("blocked on {square}", { square }) : t("blocked")),
};

const NEWS_AFTER = 30_000;

let board = null;
let note = "";
let shown = null;
let noted = "";
const walk = new Walk(api, { turn: page.turn, side: page.scene ? page.seen_from : "", changed: () => render() });
const lines = new Lines(page.lines, { changed: () => renderLines(), failed: (words) => (byId("lines-fault").textContent = words && t("{message} What you think of now is not kept yet.", { message: words })) });

/** Bring the page to life; `drawn` is the board of the rule set. */
export async function start(drawn) {
  board = drawn;
  board.connect({ choose, undo: () => act(() => walk.undo()), send: endTurn, changed: () => render() });
  byId("kinds").addEventListener("click", ({ target }) => openList(target.closest("button")?.dataset.kind));
  byId("undo").addEventListener("click", () => act(() => walk.undo()));
  byId("forth").addEventListener("click", () => act(() => walk.forth()));
  byId("end").addEventListener("click", endTurn);
  byId("restart").addEventListener("click", () => act(() => walk.go(walk.turn, [], [...walk.line, ...walk.ahead])));
  document.addEventListener("keydown", pressed);
  if (!page.game.result) {
    // Nobody waits here for a turn: no stream is kept open for it.
    const look = () => document.visibilityState === "visible" && lookForNews();
    document.addEventListener("visibilitychange", look);
    setInterval(look, NEWS_AFTER);
  }
  await walk.look();
  await lines.load();
}

/** Do something with the line, then say where it has led to those who listen. */
async function act(step) {
  note = "";
  await step();
  say(byId("prompt").textContent);
}

/* --- a turn of either side ----------------------------------------------------------------- */

async function choose(choices) {
  const choice = choices.length > 1 ? await fromLists(({ chooseMeaning }) => chooseMeaning(choices, board)) : choices[0];
  if (choice) await stage(choice);
}

async function openList(kind) {
  const choices = walk.options?.actions.filter((choice) => choice.kind === kind) ?? [];
  if (!choices.length) return;
  const choice = await fromLists(({ chooseFromList }) => chooseFromList(kind, choices, board));
  if (choice) await stage(choice);
}

async function fromLists(choosing) {
  try {
    return await choosing(await import("../games/option_lists.js"));
  } catch {
    note = t("No connection.");
    render();
    return null;
  }
}

async function stage(choice) {
  const isByKeys = document.activeElement?.matches(":focus-visible");
  await act(() => walk.add(choice));
  // What has to be answered next comes to whoever works by keys.
  if (isByKeys && walk.outcomes.length) byId("outcomes").querySelector("button").focus();
}

function endTurn() {
  if (walk.error) return act(() => walk.retry());
  return walk.canEnd ? act(() => walk.end()) : undefined;
}

/* --- what is shown ------------------------------------------------------------------------- */

const nameOf = (side) => page.names[side];

function render() {
  const { known, options, staged } = walk;
  if (!known) {
    // Not asked yet, or another place was asked about: a quick finger is answered after it.
    if (shown) board.show({ ...shown, options: null });
    return renderPrompt(null);
  }
  const side = walk.isFull ? null : known.side;
  board.side = side ?? page.side;
  const last = walk.steps.at(-1) ?? page.last;
  shown = {
    position: known.position,
    options,
    pending: walk.pending,
    staged,
    last: last?.events ? last : null,
    inCheck: Boolean(known.game.in_check) && !staged.length,
    isMine: side !== null,
    game: { ...page.game, ...known.game, awaiting: side ? [side] : [], result: null },
  };
  board.show(shown);
  renderPrompt(side);
  renderKinds(side);
  renderOutcomes();
  byId("undo").disabled = !staged.length && !walk.steps.length;
  byId("forth").disabled = !walk.ahead.length;
  byId("restart").hidden = !walk.steps.length;
  const end = byId("end");
  end.disabled = !walk.canEnd && !walk.error;
  end.textContent = walk.error ? t("Try again") : side ? t("End {name}’s turn", { name: nameOf(side) }) : t("End the turn");
  noteLine();
}

function renderPrompt(side) {
  const node = byId("prompt");
  const words = note || walk.error?.message;
  if (words) return node.replaceChildren(words);
  const { known } = walk;
  if (!known) return undefined;
  if (walk.outcomes.length) return node.replaceChildren(t("How does the shot end?"));
  if (side) return node.replaceChildren(el("b", { textContent: `${nameOf(side)}: ` }), board.prompt() || known.prompt);
  const ended = walk.isFull ? t("A line has {n} turns at most.", { n: LONGEST }) : known.phase === "over" ? t("The game is over there.") : t("The round is over there: new formations follow.");
  return node.replaceChildren([walk.steps.at(-1)?.told, ended].filter(Boolean).join(" "));
}

function renderKinds(side) {
  const row = byId("kinds");
  row.hidden = !side || walk.outcomes.length > 0;
  if (row.hidden) return;
  const actions = walk.options?.actions ?? [];
  for (const button of row.children) {
    const { kind } = button.dataset;
    const done = walk.staged.filter((choice) => choice.kind === kind);
    const open = actions.filter((choice) => choice.kind === kind);
    button.lastElementChild.textContent = board.detail(kind, open, done);
    button.classList.toggle("done", done.length > 0);
    button.setAttribute("aria-disabled", String(!open.length));
  }
}

/** Ask how a shot ends: a button for each way, with its chance. */
function renderOutcomes() {
  const box = byId("outcomes");
  box.hidden = !walk.outcomes.length;
  const key = JSON.stringify(walk.outcomes);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...walk.outcomes.map(([outcome, share]) =>
    el("button", { type: "button", class: "btn", onclick: () => act(() => walk.end(outcome)) },
      el("b", { textContent: percent(share) }), el("span", { textContent: ` ${wayOf(outcome)}` }))));
}

function wayOf(outcome) {
  const [way, square] = outcome.split("@");
  return WAYS[way]?.(square) ?? outcome;
}

/* --- the lines ----------------------------------------------------------------------------- */

/** Keep what has been walked, once the service has told it. */
function noteLine() {
  if (walk.staged.length || !walk.options || !walk.steps.length) return;
  const key = JSON.stringify([walk.turn, walk.line]);
  if (key === noted) return;
  noted = key;
  lines.note(walk.turn, walk.line, walk.steps.map(({ told }) => told));
}

function renderLines() {
  byId("lines").replaceChildren(...lines.all.map((line, place) => {
    const isCurrent = line === lines.current;
    const walked = isCurrent ? walk.steps.length : 0;
    const said = line.line.map(({ actions }, n) => {
      const number = el("b", { textContent: `${line.turn + n}. ` });
      return el("span", { class: n < walked ? "walked" : "" }, number, `${line.told[n] ?? actions.join(" ")} `);
    });
    const open = el("button", { type: "button", class: "btn", onclick: () => act(() => {
      lines.current = line;
      return walk.go(line.turn, line.line);
    }) }, el("span", {}, ...said));
    if (isCurrent) open.setAttribute("aria-current", "true");
    const label = t("Delete line {n}", { n: place + 1 });
    const remove = el("button", { type: "button", class: "btn", "aria-label": label, textContent: "✕", onclick: () => {
      lines.delete(line);
      say(t("Line deleted."));
      (byId("lines").querySelector("button") ?? byId("undo")).focus();
    } });
    return el("li", {}, open, remove);
  }));
  byId("no-lines").hidden = lines.all.length > 0;
}

/* --- keys and news ------------------------------------------------------------------------- */

function pressed(event) {
  if (event.target.closest?.("[role=grid], input, textarea, dialog") || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowLeft: () => walk.undo(), ArrowRight: () => walk.forth() }[event.key];
  if (!step) return;
  event.preventDefault();
  act(step);
}

/** Say that the game has moved on; what is being thought of stays. */
async function lookForNews() {
  const game = await call("GET", api, { fresh: true }).catch(() => null);
  if (!game || game.turn === page.game.turn) return;
  const players = Object.values(page.names);
  byId("moved").hidden = false;
  byId("moved").firstElementChild.textContent = t("The game of {names} has moved on.", { names: listed(players) });
  if (!byId("moved").dataset.said) say(byId("moved").textContent);
  byId("moved").dataset.said = "yes";
}
