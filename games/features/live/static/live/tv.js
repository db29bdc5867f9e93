// What is to be watched keeps itself true: at once with each event of the match, and every so often.
import { follow } from "../live.js";
import { redrawing } from "../redraw.js";

const OFTEN = 20_000;
const { game, heard } = document.querySelector("script[data-heard]").dataset;
// Another match is followed from the beginning.
const redraw = redrawing((page) => page.querySelector("script[data-heard]").dataset.game === game || location.reload());

if (game) follow(`/api/v1/games/${game}/events`, Number(heard), redraw);
setInterval(() => document.hidden || redraw(), OFTEN);
document.addEventListener("visibilitychange", () => document.hidden || redraw());
