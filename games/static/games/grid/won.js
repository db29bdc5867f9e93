/** What two sides have captured. Fetched where it is shown. */
import { el } from "../page.js";
import { t } from "../../words.js";

// What each side begins with, what it is worth and its sign, which looks the same for both.
const MEN = { q: [1, 9, "♛"], r: [2, 5, "♜"], b: [2, 3, "♝"], n: [2, 3, "♞"], p: [8, 1, "♟\uFE0E"] };

/** Return what a side has captured, and in standard chess by how much its pieces are worth more. */
export function wonBy(side, pieces, isTower = false) {
  let [signs, ahead] = ["", 0];
  for (const [art, [number, worth, sign]] of Object.entries(MEN)) {
    const own = pieces.filter((piece) => piece.art === art && piece.owner === side).length;
    const theirs = pieces.filter((piece) => piece.art === art && piece.owner !== side).length;
    // A side of the tower begins with seven pawns.
    const taken = number - theirs - (isTower && art === "p");
    signs += taken > 2 ? `${sign}${taken}` : sign.repeat(Math.max(0, taken));
    ahead += worth * (own - theirs);
  }
  return ahead > 0 && !isTower ? `${signs} +${ahead}` : signs;
}

/** Write into the `places` of the head what was captured. */
export function showWon(places, { pieces, isTower }, own) {
  for (const won of places) {
    // The line above a tower shows the reader's alone.
    const { side } = won.dataset;
    // By how much the pieces are worth more stays where signs are cut.
    const [signs, ahead = ""] = wonBy(side ?? own, [...pieces.values()], isTower).split(/(?= \+)/);
    won.replaceChildren(...(side ? [el("span", { textContent: signs }), ahead] : signs ? [el("span", { textContent: t("Captured: {pieces}", { pieces: "" }) }), signs] : []));
  }
}
