/** Stepping through a game on the pitch. */
import "./pitch.js";
import { play } from "./motion.js";
import { apply, oddsOf, paintTrail, parse, read, scoredAt } from "./pieces.js";
import { start } from "../replay.js";

const pitch = document.querySelector("ce-pitch");

/** Show the pitch as a turn left it, with its trail; `moving` lets it happen first. */
async function show(turn, moving, rate = 1) {
  if (moving && !pitch.isStill) {
    await play(pitch, turn, { all: (300 * turn.actions.length) / rate, rate, chances: oddsOf(turn), isModal: false });
    // Another turn was asked for meanwhile.
    if (!moving()) return;
  }
  const left = turn.position_after ? read(turn.position_after) : turn.actions.reduce((scene, text) => apply(scene, parse(text)), read(turn.position_before));
  const { men, ball, isLoose } = left;
  const scored = scoredAt(turn);
  pitch.show({ men, ball: scored ? null : ball, isLoose, scored, isInert: true, paint: (marks) => paintTrail(marks, turn) });
}

start(show);
