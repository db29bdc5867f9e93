/** The board of a page that plays nothing: it borrows the board, and never loads what sends turns. */
export async function lent() {
  const board = document.querySelector("[data-thinking]");
  if (board.localName === "ce-pitch") return new (await import("./chess_eleven/play.js")).PitchHand(board);
  if (board.localName === "ce-grid") return new (await import("./grid/play.js")).SquaresHand(board);
  // A rule set that has no drawing of its own is played from the lists alone.
  return new (await import("./plain.js")).Plain();
}
