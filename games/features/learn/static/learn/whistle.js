/** The seven touches of the first page: one after the other, each shown by hand, then a game. */
import { BACK, Lesson, partsOf } from "./lesson.js";
import { read } from "../games/chess_eleven/pieces.js";
import { call, el, embedded } from "../games/page.js";
import { t } from "../words.js";

const AFTER = 2400;
const root = document.querySelector(".lesson");
const part = (name) => document.querySelector(`[data-${name}]`);
const [say, told, count, hint, way, tip, turn, done] = ["say", "told", "count", "hint", "way", "tip", "turn", "done"].map(part);
const [go, again] = [part("play"), part("again")];
const first = embedded("step");
const LAST = first.ways.length;
const marks = root.querySelectorAll(".progress i");

const fetched = (number) => call("GET", `/api/v1/learn/whistle/${number}`);
let coming = fetched(2);
let timer = 0;

const lesson = new Lesson(partsOf(root), first, async () => {
  const { step } = lesson.step;
  clearTimeout(timer);
  if (step === LAST) return finish();
  const onward = await (coming ?? fetched(step + 1)).catch(() => fetched(step + 1));
  await new Promise((resolve) => setTimeout(resolve, 700));
  show(onward);
}, { isSingle: true, missed });
root.classList.add("begun");
aim(first);
skip();
lesson.pitch.addEventListener("tap", ({ detail: { square } }) => {
  const { from, to } = wayOf(lesson.step);
  hint.toggleAttribute("hidden", true);
  const isWrong = square !== from && square !== to;
  later(isWrong ? 0 : AFTER, isWrong);
  // What may be tapped, the service judges.
  if (isWrong && !lesson.isBusy) correct();
});
// A touch begins a tap or a pull.
lesson.pitch.addEventListener("pointerdown", () => {
  hint.toggleAttribute("hidden", true);
  later(AFTER);
});
/** Show or hide the line that promises seven steps; its room stays. */
const setLine = (visibility) => document.querySelector(".hero .line")?.style.setProperty("visibility", visibility);

again.addEventListener("click", () => {
  setLine("visible");
  done.hidden = again.hidden = true;
  show(first);
  skip();
});

function show(step) {
  // A net that was pressed has gone with the focus.
  const isInside = document.activeElement === document.body || lesson.pitch.contains(document.activeElement);
  lesson.begin(step);
  ask(step, step.say);
  told.textContent = step.hint;
  count.textContent = t("{n} of {all}", { n: step.step, all: LAST });
  marks.forEach((mark, n) => { mark.className = n + 1 < step.step ? "past" : n + 1 === step.step ? "now" : ""; });
  coming = step.step < LAST ? fetched(step.step + 1) : null;
  coming?.catch(() => {});
  aim(step);
  if (isInside) lesson.pitch.focusOn(wayOf(step).from);
}

/** Say what to do, and between which squares to those who don't see the hand. */
function ask(step, words) {
  const { from, to } = wayOf(step);
  say.textContent = words;
  say.append(el("span", { class: "vh" }, " ", t("From {from} to {to}.", { from, to })));
}

function correct() {
  ask(lesson.step, t("Not there. Follow the hand."));
}

function missed() {
  correct();
  hint.toggleAttribute("hidden", true);
  later(BACK, true);
}

/** Where a step goes from and to, and whether into the net. */
function wayOf({ step, position }) {
  const text = first.ways[step - 1];
  const isNet = text[0] === "!";
  return { from: text.length === 4 ? text.slice(0, 2) : read(position).ball, to: text.slice(-2), isNet };
}

/** Point at what a step asks for, once no one has tapped for a while. */
function aim(step) {
  const { from, to, isNet } = wayOf(step);
  const [x, y] = lesson.pitch.centre(to);
  const [u, v] = lesson.pitch.centre(from);
  const end = isNet ? y - 0.9 : y;
  way.setAttribute("d", `M${u} ${v} ${x} ${end}`);
  tip.setAttribute("transform", `translate(${x} ${end})`);
  // The hand comes from the right, so that it doesn't lie over the way, where there is room for it.
  turn.setAttribute("transform", `rotate(${x < 6 ? -35 : 0})`);
  // It goes the way that the piece or the ball does.
  tip.style.setProperty("--from", `${u - x}px ${v - end}px`);
  tip.classList.toggle("on-man", isNet || read(step.position).men.has(to));
  lesson.aim = to;
  hint.toggleAttribute("hidden", step !== first || hint.hasAttribute("hidden"));
  later(AFTER);
}

function later(ms, isPulsing = false) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // What a tap did is still to be seen.
    if (lesson.isBusy) return later(AFTER, isPulsing);
    hint.removeAttribute("hidden");
    hint.classList.toggle("pulse", isPulsing);
  }, ms);
}

function skip() {
  go.textContent = t("Skip to a game");
  go.classList.remove("go");
}

function finish() {
  say.textContent = t("You know the game.");
  told.textContent = t("Otto is waiting. First goal wins.");
  setLine("hidden");
  marks[LAST - 1].className = "past";
  hint.toggleAttribute("hidden", true);
  done.hidden = again.hidden = false;
  go.textContent = t("Kick off");
  go.classList.add("go");
  go.focus({ preventScroll: true });
}
