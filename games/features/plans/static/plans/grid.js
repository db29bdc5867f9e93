/** Planning on boards of squares. */
import { Play } from "../games/grid/play.js";
import { start } from "./planning.js";

start(new Play(document.querySelector("ce-grid")));
