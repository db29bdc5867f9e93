// What is to be watched keeps itself true: immediately with each event of the game, and every so
// often.
import { follow } from "../live.js";
import { redrawing } from "../redraw.js";

const OFTEN = 20_000;
const { game, heard } = document.querySelector("script[data-heard]").dataset;
// Another game is followed from the beginning.
const redraw = redrawing((page) => page.querySelector("script[data-heard]").dataset.game === game || location.reload());

// A goal plays where it is, without a sound; a second tap leads to its replay.
document.addEventListener("click", (event) => {
  const goal = event.target.closest("[data-clip]:not([data-playing])");
  if (!goal || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  event.preventDefault();
  const picture = goal.querySelector("img");
  picture.addEventListener("error", () => location.assign(goal.href), { once: true });
  picture.src = goal.dataset.clip;
  goal.dataset.playing = "";
});

if (game) follow(`/api/v1/games/${game}/events`, Number(heard), redraw);
setInterval(() => document.hidden || redraw(), OFTEN);
document.addEventListener("visibilitychange", () => document.hidden || redraw());
