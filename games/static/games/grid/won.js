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
    const wonOf = (side) => wonBy(side, [...pieces.values()], isTower);
    const { side } = won.dataset;
    // By how much the pieces are worth more stays where signs are cut.
    if (side) {
      const [signs, ahead = ""] = wonOf(side).split(/(?= \+)/);
      won.replaceChildren(el("span", { textContent: signs }), ahead);
      continue;
    }
    // Live, the line above a tower shows both, the reader's first.
    const both = [own, own === "white" ? "black" : "white"].map(wonOf);
    won.replaceChildren(...(both.some(Boolean) ? [el("span", { textContent: t("Captured: {pieces}", { pieces: "" }) }), both.map((signs) => signs || "–").join(" : ")] : []));
  }
}
