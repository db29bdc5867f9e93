/** Who of the others is at the page of a game, and what they propose. Fetched with the first of them.
 *  `page` is what page.js lends.
 */
import { tn } from "../words.js";

const LINGERS = 5000;
let [leaving, meeting] = [null, null];

/** Take note of who is here, and let of an event be heard what has to do with playing on. */
export function hear(event, page, isMeeting) {
  if (event.type === "presence") showVisitors(event.here, page);
  else if (isMeeting || meeting) meet((script) => script.hear(event, page));
}

/** Let the script act that knows of playing on; it comes with the first of the others. */
const meet = (act) => (meeting ??= import("../live/playing_on.js")).then(act).catch(() => (meeting = null));

/** Say who of the others is at this page too; who loads it anew has not gone. */
function showVisitors(sides, page) {
  clearTimeout(leaving);
  const { game, names } = page.embedded("page");
  const show = () => {
    const told = sides.map((side) => names?.[side] ?? game.players[side].username);
    page.byId("here").textContent = told.length ? tn("{names} is online", "{names} are online", told.length, { names: told.join(", ") }) : "";
    if (game.result === null && !game.live && (sides.length || meeting)) meet((script) => script.meet(sides, page));
  };
  if (sides.length) show();
  else leaving = setTimeout(show, LINGERS);
}
