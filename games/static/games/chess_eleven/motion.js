/** Turns in motion: men glide, the ball flies, a shot and a mate are events. Fetched when something
 *  moves, or is about to.
 */
import { apply, parse, read } from "./pieces.js";
import { kept } from "../page.js";
import { t } from "../../words.js";

/** Let a turn happen before the eye: all of it, or only what is not shown yet, in `all`
 *  milliseconds and the time that a shot takes. Any tap or key ends it. `begun` is a shot that is
 *  in the air already; `told` is called when what came of it may be told. A press that ends it does
 *  nothing else where it is modal.
 */
export async function play(pitch, turn, { only = null, all = 600, begun = null, told, isModal = true, ...how } = {}) {
  const look = { ...how, by: turn.side };
  const patience = new AbortController();
  const { signal } = patience;
  let scene = begun?.scene;
  const stop = (event) => {
    patience.abort();
    pitch.skip();
    scene?.skip();
    if (isModal) swallow(event);
  };
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, stop, { capture: true, signal });
  let before = read(turn.position_before);
  const each = Math.min(420, all / turn.actions.length);
  for (const text of turn.actions) {
    const action = parse(text);
    const after = apply(before, action);
    if (action.kind === "shot") {
      const shot = begun ?? (await begin(pitch, before, action, look));
      scene = shot.scene;
      if (signal.aborted) scene.skip();
      await shot.end(turn, told);
    } else if (!only && !signal.aborted && !pitch.isStill) await act(pitch, { before, after, action }, each);
    before = after;
  }
  if (turn.events.some(({ type }) => type === "checkmate")) {
    const { Scene } = await prepare(pitch);
    pitch.show({ ...before, isLoose: true, isInert: true });
    scene = new Scene(pitch, { ...look, sounds: await sounds(), isStill: pitch.isStill });
    if (signal.aborted) scene.skip();
    await scene.fell(kingOf(before.men, turn.side === "white" ? "k" : "K"), { told });
  }
  patience.abort();
}

const kingOf = (men, king) => [...men].find(([, man]) => man === king)?.[0];

/** Let the press that ended a scene do nothing else. */
function swallow({ type }) {
  if (type !== "pointerdown") return;
  const quiet = new AbortController();
  addEventListener("click", (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { capture: true, signal: quiet.signal, once: true });
  setTimeout(() => quiet.abort(), 400);
}

/** Let one move or pass of a turn happen, between the scenes before and after it. */
export function act(pitch, { before, after, action: { kind, from, to } }, ms) {
  // The glow stays away until the carrier has come to where it lies.
  pitch.show({ ...(kind === "move" ? after : before), isLoose: true, isInert: true });
  return kind === "move" ? pitch.glide(from, to, ms) : pitch.fly([before.ball, to], ms);
}

/* --- a shot ------------------------------------------------------------------------------ */

/** Fetch what a shot is played with, so that it is there when it is needed. */
export async function prepare(pitch) {
  const match = pitch.closest(".match");
  if (match) {
    match.dataset.skip = t("Tap to skip");
    match.style.setProperty("--mine", getComputedStyle(pitch).getPropertyValue(pitch.dataset.side === "black" ? "--black-word" : "--white-word"));
  }
  const [module] = await Promise.all([import("./scene/shot.js"), dress(pitch), sounds()]);
  return module;
}

let dressed = null;

function dress(pitch) {
  dressed ??= new Promise((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: pitch.dataset.scene, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
  return dressed;
}

/** Return what makes the scenes heard, if the reader wants that. */
export const sounds = async () => (kept(localStorage, "sound") ? import("../sounds.js").catch(() => null) : null);

/** Let a shot begin; `end(turn, told)` ends it as the turn says, `giveUp()` without any end. */
export async function begin(pitch, before, { to }, { chances = [], ...look }) {
  const { Scene } = await prepare(pitch);
  pitch.show({ ...before, isLoose: true, isInert: true, paint: (marks) => marks.lane(before.ball, to) });
  const scene = new Scene(pitch, { ...look, sounds: await sounds(), isStill: pitch.isStill });
  let know, giveUp, tell;
  const fate = new Promise((resolve, reject) => {
    know = resolve;
    giveUp = reject;
  });
  const over = scene.shoot({ from: before.ball, to, chances, fate, told: () => tell?.() });
  return {
    scene,
    giveUp,
    end({ events, rolls }, told) {
      tell = told;
      const { outcome, at } = events.find(({ type }) => type === "shot");
      know({ outcome, at, roll: rolls?.[0] });
      return over;
    },
  };
}
