/** What is said of a board of squares. */

import { listed, t, tn, tp } from "../../words.js";

export const NAMES = {
  k: tp("piece that goes", "king"), q: tp("piece that goes", "queen"), r: tp("piece that goes", "rook"),
  b: tp("piece that goes", "bishop"), n: tp("piece that goes", "knight"), p: tp("piece that goes", "pawn"),
};

/** The sides by their letters, in the order of play. */
export const SIDES = { w: t("White"), s: t("Silver"), b: t("Black"), g: t("Gold") };

export const WORDS = {
  idle: (label, square) => t("{label} {square} has no options.", { label, square }),
  endCheck: (name) => t("End {name}'s check, or you're out.", { name }),
  endsNoCheck: t("That doesn't end the check."),
  selected: (label, square, told) => t("{label} {square}: {told} Press o for the list.", { label, square, told }),
  moves: (n, captures) => [tn("{n} move", "{n} moves", n), captures && tn("{n} capture", "{n} captures", captures)].filter(Boolean).join(", "),
  here: (told) => t("{told} here", { told }),
  up: (told) => t("{told} up", { told }),
  down: (told) => t("{told} down", { told }),
  move: t("move"),
  capture: t("capture"),
  canMove: t("can move"),
  inCheck: t("in check"),
  straightAbove: (piece) => t("straight above your {piece}", { piece }),
  straightBelow: (piece) => t("straight below your {piece}", { piece }),
  levels: (n) => n > 0 ? tn("{n} level up", "{n} levels up", n) : tn("{n} level down", "{n} levels down", -n),
  noMove: t("can't move here"),
  takes: (n) => ` · ${t("takes {n}", { n })}`,
  // With a mouse no one taps.
  tap: (marks) => matchMedia("(hover: hover)").matches
    ? t("Choose a marked square.")
    : t("Tap {marks}.", { marks: listed(marks, "disjunction") }),
  marks: { dot: t("a dot"), level: t("an arrow"), capture: t("a frame") },
  ways: (n) => t("{n} possible", { n }),
  squares: (n) => tn("{n} square", "{n} squares", n),
  none: "–",
  send: t("Send move"),
  sendMove: (move) => t("Send {move}", { move }),
  sendTakes: (taken) => t("Send your move. It takes the {taken}.", { taken }),
  promote: t("Promote to"),
  piece: (piece, from) => `${piece} ${from}`,
  goes: (piece, from, to, taken) => taken
    ? t("{piece} {from} to {to}, takes the {taken}", { piece, from, to, taken })
    : t("{piece} {from} to {to}", { piece, from, to }),
  becomes: (told, piece) => t("{told}, becomes a {piece}", { told, piece }),
  nothingHere: (label) => t("{label}. No options here.", { label }),
  whose: (name) => t("{name}'s", { name }),
  your: t("your"),
  mates: (by, to) => t("{by} has mated {to}!", { by, to }),
  youMate: (to) => t("You have mated {to}!", { to }),
  checkTo: (sides) => t(", check to {sides}", { sides }),
  you: tp("check to", "you"),
  checkmate: t("Checkmate!"),
  result: t("See the result"),
  yourTurn: t("Your turn"),
  won: (name) => name === t("You") ? t("You win.") : t("{name} wins.", { name }),
};

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
