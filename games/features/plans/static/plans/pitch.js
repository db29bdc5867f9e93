/** Planning on the pitch. */
import { Board } from "../games/chess_eleven/play.js";
import { start } from "./planning.js";

start(new Board(document.querySelector("ce-pitch")));
