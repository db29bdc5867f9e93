/** The seven touches of the first page: one after the other, then a match. */
import { Lesson, partsOf } from "./lesson.js";
import { call, embedded } from "../games/page.js";
import { t } from "../words.js";

const LAST = 7;
const root = document.querySelector(".lesson");
const say = root.querySelector("[data-say]");
const count = root.querySelector("[data-count]");
const told = root.querySelector("[data-told]");

const fetched = (number) => call("GET", `/api/v1/learn/whistle/${number}`);
let coming = null;

const lesson = new Lesson(partsOf(root), embedded("step"), async () => {
  const { step } = lesson.step;
  if (step === LAST) return finish();
  const onward = await (coming ?? fetched(step + 1)).catch(() => fetched(step + 1));
  await new Promise((resolve) => setTimeout(resolve, 700));
  show(onward);
});
coming = fetched(2);
root.classList.add("begun");

function show(step) {
  lesson.begin(step);
  say.textContent = step.say;
  told.textContent = "";
  count.textContent = t("{n} of {all}", { n: step.step, all: LAST });
  coming = step.step < LAST ? fetched(step.step + 1) : null;
  coming?.catch(() => {});
}

function finish() {
  say.textContent = t("You can play. Kick off!");
  count.textContent = "✓";
  document.querySelector("[data-play]").focus();
}
