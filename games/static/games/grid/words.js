/** What is said of a board of squares. */

export const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** The sides by their letters, in the order of play. */
export const SIDES = { w: "White", s: "Silver", b: "Black", g: "Gold" };

/** Return the sides that an action as `+sb` names. */
export const sidesOf = (text) => [...text.slice(1)].map((letter) => SIDES[letter]);

export const WORDS = {
  nothing: "Nothing selected.",
  idle: (label, square) => `${label} ${square} can do nothing.`,
  selected: (label, square, told) => `${label} ${square}: ${told} Press o for the list.`,
  moves: (n, captures) => `${n} ${n === 1 ? "move" : "moves"}${captures ? `, ${captures} ${captures === 1 ? "capture" : "captures"}` : ""}`,
  here: (told) => `${told} here`,
  up: (told) => `${told} up`,
  down: (told) => `${told} down`,
  move: "move",
  capture: "capture",
  canMove: "can move",
  inCheck: "in check",
  straightAbove: (piece) => `straight above your ${piece}`,
  straightBelow: (piece) => `straight below your ${piece}`,
  levels: (n) => `${Math.abs(n) === 1 ? "one level" : "two levels"} ${n > 0 ? "up" : "down"}`,
  noMove: "no move here",
  takes: (n) => ` · takes ${n}`,
  tap: (marks) => `Tap ${marks}.`,
  marks: { dot: "a dot", level: "an arrow", capture: "a frame" },
  or: " or ",
  ways: (n) => `${n} ${n === 1 ? "way" : "ways"}`,
  squares: (n) => `${n} ${n === 1 ? "square" : "squares"}`,
  none: "–",
  send: "Send turn",
  sendMove: (move) => `Send ${move}`,
  promote: "Promote to",
  piece: (piece, from) => `${piece} ${from}`,
  goes: (piece, from, to, taken) => `${piece} ${from} to ${to}${taken ? `, takes the ${taken}` : ""}`,
  becomes: (told, piece) => `${told}, becomes a ${piece}`,
  nothingHere: (label) => `${label}. Nothing to do here.`,
  checkTo: (sides) => `, check to ${sides.join(" and ")}`,
  checkmate: "Checkmate!",
  won: (name) => `${name} ${name === "You" ? "win" : "wins"}.`,
};
