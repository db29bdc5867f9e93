/** What is said of a board of squares. */

import { listed, t, tn, tp } from "../../words.js";

export const NAMES = {
  k: tp("piece that goes", "king"), q: tp("piece that goes", "queen"), r: tp("piece that goes", "rook"),
  b: tp("piece that goes", "bishop"), n: tp("piece that goes", "knight"), p: tp("piece that goes", "pawn"),
};

/** What letter of the keyboard goes to which piece. */
export const KEYS = new Map(Array.from(t("KQRBNP").toLowerCase(), (key, n) => [key, "kqrbnp"[n]]));

/** The sides by their letters, in the order of play. */
export const SIDES = { w: t("White"), s: t("Silver"), b: t("Black"), g: t("Gold") };

export const WORDS = {
  // In German a queen has another article than the others.
  idle: (art) => art === "q" ? t("Your queen can't move yet.") : t("Your {piece} can't move yet.", { piece: NAMES[art] }),
  first: (side) => t("You play {side}. Choose a piece.", { side }),
  cantGo: (art) => art === "q" ? t("The queen can't go there.") : t("The {piece} can't go there.", { piece: NAMES[art] }),
  theirs: (name, own) => t("That's {name}'s. You play {side}.", { name, side: own }),
  endCheck: (name, n) => tn("Check by {name}: {n} move helps.", "Check by {name}: {n} moves help.", n, { name }),
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
  sendMate: t("Checkmate! Send it."),
  sendCheck: t("Check! Send your move."),
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
