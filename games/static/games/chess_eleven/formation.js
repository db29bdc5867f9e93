/** Choosing a formation: tap and tap, the substitute, formations with a name, and the opponent's choice
 *  as it changes.
 *
 *  Every change is saved soon, for a missed deadline locks what was saved last (3.6). The service
 *  judges; what is known here of law 3 only lets a tap be answered.
 */
import "./pitch.js";
import { FILES, NAMES, isWhite } from "./pieces.js";
import { enableDragging } from "./drag.js";
import { Offline, byId, call, embedded, inTime, keep, kept, newSalt, offline, phase, runClock, runMenu, saw, say, seen, showOffers, unveil, watch, withLaw } from "../page.js";
import { listed, t } from "../../words.js";

const OWNED = "KQRRBBNNPPPP";
const BENCH = "bench";
const SAVE_AFTER = 400;
const REFUSED = 3000;
const EXPLAINED = "explained";

const sheets = () => inTime(import("../sheets.js")).catch(offline);
const nextGame = () => inTime(import("../next_game.js")).catch(offline);
history.scrollRestoration = "manual";
let [page, api, pitch, game, pieces, salt] = [];
let [side, other, king, guard, ranks, rival] = [];
let before = [];
let selected = null;
let note = "";
// What was refused, for as long as it is shown: the square, and a second line.
let refused = null;
let shapes = null;
let fault = null;
let shown = null;
let isShown = false;
let isLeaving = false;
let isUnsaved = false;
let timer = null;
let ending = null;
let saving = null;

const isReady = () => !page.side || game.formation[side].ready;
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
  return substitute() !== "P" && maySubstitute();
}

const maySubstitute = () => game.formation[side].may_substitute;

/** Whether this has not been shown to the reader yet: they have lined up for no round, and not put it away. */
const isFirst = () => page.side && !page.game.live && !page.kept.last && !kept(localStorage, EXPLAINED)?.includes("substitute");

/* --- what is shown ----------------------------------------------------------------------- */

function render() {
  if (!isShown) return;
  const men = new Map();
  const own = (letter) => (side === "white" ? letter : letter.toLowerCase());
  for (const [square, letter] of Object.entries(pieces)) men.set(square, own(letter));
  for (const [square, letter] of Object.entries(game.formation[other].pieces)) {
    men.set(square, side === "white" ? letter.toLowerCase() : letter);
  }
  const locked = isReady();
  const targets = locked ? [] : zone().filter((square) => accepts(square));
  const words = new Map(targets.map((square) => [square, pieces[square] ? t("swap") : t("put here")]));
  if (!selected && !locked) for (const square of Object.keys(pieces)) if (!isFixed(square)) words.set(square, t("can be moved"));
  for (const square of [king, guard]) words.set(square, t("can't be moved"));
  pitch.show({
    men, ball: null, words, selected, isInert: locked, live: targets,
    start: Object.keys(pieces).find((square) => !isFixed(square)),
    dim: (letter) => page.side && isWhite(letter) !== (side === "white"),
    paint(marks) {
      if (locked) return;
      const [, y] = pitch.corner(`a${side === "white" ? 3 : 6}`);
      marks.add("zone", `M.05 ${y + 0.05}h7.9v2.9h-7.9z`);
      for (const square of [king, guard]) {
        const [u, v] = pitch.corner(square);
        marks.add("plate", `M${u + 0.72} ${v + 0.05}h.22v.22h-.22z`);
        marks.add("lock", `M${u + 0.76} ${v + 0.16}h.14v.09h-.14zm.025 0v-.035a.045.045 0 0 1 .09 0v.035`);
      }
      if (refused) {
        marks.frame(refused.square, "edge");
        marks.frame(refused.square, "refused");
      }
      if (selected && selected !== BENCH) marks.frame(selected);
      for (const square of targets) pieces[square] ? selected === BENCH && marks.ring(square) : marks.move(square);
    },
  });
  for (const square of zone()) pitch.buttonOf(square).classList.toggle("own", !locked && Boolean(pieces[square]) && !isFixed(square));
  renderPanel(locked);
  // Time that was lost is given back: the clock goes by what the service says now.
  if (byId("deadline") && game.deadline) byId("deadline").dateTime = game.deadline;
}

const zone = () => [...ranks].flatMap((rank) => [...FILES].map((file) => file + rank));

/** Return whether what is selected may go to this square. */
function accepts(square) {
  if (!selected || square === selected || isFixed(square) || !isOwn(square)) return false;
  return selected !== BENCH || mayReplace(square);
}

function renderPanel(locked) {
  const [title, hint] = words(locked);
  // A link that is put there anew would lose the focus.
  if (title !== shown) byId("prompt").replaceChildren(...withLaw(title, fault));
  shown = title;
  byId("prompt").classList.toggle("no", Boolean(refused));
  byId("theirs").textContent = game.formation[other].ready ? t("ready ✓") : t("lining up");
  if (locked && document.activeElement === byId("ready")) byId("prompt").focus({ preventScroll: true });
  byId("play-bar").hidden = locked;
  byId("wait-bar").hidden = !locked;
  showOffers(game, page.side);
  if (!byId("bench")) return;
  byId("hint").textContent = hint;
  byId("undo").disabled = !before.length;
  byId("bench").hidden = locked;
  document.querySelector(".arrange").classList.toggle("first", isFirst());
  shapes?.render(locked);
  const letter = substitute();
  const others = [...(maySubstitute() ? "P" : ""), ..."NBRQ"].filter((one) => one !== letter);
  byId("bench").setAttribute("aria-pressed", String(selected === BENCH));
  byId("bench-man").setAttribute("href", `#p-${letter.toLowerCase()}`);
  byId("bench-name").textContent = t("Your substitute: a {piece}", { piece: called(letter) });
  byId("bench-for").textContent = t("Swap it in for a {pieces}.", { pieces: listed(others.map(called), "disjunction") });
}

/** Return the prompt and the line under it. */
function words(locked) {
  if (refused) return [note, refused.hint];
  if (note) return [note, ""];
  if (!page.side) return [["white", "black"].map(stateOf).join(" "), ""];
  if (locked) return [t("Waiting for {name}'s formation.", { name: rival }), ""];
  if (selected) return [selected === BENCH ? t("Tap the piece to replace.") : t("Tap where it goes."), ""];
  return [t("Choose your formation."), isFirst() ? t("Drag a piece, or just tap Kick off.") : ""];
}

function stateOf(one) {
  const name = page.names[one];
  return game.formation[one].ready ? t("{name} is ready ✓.", { name }) : t("{name} isn't ready.", { name });
}

/* --- arranging --------------------------------------------------------------------------- */

function tapped(square) {
  if (isReady()) return;
  allow();
  if (accepts(square)) return put(selected, square);
  if (square === selected) return select(null);
  if ((selected || isFixed(square) || square in game.formation[other].pieces) && refuse(square)) return;
  if (selected === BENCH || !pieces[square]) return select(null);
  selected = square;
  say(t("{piece} {square} selected. Choose where it goes.", { piece: called(pieces[square]), square }));
  render();
}

/** Show why nothing goes to this square, for a while, and return true; false where nothing need be said. */
function refuse(square) {
  const isOver = !isOwn(square);
  if (isFixed(square)) note = t("The king stays in goal.");
  else if (isOver) note = t("Only your own three ranks.");
  else if (selected === BENCH && pieces[square] === "P" && substitute() !== "P") note = t("Only after you score.");
  else return false;
  // What may not go there shakes; the substitute is on no square.
  const at = (isOver && selected !== BENCH && selected) || square;
  refused = { square: at, hint: isFixed(square) ? t("The pawn in front of him stays too.") : "" };
  if (selected !== BENCH) selected = null;
  say(`${note} ${refused.hint}`.trim());
  render();
  queueMicrotask(() => pitch.shake(at));
  ending = setTimeout(() => {
    allow();
    render();
  }, REFUSED);
  return true;
}

/** Take back what stands in the prompt for a while. */
function allow() {
  clearTimeout(ending);
  note = "";
  refused = null;
}

function select(what) {
  allow();
  selected = what;
  if (what === BENCH) say(t(
    "The substitute, a {piece}, is selected. Choose the piece to replace.", { piece: called(substitute()) }));
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
  const [piece, other] = [called(letter), here && called(here)];
  say(here ? t("{piece} to {to}, {other} to {from}.", { piece, to, other, from }) : t("{piece} to {to}.", { piece, to }));
}

/** Take on a new arrangement; it can be undone and is saved a moment later. */
function change(after) {
  allow();
  before.push(pieces);
  pieces = after;
  selected = null;
  render();
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER);
}

function undo() {
  if (!before.length) return say(t("There's nothing to undo."));
  change(before.pop());
  before.pop();
  render();
  say(t("Undone."));
}

/** Save what stands on the pitch; `ready` locks it. Saves go one after the other, but for one
 * made in leaving, which cannot wait. None is broken off when the page goes.
 */
async function save({ ready = false, isLast = false } = {}) {
  clearTimeout(timer);
  timer = null;
  if (!isLast) await saving?.catch(() => {});
  // The service takes nothing more once it is locked, or once the game has begun.
  if (isLeaving || isReady()) return;
  const placed = pieces;
  const request = call("PUT", `${api}/formation`, { body: { pieces: placed, ready, ...salt }, keepalive: true });
  saving = request;
  try {
    const answer = await request;
    // Only the word of a save that failed is taken back by one that did not.
    if (isUnsaved) note = "";
    isUnsaved = false;
    if (pieces === placed || ready) take(answer);
    if (!ready) say(t("Saved."));
  } catch (error) {
    isUnsaved = true;
    note = error instanceof Offline ? t("You're offline. Not saved yet.") : error.message;
    fault = error;
    say(note);
    if (error instanceof Offline) timer = setTimeout(save, 5000);
    else if (error.status === 409) location.reload();
    render();
  } finally {
    if (saving === request) saving = null;
  }
}

async function lock() {
  allow();
  await save({ ready: true });
  if (!isReady()) return;
  render();
  say(t("Waiting for {name}'s formation.", { name: rival }));
  if (page.game.live) return;
  const { answered, findNext } = await nextGame();
  answered(api);
  await findNext(api);
}

/** Take the service's word for how things stand. */
function take(answer) {
  if (isLeaving) return;
  if (answer.status !== "formation") {
    isLeaving = true;
    clearTimeout(timer);
    return phase.goOn();
  }
  const wasReady = game.formation[other].ready;
  game = answer;
  if (!wasReady && game.formation[other].ready) {
    note = "";
    say(t("{rival} is ready.", { rival }));
  }
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

/** Show the formations with a name, and to those who line up for the first time how it is done. */
async function help() {
  const { Shapes } = await import("./shapes.js");
  shapes = new Shapes({
    read: () => ({ pieces, maySubstitute: maySubstitute() }),
    choose: change,
    tell: (words, error = null) => {
      allow();
      [note, fault] = [words, error];
      say(note);
      render();
    },
  });
  if (isShown) render();
  else renderPanel(isReady());
  if (!isFirst()) return;
  const { teach } = await import("./first_line_up.js");
  if (isReady()) return;
  teach(pitch, side, () => {
    keep(localStorage, EXPLAINED, [...(kept(localStorage, EXPLAINED) ?? []), "substitute"]);
    render();
  });
}

/** Show once, on each device, how the round before ended, if the other side ended it; what came of
 * it is told after that.
 */
async function showHowItEnded() {
  const { signal } = phase.life;
  const last = page.turns.at(-1);
  // Who plays live has seen it on the page before, and has seconds.
  const isNews = page.side && !page.game.live && last && last.side !== side && last.number > seen();
  if (page.side) saw(last?.number ?? 0);
  if (isNews) await inTime(import("./round_end.js")).then(({ showRoundEnd }) => showRoundEnd(pitch, last, game, side, (one) => page.names[one])).catch(() => {});
  unveil();
  // What is under the board has its place before the word across it goes.
  const isBreak = byId("bench") && !isReady() && document.querySelector("#clocks .break");
  if (isBreak) {
    renderPanel(false);
    help().catch(() => {});
  }
  const words = page.game.live ? await secondHalf().catch(() => "") : "";
  // Where both were ready sooner, the page is that of the next phase.
  if (signal.aborted) return;
  note ||= words;
  isShown = true;
  render();
  // Without it the pieces can still be put where they are to be.
  if (!isBreak && byId("bench") && !isReady()) help().catch(() => {});
}

/** Show the end of the first half; return what is to be done after it. */
async function secondHalf() {
  const { showHalfTime } = await inTime(import("../../live/arranging.js"));
  return await showHalfTime(pitch, game, page.side, (one) => page.names[one]) ? t("Second half. Choose your formation.") : "";
}

/* --- beginning --------------------------------------------------------------------------- */

/** Let the page be arranged on that stands here now: of a live game each half, each goal bring one. */
export function begin() {
  page = embedded("page");
  api = `/api/v1/games/${page.game.id}`;
  pitch = document.querySelector("ce-pitch");
  game = page.game;
  // Whoever only looks on sees it as White does, and has nothing to choose.
  side = page.side ?? "white";
  other = side === "white" ? "black" : "white";
  [king, guard] = side === "white" ? ["d1", "d2"] : ["d8", "d7"];
  ranks = side === "white" ? "123" : "678";
  rival = page.names[other];
  pieces = { ...game.formation[side].pieces };
  // The same with each save, so that one sent twice adds it once.
  salt = newSalt(page.game, page.side);
  [before, selected, note, refused, shapes, fault, shown, timer, saving] = [[], null, "", null, null, null, null, null, null];
  isShown = isLeaving = isUnsaved = false;
  connect();
  showHowItEnded();
  watch(refresh, 3);
  if (page.game.live) import("../../live/arranging.js").then(({ join }) => join({ api, side, isPlayer: Boolean(page.side), refresh, read: () => game, take: (answer) => {
    game = answer;
    render();
  } })).catch(() => {});
}

function connect() {
  const { signal } = phase.life;
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
  }, { sheets, nextGame });
  if (byId("bench")) {
    byId("bench").addEventListener("click", () => select(selected === BENCH ? null : BENCH));
    byId("undo").addEventListener("click", undo);
    byId("ready").addEventListener("click", lock);
    enableDragging(pitch, {
      mayTake: (square) => !isReady() && pieces[square] && !isFixed(square),
      select: (square) => {
        if (square) allow();
        selected = square;
        render();
      },
      mayDrop: (square) => accepts(square) || (square !== selected && refuse(square), false),
      drop: (square) => put(selected, square),
    });
  }
  // What was changed a moment ago is still saved when the page is left, or put away for good.
  const leave = () => timer && save({ isLast: true });
  addEventListener("pagehide", leave, { signal });
  document.addEventListener("visibilitychange", () => document.hidden && leave(), { signal });
}

// Fetched ahead of the phase that it is for, it begins with that.
if (document.querySelector(".arrange")) begin();
