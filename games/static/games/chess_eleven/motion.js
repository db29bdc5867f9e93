/** Turns in motion: men glide, the ball flies. Fetched when something moves. */
import { apply, parse, read } from "./pieces.js";

/** Let a turn happen before the eye: all of it, or only what is not shown yet, in `all`
 *  milliseconds. Any tap or key ends it.
 */
export async function play(pitch, turn, { only = null, all = 600 } = {}) {
  const patience = new AbortController();
  const { signal } = patience;
  const stop = () => {
    patience.abort();
    pitch.skip();
  };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, stop, { capture: true, signal });
  let before = read(turn.position_before);
  const each = Math.min(420, all / turn.actions.length);
  for (const text of turn.actions) {
    if (signal.aborted) return;
    const action = parse(text);
    const after = apply(before, action);
    if (!only || (action.kind === "shot" && only.kind === "shot")) {
      await act(pitch, turn, { before, after, action }, only ? 600 : each);
    }
    before = after;
  }
  patience.abort();
}

/** Let one action of a turn happen, between the scenes before and after it. */
export function act(pitch, { events }, { before, after, action: { kind, from, to } }, ms) {
  // The glow stays away until the carrier has come to where it lies.
  pitch.show({ ...(kind === "move" ? after : before), isLoose: true, isInert: true });
  if (kind === "move") return pitch.glide(from, to, ms);
  if (kind === "pass") return pitch.fly([before.ball, to], ms);
  const { outcome, at } = events.find(({ type }) => type === "shot");
  // Into the net, to whoever stopped it, or past the post to the corner.
  const end = outcome === "goal" ? [pitch.centre(to), pitch.net(to)] : at === to ? [to] : [pitch.centre(to), at];
  return pitch.fly([before.ball, ...end], ms, "forwards");
}
