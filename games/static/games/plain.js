/** Playing a rule set that has no drawing of its own: from the lists alone. */
import { start } from "./shell.js";

start(null);
