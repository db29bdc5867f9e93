/** Turns in motion: men glide, the ball flies, a shot and a mate are events. Fetched when something
 * moves, or is about to.
 */
import { NAMES, apply, oddsOf, parse, read } from "./pieces.js";
import { byId, el, embedded, inTime, kept } from "../page.js";
import { t } from "../../words.js";

/** Let a turn happen before the eye: all of it, or only what is not shown yet, in `all`
 * milliseconds and the time that a shot takes. Any tap or key ends it. `begun` is a shot that is in
 * the air already; `told` is called when what came of it may be told, `onward` when the page may
 * continue while the rest is still seen. A press that ends it before it is told does nothing else
 * where it is modal.
 */
export async function play(pitch, turn, { only = null, all = 600, begun = null, told, onward, isModal = true, ...how } = {}) {
  const look = { ...how, by: turn.side };
  const patience = new AbortController();
  const { signal } = patience;
  let scene = begun?.scene;
  let isTold = false;
  const tell = () => {
    isTold = true;
    told?.();
  };
  const stop = (event) => {
    patience.abort();
    pitch.skip();
    scene?.skip();
    if (isModal && !isTold) swallow(event);
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
      await shot.end(turn, tell, onward);
    } else if (!only && !signal.aborted && !pitch.isStill) await act(pitch, { before, after, action }, each);
    before = after;
  }
  if (turn.events.some(({ type }) => type === "checkmate")) {
    const { Scene } = await prepare(pitch);
    pitch.show({ ...before, isLoose: true, isInert: true });
    scene = new Scene(pitch, { ...look, sounds: await sounds(), isStill: pitch.isStill });
    if (signal.aborted) scene.skip();
    await scene.fell(kingOf(before.men, turn.side === "white" ? "k" : "K"), { told: tell, onward });
  }
  patience.abort();
}

/** Play a turn on the page of a game, which goes quiet for a shot and a mate. It returns when all is
 * over; with `lingers` when the page may continue, and calls `ended` when it is over.
 */
export async function perform(pitch, turn, { page, lingers, ended, ...how }) {
  const shot = turn.events.find(({ type }) => type === "shot");
  let ticker;
  if (shot && !how.begun) ticker = quiet(page, beforeShot(turn), turn.number);
  else if (!shot && !pitch.isStill && turn.events.some(({ type }) => type === "checkmate")) ticker = tickerOf(page, turn.number, t("Check… is there a way out?"));
  await new Promise((resolve, fail) => {
    const over = play(pitch, turn, { ...how, ticker, chances: oddsOf(turn), onward: lingers ? resolve : null });
    over.then(() => {
      resolve();
      if (lingers && !pitch.isStill) ended();
    }, fail);
  });
}

/** Return the scene in which a turn's shot is taken: who shoots may have moved or got the ball in it. */
function beforeShot({ position_before: before, actions }) {
  const earlier = actions.map(parse).filter(({ kind }) => kind !== "shot");
  return earlier.reduce(apply, read(before));
}

/** Let the page of a game go quiet but for who shoots; return what writes the next line. */
export function quiet(page, { men, ball }, number) {
  return tickerOf(page, number, t("The {piece} on {square} shoots…", { piece: NAMES[men.get(ball).toLowerCase()], square: ball }));
}

function tickerOf(page, number, text) {
  const minute = page.minute?.(number) ?? embedded("page").minutes?.[number] ?? number;
  const ticker = (line) => {
    // Another turn is shown meanwhile.
    if (page.hush() === false) return;
    const prompt = byId("prompt");
    prompt.classList.remove("chances");
    prompt.replaceChildren(el("b", { textContent: `${minute}′` }), ` ${line}`);
    prompt.parentElement.classList.add("hushed");
  };
  ticker(text);
  return ticker;
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
  return kind === "move" ? pitch.glide(from, to, ms) : pitch.fly([before.ball, to], ms, "forwards");
}

/* --- a shot ------------------------------------------------------------------------------ */

/** Fetch what a shot is played with, so that it is there when it is needed. */
export async function prepare(pitch) {
  const match = pitch.closest(".match");
  if (match) {
    match.dataset.skip = t("Tap to skip");
    match.style.setProperty("--mine", getComputedStyle(pitch).getPropertyValue(pitch.dataset.side === "black" ? "--black-word" : "--white-word"));
  }
  const [module] = await inTime(Promise.all([import("./scene/shot.js"), dress(pitch), sounds()]));
  return module;
}

/** Write a word across the pitch in the kit of a side, until the pitch is touched. */
export async function spell(pitch, word, side) {
  const [{ banner }] = await inTime(Promise.all([import("./scene/banner.js"), dress(pitch, { isWord: true })]));
  pitch.curtain = banner(pitch, word, side);
}

const dressed = new Map();

/** Fetch the styles of the scenes, whose addresses the pitch knows; for a word alone, those of its letters. */
function dress(pitch, { isWord = false } = {}) {
  const hrefs = pitch.dataset.scene.split(" ").slice(isWord ? -1 : 0);
  for (const href of hrefs) {
    if (!dressed.has(href)) dressed.set(href, new Promise((resolve) => {
      const link = document.createElement("link");
      Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: resolve });
      document.head.append(link);
    }));
  }
  return Promise.all(hrefs.map((href) => dressed.get(href)));
}

/** Return what makes the scenes heard and felt, if the reader wants either. */
export const sounds = async () =>
  kept(localStorage, "sound") || embedded("page")?.settings?.vibrate ? import("../sounds.js").catch(() => null) : null;

/** Let a shot begin; `end(turn, told, onward)` ends it as the turn says, `giveUp()` without any end. */
export async function begin(pitch, before, { to }, { chances = [], ...look }) {
  const { Scene } = await prepare(pitch);
  pitch.show({ ...before, isLoose: true, isInert: true, paint: (marks) => marks.lane(before.ball, to) });
  const scene = new Scene(pitch, { ...look, sounds: await sounds(), isStill: pitch.isStill });
  let know, giveUp, tell, go;
  const fate = new Promise((resolve, reject) => {
    know = resolve;
    giveUp = reject;
  });
  const keeper = kingOf(before.men, look.by === "white" ? "k" : "K");
  const over = scene.shoot({ from: before.ball, to, chances, fate, keeper, told: () => tell?.(), onward: () => go?.() });
  return {
    scene,
    giveUp,
    end({ events, rolls }, told, onward) {
      [tell, go] = [told, onward];
      const { outcome, at } = events.find(({ type }) => type === "shot");
      know({ outcome, at, roll: rolls?.[0] });
      return over;
    },
  };
}
