/** A puzzle: a step with one right turn, which the service judges. */
import { Lesson, partsOf } from "../learn/lesson.js";
import { call, embedded } from "../games/page.js";
import { t, tn } from "../words.js";

const puzzle = embedded("puzzle");
const path = `/api/v1/puzzles/${puzzle.id}`;
const root = document.querySelector(".puzzle");
const part = (name) => root.querySelector(`[data-${name}]`);
const [next, solution, like, streak, source, told] = ["next", "solution", "like", "streak", "source", "told"].map(part);

/** Return the milliseconds since the page was asked for. */
const taken = () => Math.min(Math.round(performance.now()), 86_400_000);

function ask(_step, { actions, whole }) {
  return call("POST", `${path}/try`, { body: { actions, whole, ms: taken() } });
}

const lesson = new Lesson(partsOf(root), { ...puzzle, kind: "turn" }, (_stars, answer) => over(answer), {
  ask,
  isOpen: true,
  missed: (answer) => {
    solution.hidden = false;
    tried(answer);
  },
});

/** Show what a try has changed for anyone who is logged in. */
function tried({ rating, streak: days }) {
  if (like) like.hidden = false;
  if (rating) part("level").textContent = t("your rating: {before} → {after}", rating);
  if (streak && days) streak.textContent = tn("{n} day in a row with a puzzle solved", "{n} days in a row with a puzzle solved", days);
}

/** There is nothing left to find. */
function over(answer) {
  tried(answer);
  solution.hidden = true;
  if (source) source.hidden = false;
  next.classList.add("go");
  next.focus({ preventScroll: true });
}

solution.addEventListener("click", async () => {
  solution.disabled = true;
  try {
    const answer = await call("POST", `${path}/try`, { body: { give_up: true } });
    await lesson.demonstrate(answer);
    over(answer);
  } catch (error) {
    told.textContent = error.message;
    solution.disabled = false;
  }
});

like?.addEventListener("click", async () => {
  const wanted = like.getAttribute("aria-pressed") !== "true";
  try {
    const { liked } = await call("POST", `${path}/like`, { body: { like: wanted } });
    like.setAttribute("aria-pressed", String(liked));
  } catch (error) {
    told.textContent = error.message;
  }
});
