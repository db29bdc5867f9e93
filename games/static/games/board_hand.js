/** Return the hand of the board of a page that plays nothing, where what sends turns is never loaded. */
export async function boardHand() {
  const board = document.querySelector("[data-thinking]");
  if (board.localName === "ce-pitch") return new (await import("./chess_eleven/play.js")).PitchHand(board);
  if (board.localName === "ce-grid") return new (await import("./grid/play.js")).SquaresHand(board);
  // A rule set that has no drawing of its own is played from the lists alone.
  return new (await import("./plain.js")).Plain();
}
