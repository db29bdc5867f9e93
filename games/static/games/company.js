/** Who of the others is at the page of a game. Fetched with the first of them. A feature's script may
 * say what they can do together. `page` is what page.js lends.
 */
import { t, tn } from "../words.js";

const LINGERS = 5000;
let [leaving, meeting] = [null, null];

/** Take note of who is here, and let the feature hear its events, and all others once it is there. */
export function hear(event, page, isMeeting) {
  if (event.type === "presence") showVisitors(event.here, page);
  else if (isMeeting || meeting) meet(page, (script) => script.hear(event, page));
}

/** Let the feature's script act, if there is one; it comes with the first of the others. */
function meet(page, act) {
  const path = page.embedded("page").scripts.presence;
  if (path) (meeting ??= import(path)).then(act).catch(() => (meeting = null));
}

/** Say who of the others is at this page too; who loads it again has not gone. */
function showVisitors(sides, page) {
  clearTimeout(leaving);
  const { game, names, side } = page.embedded("page");
  const show = () => {
    const called = (one) => names?.[one] ?? game.players[one].username;
    const here = sides.map(called);
    const place = page.byId("here");
    // Who plays live waits for the other side.
    const gone = !here.length && game.live && game.result === null && Object.keys(game.players).find((one) => one !== side);
    place.classList.toggle("gone", Boolean(gone));
    const words = here.length ? tn("{names} is online", "{names} are online", here.length, { names: here.join(", ") }) : gone ? t("{name} has left", { name: called(gone) }) : "";
    if (words !== place.textContent) place.textContent = words;
    if (game.live) import("../live/away.js").then(({ showAway }) => showAway(gone ? called(gone) : null, page)).catch(() => {});
    const four = page.byId("four");
    if (four) {
      Object.assign(four.dataset, { here: sides.join(" "), online: t("online") });
      // The dot at a name is drawn by the style.
      for (const one of four.children) one.ariaDescription = sides.some((side) => one.querySelector(`.${side}`)) ? t("online") : null;
    }
    if (game.result === null && !game.live && (sides.length || meeting)) meet(page, (script) => script.meet(sides, page));
  };
  if (sides.length) show();
  else leaving = setTimeout(show, LINGERS);
}
