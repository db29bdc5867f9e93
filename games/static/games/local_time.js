/** Put the moment that the service wrote on the clock of the phone; it may know another. */
import { moment } from "./next_game.js";
import { byId } from "./page.js";

const node = byId("until");
// The script of the board may have been faster and know of a turn since.
if (node) node.textContent = moment(node.dateTime);
