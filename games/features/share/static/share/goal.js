/** The page of a goal: it happens when asked for, and happens again. Fetched at the first touch. */
import "../games/chess_eleven/pitch.js";
import { play } from "../games/chess_eleven/motion.js";
import { oddsOf, read } from "../games/chess_eleven/pieces.js";
import { byId, embedded, showScore } from "../games/page.js";

const pitch = document.querySelector("ce-pitch");
const { turn, scores } = embedded("page");
let isPlaying = false;

async function show(rate = 1) {
  if (isPlaying) return;
  isPlaying = true;
  byId("watch").hidden = true;
  const { men, ball, isLoose } = read(turn.position_before);
  pitch.show({ men, ball, isLoose, isInert: true });
  showScore(scores[0]);
  await play(pitch, turn, { all: (420 * turn.actions.length) / rate, rate, chances: oddsOf(turn), isModal: false, told: () => showScore(scores[1]) });
  isPlaying = false;
  for (const id of ["again", "slow"]) byId(id).hidden = false;
}

for (const [id, rate] of [["watch", 1], ["again", 1], ["slow", 0.35]]) byId(id).addEventListener("click", () => show(rate));
