/** Clocks that never lie: they count down to the moments that the server names, rounded down, and
 * stand at nought until it speaks.
 */
import { byId, el, every, kept, say } from "../games/page.js";
import { spoken, t, tn } from "../words.js";

const LAST = 5;
const HURRY = 10_000;
// From here on the button of a turn counts down too.
const NEAR = 30_000;
// What is said of your own time: more would be in the way of all else that is to be heard.
const SAID = [5, 10];
const BEAT = 100;

/** Return what is left on each clock at a moment, in milliseconds. `awaited` are the sides to act. */
export function left(live, awaited, now) {
  const from = live.runs_from ? Date.parse(live.runs_from) : now;
  const ran = live.running ? Math.max(0, now - from) : 0;
  const until = (moment) => (moment ? Math.max(0, Date.parse(moment) - Math.max(now, from)) : null);
  const clocks = { turn: until(live.turn_ends_at), formation: until(live.formation_ends_at), isShowing: now < from };
  for (const [name, ms] of Object.entries(live.clock_ms)) {
    const counts = name === "match" || awaited.includes(name);
    clocks[name] = Math.max(0, ms - (counts ? ran : 0));
  }
  return clocks;
}

/** Return a time as a clock shows it: `4:32`, and tenths of the last ten seconds, never rounded up. */
export function written(ms) {
  if (ms < HURRY) return (Math.floor(ms / 100) / 10).toLocaleString(spoken, { minimumFractionDigits: 1 });
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return the minute that is being played, as reported in football; null without halves. */
export function minuteOf({ half, phase, terms, clock_ms: { match } }) {
  if (match === undefined) return null;
  const whole = terms.half / 60;
  const before = whole * (half - 1);
  // The second half has its time from the end of the first.
  if (half > 1 && phase === "formation" && match === terms.half * 1000) return `${before}+1`;
  return match ? before + Math.floor((terms.half - match / 1000) / 60) + 1 : `${before + whole}+1`;
}

/** Run the clocks of the page: `read()` gives the game, `now()` the server's time or null. `warn` is
 * said for a side whose own time is short.
 */
export function runClocks(side, read, now) {
  const place = byId("clocks");
  const parts = Object.fromEntries([...place.querySelectorAll("[data-clock]")].map((node) => [node.dataset.clock, node]));
  let heard = null;
  let told = null;

  function show(name, text, state) {
    const node = parts[name];
    if (!node) return;
    const time = node.querySelector("time");
    if (time.textContent !== text) time.textContent = text;
    if (node.dataset.state !== state) node.dataset.state = state;
  }

  function tick() {
    const { live, awaiting } = read();
    const time = now();
    if (!live || time === null) return;
    const clocks = left(live, awaiting, time);
    const isForming = clocks.formation !== null;
    for (const node of Object.values(parts)) {
      const { clock, side: owner } = node.dataset;
      if (clock === "match") show(clock, written(clocks.match), live.running && !clocks.isShowing ? "runs" : "stands");
      else {
        const runs = awaiting.includes(owner);
        // Who waits is shown the time of the next turn, and who is ready needs none.
        const ms = isForming ? (runs ? clocks.formation : null) : owner in clocks && live.phase === "turn" ? clocks[owner] : runs ? clocks.turn : clocks[owner] ?? live.terms.turn * 1000;
        show(clock, ms === null ? "✓" : written(ms), !runs ? "stands" : clocks.isShowing ? "shown" : ms < HURRY ? "hurry" : "runs");
      }
    }
    const mine = awaiting.includes(side) && !clocks.isShowing ? (isForming ? clocks.formation : clocks[side] ?? clocks.turn) : null;
    if (mine !== null) warn(mine, live.turn_ends_at ?? live.formation_ends_at);
    // Where the thumb is, the eye is: the seconds left are on the button too.
    const button = byId("send") ?? byId("ready");
    if (button) button.dataset.left = mine !== null && mine <= NEAR ? Math.floor(mine / 1000) : "";
    sayLast(clocks.match === 0 && live.phase === "turn" && !clocks.isShowing, live.half);
  }

  /** Say that the half, or the game, is over after this turn (9.11). */
  function sayLast(isLast, half) {
    if (!sign("last-turn", isLast && t("Last turn"))) return;
    const detail = half === 2 ? t("Last turn of the game.") : t("Last turn of the half.");
    // Of those who only look on no page takes it.
    if (dispatchEvent(new CustomEvent("notice", { detail, cancelable: true }))) say(detail);
  }

  /** Tell those who listen that ten and five seconds are left, and let the last five be heard. */
  function warn(ms, ends) {
    const bound = SAID.find((seconds) => ms <= seconds * 1000);
    const words = `${ends}:${bound}`;
    const second = Math.ceil(ms / 1000);
    if (bound && ms > 0 && told !== words) {
      told = words;
      say(tn("{n} second left.", "{n} seconds left.", second));
    }
    const beat = `${ends}:${second}`;
    if (ms <= 0 || second > LAST || heard === beat) return;
    heard = beat;
    if (kept(localStorage, "sound")) import("../games/sounds.js").then(({ play }) => play("tick")).catch(() => {});
  }

  every(BEAT, tick);
  tick();
  return tick;
}

/** Say that the line is lost, and take it back once it is there again. */
export function showLine(isLost) {
  byId("clocks").dataset.line = isLost ? "lost" : "";
  sign("line-lost", isLost && t("Connecting…"));
}

/** Say that the clocks stand for everyone, and take it back once they run again. */
export function showPause(isPaused) {
  if (sign("paused", isPaused && t("Clocks paused"))) say(t(
    "The clocks are paused for a moment. You can still play.",
  ));
}

/** Have a sign in the place of the half, or none; return whether it is new. */
function sign(id, words) {
  const there = byId(id);
  if (!words) there?.remove();
  else if (!there) document.querySelector("#clocks .half")?.append(el("span", { id, class: "sign", textContent: words }));
  return Boolean(words) && !there;
}
