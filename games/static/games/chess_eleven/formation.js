/** Choosing a formation: tap and tap, the bench, presets, and the opponent's choice as it changes.
 *
 *  Every change is saved at once, for a missed deadline locks what was saved last (3.6). The
 *  service judges; what is known here of law 3 only keeps taps from being wasted.
 */
import "./pitch.js";
import { FILES, NAMES, isWhite } from "./pieces.js";
import { Offline, ask, byId, call, embedded, keep, kept, runClock, runMenu, say, showOffers, watch } from "../page.js";

const page = embedded("page");
const standard = embedded("default");
const api = `/api/v1/games/${page.game.id}`;
const side = page.side;
const other = side === "white" ? "black" : "white";
const [king, guard] = side === "white" ? ["d1", "d2"] : ["d8", "d7"];
const ranks = side === "white" ? "123" : "678";
const OWNED = "KQRRBBNNPPPP";
const BENCH = "bench";
const SAVE_AFTER = 400;

const after = () => import("../after.js");
const pitch = document.querySelector("ce-pitch");
let game = page.game;
let pieces = { ...game.formation[side].pieces };
let before = [];
let selected = null;
let note = "";
let timer = null;
let saving = null;

const isReady = () => game.formation[side].ready;
const rival = game.players[other].username;
const isFixed = (square) => square === king || square === guard;
const isOwn = (square) => ranks.includes(square[1]);
const called = (letter) => NAMES[letter.toLowerCase()];

/** Return the piece on the sideline: what is owned and does not stand on the pitch. */
function substitute(placed = pieces) {
  const rest = [...OWNED];
  for (const letter of Object.values(placed)) rest.splice(rest.indexOf(letter), 1);
  return rest[0];
}

/** Return whether the substitute may come on for the piece there (3.5). */
function mayReplace(square) {
  if (isFixed(square) || !pieces[square]) return false;
  if (pieces[square] !== "P") return true;
  return substitute() !== "P" && game.formation[side].may_substitute;
}

const mirrored = (placed) => Object.fromEntries(Object.entries(placed).map(([square, letter]) => [square[0] + (9 - square[1]), letter]));

/* --- what is shown ----------------------------------------------------------------------- */

function render() {
  const men = new Map();
  const own = (letter) => (side === "white" ? letter : letter.toLowerCase());
  for (const [square, letter] of Object.entries(pieces)) men.set(square, own(letter));
  for (const [square, letter] of Object.entries(game.formation[other].pieces)) {
    men.set(square, side === "white" ? letter.toLowerCase() : letter);
  }
  const locked = isReady();
  const targets = locked ? [] : zone().filter((square) => accepts(square));
  const words = new Map(targets.map((square) => [square, pieces[square] ? "swap" : "put here"]));
  if (!selected && !locked) for (const square of Object.keys(pieces)) if (!isFixed(square)) words.set(square, "can be moved");
  for (const square of [king, guard]) words.set(square, "stays here");
  pitch.show({
    men, ball: null, words, selected, isInert: locked, live: targets,
    start: Object.keys(pieces).find((square) => !isFixed(square)),
    dim: (letter) => isWhite(letter) !== (side === "white"),
    paint(marks) {
      if (locked) return;
      const [x, y] = pitch.corner(`a${side === "white" ? 3 : 6}`);
      marks.zone([Math.min(x, 7 - x) + 0.05, y + 0.05], 7.9, 2.9);
      marks.fixed(king);
      marks.fixed(guard);
      if (selected && selected !== BENCH) marks.frame(selected);
      for (const square of targets) pieces[square] ? selected === BENCH && marks.ring(square) : marks.move(square);
    },
  });
  for (const square of zone()) pitch.buttonOf(square).classList.toggle("own", !locked && Boolean(pieces[square]) && !isFixed(square));
  renderPanel(locked);
}

const zone = () => [...ranks].flatMap((rank) => [...FILES].map((file) => file + rank));

/** Return whether what is selected may go to this square. */
function accepts(square) {
  if (!selected || square === selected || isFixed(square) || !isOwn(square)) return false;
  return selected !== BENCH || mayReplace(square);
}

function renderPanel(locked) {
  const theirs = game.formation[other].ready ? `${rival} is ready ✓` : `${rival} is arranging`;
  let text = locked ? `Locked. ${theirs}.` : `Arrange. ${theirs}.`;
  if (selected) text = selected === BENCH ? "Tap who makes room." : "Tap where it goes.";
  text = note || text;
  if (byId("prompt").textContent !== text) byId("prompt").textContent = text;
  byId("play-bar").hidden = locked;
  byId("wait-bar").hidden = !locked;
  byId("bench-row").hidden = locked;
  byId("undo").disabled = !before.length;
  const letter = substitute();
  byId("bench").setAttribute("aria-pressed", String(selected === BENCH));
  byId("bench-man").setAttribute("href", `#p-${letter.toLowerCase()}`);
  byId("bench-name").textContent = game.formation[side].may_substitute && letter !== "P" ? `${called(letter)}, also for a pawn` : called(letter);
  showOffers(game, side);
}

/* --- arranging --------------------------------------------------------------------------- */

function tapped(square) {
  note = "";
  if (isReady()) return;
  if (accepts(square)) return put(selected, square);
  if (square === selected || !pieces[square]) return select(null);
  if (isFixed(square)) {
    say(square === king ? "The king stays here." : "The pawn in front of the king stays.");
    return;
  }
  if (selected === BENCH) {
    note = "For a pawn only after your goal.";
    say(note);
  } else selected = square;
  if (selected === square) say(`${called(pieces[square])} ${square} selected. Choose where it goes.`);
  render();
}

function select(what) {
  selected = what;
  if (what === BENCH) say(`The substitute, a ${called(substitute())}, is selected. Choose who makes room.`);
  render();
}

function put(from, to) {
  const after = { ...pieces };
  const here = after[to];
  const letter = from === BENCH ? substitute() : after[from];
  if (from !== BENCH && here) after[from] = here;
  else if (from !== BENCH) delete after[from];
  after[to] = letter;
  selected = null;
  change(after);
  say(`${called(letter)} to ${to}${here ? `, ${called(here)} to ${from}` : ""}.`);
}

/** Take on a new arrangement; it can be undone and is saved a moment later. */
function change(after) {
  before.push(pieces);
  pieces = after;
  selected = null;
  render();
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER);
}

function undo() {
  if (!before.length) return say("Nothing to undo.");
  change(before.pop());
  before.pop();
  render();
  say("Undone.");
}

/** Save what stands on the pitch; `ready` locks it. Saves go one after the other. */
async function save({ ready = false } = {}) {
  clearTimeout(timer);
  timer = null;
  await saving;
  const placed = pieces;
  saving = call("PUT", `${api}/formation`, { body: { pieces: placed, ready } });
  try {
    const answer = await saving;
    if (pieces === placed || ready) take(answer);
    if (!ready) say("Saved.");
  } catch (error) {
    note = error instanceof Offline ? "No connection. Not saved yet." : error.message;
    say(note, { urgent: true });
    if (error instanceof Offline) timer = setTimeout(save, 5000);
    else if (error.status === 409) location.reload();
    render();
  } finally {
    saving = null;
  }
}

async function lock() {
  const answer = await ask("Lock it?", [["ready", "Ready", "go"]], { text: "You can't change it afterwards.", back: "Keep arranging" });
  if (answer !== "ready") return;
  await save({ ready: true });
  if (!isReady()) return;
  say("Locked.");
  const { findNext } = await after();
  await findNext(api);
}

/** Take the service's word for how things stand. */
function take(answer) {
  if (answer.status !== "formation") {
    location.reload();
    return;
  }
  const wasReady = game.formation[other].ready;
  game = answer;
  if (!wasReady && game.formation[other].ready) say(`${rival} is ready.`);
  note = "";
  render();
}

async function refresh() {
  try {
    const answer = await call("GET", api, { fresh: true });
    if (!answer) return;
    // Saved from another device, and nothing of this one is on its way.
    if (!timer && !saving) pieces = answer.formation ? { ...answer.formation[side].pieces } : pieces;
    take(answer);
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
  }
}

/* --- presets ----------------------------------------------------------------------------- */

const asWhite = (placed) => (side === "white" ? placed : mirrored(placed));

async function choosePreset() {
  const { last, presets } = page.kept;
  const isWhole = Object.values(pieces).filter((letter) => letter === "P").length === 4;
  const free = [1, 2, 3].find((slot) => !presets.some((one) => one.slot === slot));
  const choices = [
    ["default", "Default"],
    ...(last ? [["last", "Last used"]] : []),
    ["mirror", `Mirror ${rival}'s`],
    ...presets.map(({ slot, name }) => [`${slot}`, name]),
    ...(isWhole && free ? [["keep", "Keep this one…"]] : []),
    ...presets.map(({ slot, name }) => [`-${slot}`, `Forget “${name}”`, "bad"]),
  ];
  const answer = await ask("Presets", choices);
  if (!answer) return;
  if (answer === "keep") return keepPreset(free);
  if (answer < 0) return forgetPreset(-answer);
  const preset = presets.find(({ slot }) => `${slot}` === answer);
  const placed = {
    default: () => standard,
    last: () => (last.side === side ? last.pieces : mirrored(last.pieces)),
    mirror: () => mirrored(game.formation[other].pieces),
  }[answer]?.() ?? asWhite(preset.pieces);
  if (Object.values(placed).filter((letter) => letter === "P").length < 4 && !game.formation[side].may_substitute) {
    note = "That one has a pawn too few for now.";
    say(note);
    return render();
  }
  change({ ...placed });
}

async function keepPreset(slot) {
  const dialog = byId("keep");
  const field = byId("keep-name");
  field.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  const name = field.value.trim();
  if (dialog.returnValue !== "keep" || !name) return;
  await tried(async () => {
    const body = { name, ruleset: game.ruleset, pieces: asWhite(pieces) };
    page.kept.presets.push(await call("PUT", `/api/v1/presets/${slot}`, { body }));
    page.kept.presets.sort((a, b) => a.slot - b.slot);
    note = `Kept as “${name}”.`;
  });
}

async function forgetPreset(slot) {
  await tried(async () => {
    await call("DELETE", `/api/v1/presets/${slot}?ruleset=${game.ruleset}`);
    page.kept.presets = page.kept.presets.filter((one) => one.slot !== slot);
    note = "Forgotten.";
  });
}

async function tried(work) {
  try {
    await work();
  } catch (error) {
    note = error.message;
  }
  say(note);
  render();
}

/* --- dragging, which nobody needs -------------------------------------------------------- */

let held = null;

function squareUnder({ clientX, clientY }) {
  return document.elementsFromPoint(clientX, clientY).find((node) => node.dataset?.square)?.dataset.square;
}

function pressed(event) {
  const { square } = event.target.dataset;
  if (isReady() || !square || !pieces[square] || isFixed(square) || event.button) return;
  held = { square, x: event.clientX, y: event.clientY, id: event.pointerId, isMoving: false };
}

function dragged(event) {
  if (held?.id !== event.pointerId) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.isMoving && Math.hypot(dx, dy) < 10) return;
  if (!held.isMoving) {
    selected = held.square;
    render();
    held.isMoving = true;
    pitch.setPointerCapture(held.id);
  }
  pitch.carry(held.square, dx, dy);
}

function dropped(event) {
  if (held?.id !== event.pointerId) return;
  const { isMoving } = held;
  held = null;
  if (!isMoving) return;
  // What follows is no tap.
  pitch.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
  setTimeout(() => pitch.dispatchEvent(new Event("click")), 0);
  const to = event.type === "pointerup" ? squareUnder(event) : null;
  if (to && accepts(to)) put(selected, to);
  else select(null);
}

/** Tell once, on each device, how the round before ended, if the other side ended it. */
async function tellHowItEnded() {
  const last = page.turns.at(-1);
  const name = `seen:${game.id}`;
  if (!last || last.number <= (kept(localStorage, name) ?? 0)) return;
  keep(localStorage, name, last.number);
  if (last.side === side) return;
  const [{ showVerdict }, { verdict }] = await Promise.all([after(), import("./verdict.js")]);
  const told = verdict(last, game, side, (one) => (one === side ? "You" : rival));
  if (told) showVerdict(told);
}

/* --- beginning --------------------------------------------------------------------------- */

pitch.addEventListener("tap", ({ detail }) => tapped(detail.square));
pitch.addEventListener("command", ({ detail: { name } }) => {
  if (name === "undo") undo();
  else if (name === "escape") select(null);
  else if (name === "send" && !isReady()) lock();
});
document.querySelectorAll("time[data-whole]").forEach(runClock);
runMenu(api, (answer, words) => {
  if (answer && answer.status !== "formation") return location.reload();
  if (answer) take(answer);
  note = words;
  say(words);
  render();
}, after);
if (byId("bench")) {
  byId("bench").hidden = byId("presets").hidden = false;
  byId("bench").addEventListener("click", () => select(selected === BENCH ? null : BENCH));
  byId("presets").addEventListener("click", choosePreset);
  byId("undo").addEventListener("click", undo);
  byId("ready").addEventListener("click", lock);
  pitch.addEventListener("pointerdown", pressed);
  pitch.addEventListener("pointermove", dragged);
  pitch.addEventListener("pointerup", dropped);
  pitch.addEventListener("pointercancel", dropped);
}
render();
watch(refresh, 3);
tellHowItEnded();
// What was changed a moment ago is still saved when the page is left.
addEventListener("pagehide", () => timer && save());
