/** The page of a game that is over, until it is touched: the word across the pitch. */
import { banner } from "./scene/banner.js";
import { begin } from "../full_time.js";

const pitch = document.querySelector("ce-pitch");
begin((word, winner) => banner(pitch, word, winner));
