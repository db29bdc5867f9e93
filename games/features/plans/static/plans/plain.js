/** Planning in a rule set that has no drawing of its own: from the lists alone. */
import { Plain } from "../games/plain.js";
import { start } from "./planning.js";

start(new Plain());
