/** The stars of a visitor, which this device keeps. */
import { starsKept } from "./lesson.js";
import { t } from "../words.js";

for (const [name, stars] of Object.entries(starsKept())) {
  const mark = document.querySelector(`[data-step="${CSS.escape(name)}"]`);
  if (mark && mark.textContent.split("★").length - 1 < stars) mark.textContent = "★".repeat(stars);
}

// Where this visitor goes on: the first step without a star.
const onward = document.querySelector("[data-onward]");
const links = [...document.querySelectorAll(".chapters li li a")];
const first = links.find((link) => !link.querySelector("[data-step]").textContent);
if (first && first !== links[0]) Object.assign(onward, { href: first.href, textContent: t(
  "Continue",
) });
