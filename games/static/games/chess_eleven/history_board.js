/** Stepping through a game on the pitch. */
import "./pitch.js";
import { perform } from "./motion.js";
import { apply, paintTrail, parse, read, scoredAt } from "./pieces.js";
import { start } from "../replay.js";

const pitch = document.querySelector("ce-pitch");
const { classList: quiet } = pitch.closest(".match");

/** Show the pitch as a turn left it, with its trail; `moving` lets it happen first, on a quiet page. */
async function show(turn, moving, rate, tell) {
  quiet.remove("hushed");
  if (moving && !pitch.isStill) {
    if (!turn.events.some(({ type }) => type === "shot" || type === "checkmate")) tell();
    await perform(pitch, turn, { page: { hush: moving }, all: (300 * turn.actions.length) / rate, rate, isModal: false, told: tell });
    // Another turn was asked for meanwhile.
    if (!moving()) return;
    quiet.remove("hushed");
  }
  const left = turn.position_after ? read(turn.position_after) : turn.actions.reduce((scene, text) => apply(scene, parse(text)), read(turn.position_before));
  const { men, ball, isLoose } = left;
  const scored = scoredAt(turn);
  pitch.show({ men, ball: scored ? null : ball, isLoose, scored, isInert: true, paint: (marks) => paintTrail(marks, turn) });
}

start(show);
