/** Stepping through a game on the pitch. */
import "./pitch.js";
import { act } from "./motion.js";
import { apply, paintTrail, parse, read, scoredAt } from "./pieces.js";
import { start } from "../replay.js";

const pitch = document.querySelector("ce-pitch");

/** Show the pitch as a turn left it, with its trail; `moving` lets it happen first. */
async function show(turn, moving) {
  let scene = read(turn.position_before);
  for (const text of turn.actions) {
    const action = parse(text);
    const after = apply(scene, action);
    if (moving && !pitch.isStill) {
      await act(pitch, turn, { before: scene, after, action }, 300);
      // Another turn was asked for meanwhile.
      if (!moving()) return;
    }
    scene = after;
  }
  const { men, ball, isLoose } = turn.position_after ? read(turn.position_after) : scene;
  const scored = scoredAt(turn);
  pitch.show({ men, ball: scored ? null : ball, isLoose, scored, isInert: true, paint: (marks) => paintTrail(marks, turn) });
}

start(show);
