// The lobby keeps itself true: what concerns the reader immediately, what others do every so often,
// for as long as someone looks.
import { follow } from "./live.js";
import { redrawing } from "./redraw.js";

const OFTEN = 20_000;
const redraw = redrawing();
const { heard } = document.querySelector("script[data-heard]").dataset;

if (heard) follow("/api/v1/events", Number(heard), redraw);
setInterval(() => document.hidden || redraw(), OFTEN);
document.addEventListener("visibilitychange", () => document.hidden || redraw());
addEventListener("pageshow", ({ persisted }) => persisted && redraw());
