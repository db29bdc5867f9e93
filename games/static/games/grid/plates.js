/** The plates of the players in the corners of the cross. */
import { el } from "../page.js";
import { svg } from "./marks.js";
import { SIDES } from "./words.js";

const CORNERS = ["se", "ne", "nw", "sw"];

/** The sides in their order of play. */
export const ORDER = ["white", "silver", "black", "gold"];

/** Return what a side is called. */
export const title = (side) => SIDES[side[0]];

/** Return the sign of a side. */
export const sign = (side, isOut) =>
  svg("svg", { class: `sign-of ${isOut ? "stone" : side}`, viewBox: "-13 -13 26 26", "aria-hidden": "true" },
    svg("use", { href: `#g-${side}`, ...(isOut && { fill: "url(#g-hatch)" }) }));

/** Draw a plate for each player in the corner at their right hand; `status(side)` gives its word,
 * its look and more words. Return the plates by side.
 */
export function drawPlates(board, players, seenFrom) {
  const here = ORDER.indexOf(seenFrom);
  const plates = new Map();
  for (let turn = 0; turn < 4; turn++) {
    const side = ORDER[(here + turn) % 4];
    if (!players[side]) continue;
    plates.set(side, el("button", { type: "button", class: `corner ${CORNERS[turn]} ${side}`, "data-corner": side }));
  }
  board.prepend(...plates.values());
  return plates;
}

/** Write who it is on a plate. */
export function fillPlate(plate, side, name, { word = "", look = "", more = [] } = {}) {
  plate.replaceChildren(el("i", { class: "bar-of" }), sign(side, look === "out"), el("b", { textContent: name }), el("span", { textContent: word }));
  plate.dataset.look = look;
  plate.setAttribute("aria-label", [name, title(side), ...more].join(", "));
}
