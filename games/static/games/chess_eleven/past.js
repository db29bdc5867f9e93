/** Stepping through a game on the pitch. */
import "./pitch.js";
import { apply, paintTrail, parse, read } from "./pieces.js";
import { start } from "../replay.js";

const pitch = document.querySelector("ce-pitch");

/** Show the pitch as a turn left it, with its trail; `moving` lets it happen first. */
async function show(turn, moving) {
  let scene = read(turn.position_before);
  for (const text of turn.actions) {
    const action = parse(text);
    const after = apply(scene, action);
    if (moving && !pitch.isStill) {
      pitch.show({ ...(action.kind === "move" ? after : scene), isInert: true });
      if (action.kind === "move") await pitch.glide(action.from, action.to, 300);
      else await pitch.fly(scene.ball, action.to, 300, { intoNet: action.kind === "shot" });
      // Another turn was asked for meanwhile.
      if (!moving()) return;
    }
    scene = after;
  }
  const { men, ball } = turn.position_after ? read(turn.position_after) : scene;
  pitch.show({ men, ball, isInert: true, paint: (marks) => paintTrail(marks, turn) });
}

start(show);
