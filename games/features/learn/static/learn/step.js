/** The page of one step. */
import { Lesson, partsOf } from "./lesson.js";
import { embedded } from "../games/page.js";

const root = document.querySelector(".lesson");
const next = root.querySelector("[data-next]");

new Lesson(partsOf(root), embedded("step"), (stars) => {
  root.querySelector("[data-stars]").textContent = "★".repeat(stars) + "☆".repeat(3 - stars);
  next.classList.add("go");
  next.focus({ preventScroll: true });
});
