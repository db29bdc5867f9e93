/** Thinking about a rule set that has no drawing of its own: from the lists alone. */
import { Plain } from "../games/plain.js";
import { start } from "./think.js";

start(new Plain());
