/** What a visitor has done, as this device keeps it: on the page of all games, and on that of one. */
import { starsKept } from "./stars.js";
import { t } from "../words.js";

const done = Object.keys(starsKept()).filter((step) => !step.startsWith("whistle/"));
const progress = document.querySelector("[data-progress]");
const onward = document.querySelector("[data-onward]");
const meter = document.querySelector("progress");
const chapters = [...document.querySelectorAll("[data-chapter]")];
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const all = meter?.max ?? sum(chapters.map(({ dataset }) => Number(dataset.steps)));

if (done.length) {
  progress.textContent = t("{n} of {all} steps", { n: done.length, all });
  if (meter) meter.value = done.length;
  const open = chapters.filter((chapter) => !shown(chapter));
  if (open[0]) {
    const link = open[0].querySelector("a");
    onward.href = link.href;
    onward.textContent = t("Continue: {title}", { title: open[0].querySelector("b").textContent });
  }
}

/** Show what is done of a chapter; return whether all of it is. */
function shown(chapter) {
  const { dataset: { chapter: key, steps } } = chapter;
  const link = chapter.querySelector("a");
  const numbers = Array.from({ length: Number(steps) }, (_, index) => index + 1);
  const left = numbers.filter((number) => !done.includes(`${key}/${number}`));
  const words = chapter.querySelector("small");
  if (!left.length) {
    chapter.classList.add("past");
    chapter.querySelector(".nr").textContent = "✓";
    words.textContent = t("Done");
    return true;
  }
  if (left.length < numbers.length) {
    words.textContent = t("{n} of {all} steps", { n: numbers.length - left.length, all: numbers.length });
  }
  link.href = link.href.replace(/\d+\/$/, `${left[0]}/`);
  return false;
}
