/** Stepping through a game on boards of squares. */
import "./board.js";
import { embedded, inTime } from "../page.js";
import { start } from "../replay.js";
import { wonBy } from "./won.js";

const board = document.querySelector("ce-grid");
const { scenes: [first, ...changes], turns, side, names, ranking, out } = embedded("page");
let family = null;

/** Return the scene after so many turns. */
function sceneAfter(number) {
  const pieces = new Map(first.panels.flatMap((panel) => panel.pieces.map((piece) => [piece.at, piece])));
  for (const { changed } of changes.slice(0, number)) {
    for (const [square, piece] of Object.entries(changed)) {
      if (piece) pieces.set(square, piece);
      else pieces.delete(square);
    }
  }
  const { touched, checked, arrows } = changes[number - 1] ?? first;
  const panels = first.panels.map((panel) => ({
    ...panel,
    pieces: panel.squares.map(({ name }) => pieces.get(name)).filter(Boolean),
  }));
  return { ...first, panels, touched, checked, arrows };
}

/** Show the board as a turn left it; `moving` lets it happen first. */
async function show({ number, actions, events }, moving, rate, tell) {
  tell();
  const place = turns.findIndex((turn) => turn.number === number);
  const scene = sceneAfter(actions.length ? place + 1 : place);
  board.show({ scene, marks: new Map(scene.checked.map((square) => [square, ["check"]])), lanes: scene.arrows.map(([from, to]) => ["stands", from, to]), isInert: true });
  showPlayers(scene, actions.length ? place + 1 : 0, turns[place].side);
  showWon(scene);
  const move = events.find(({ type }) => type === "move");
  if (moving && move) await board.glide(move.from, move.to, 300 / rate);
}

/** Show who plays, as on the page of the game: from the one whose turn is shown, of so many played. */
function showPlayers(scene, played, mover) {
  if (!family) return;
  const { panels: [{ pieces }], arrows } = scene;
  const [presence, checks] = [{}, {}];
  for (const { owner, state } of pieces) presence[owner] = state || "present";
  const ownerOn = (square) => pieces.find(({ at }) => at === square)?.owner;
  for (const [from, to] of arrows) checks[ownerOn(to)] = ownerOn(from);
  family.show({ game: { presence, checks, awaiting: [mover], result: ranking && played === turns.length ? { ranking } : null }, turns: turns.slice(0, played), staged: [] }, scene);
}

function showWon({ panels }) {
  const pieces = panels.flatMap((panel) => panel.pieces);
  for (const won of document.querySelectorAll(".won")) won.textContent = wonBy(won.dataset.side, pieces, panels.length > 1);
}

const { Family } = first.signs ? await inTime(import("./family.js")).catch(() => ({})) : {};
board.build(first);
if (Family) family = new Family(board, { game: { players: names }, seen_from: side, names, out });
start(show);
