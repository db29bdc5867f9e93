/** Stepping through a game on boards of squares. */
import "./board.js";
import { embedded } from "../page.js";
import { start } from "../replay.js";

const board = document.querySelector("ce-grid");
const { scenes: [first, ...changes], turns } = embedded("page");

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
  const move = events.find(({ type }) => type === "move");
  if (moving && move) await board.glide(move.from, move.to, 300 / rate);
}

board.classList.remove("still");
board.build(first);
start(show);
