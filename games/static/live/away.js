/** Who has left a live game, under the board for as long as they are away. Fetched for live games alone. */
import { t } from "../words.js";

let name = null;
// What page.js lends: it leads to who fetches this module, which can therefore not fetch it.
let lent = null;

/** Say that `called` has left, and what that means; null takes it back. `page` is what page.js lends. */
export function showAway(called, page) {
  const isNew = called && called !== name;
  [name, lent] = [called, page];
  refreshAway();
  if (isNew) lent.say(lent.byId("away").textContent, { urgent: true });
}

/** Write it again: what one may do changes with the turns, and the page with the phase. */
export function refreshAway() {
  if (!lent) return;
  const { byId, el } = lent;
  const line = byId("away");
  if (!name) return line?.remove();
  const textContent = words();
  if (!line) (byId("kinds") ?? byId("prompt")).after(el("p", { id: "away", textContent }));
  else if (line.textContent !== textContent) line.textContent = textContent;
}

function words() {
  const isAbort = ({ hidden, dataset }) => !hidden && JSON.parse(dataset.body).name === "abort";
  if ([...document.querySelectorAll("[data-call=acts]")].some(isAbort)) return t("{name} has left. You can abort in the menu.", { name });
  // A game with halves has a clock for each turn (9.10).
  const hasHalves = "match" in lent.embedded("page").game.live.clock_ms;
  return hasHalves ? t("{name} has left. Three missed turns in a row lose the game.", { name }) : t("{name} has left. You win if their clock runs out.", { name });
}
