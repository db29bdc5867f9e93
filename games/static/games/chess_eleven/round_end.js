/** How a round ended that the other side ended: shown on the pitch of the next formation, then told. */
import { play } from "./motion.js";
import { oddsOf } from "./pieces.js";
import { verdict } from "./result_banner.js";
import { showRibbon } from "../ribbon.js";
import { byId, showScore, unveil } from "../page.js";
import { t } from "../../words.js";

/** Play the last turn of a round; returns when the reader continues to the formation. */
export async function showRoundEnd(pitch, turn, game, side, called) {
  const chances = oddsOf(turn);
  const told = verdict(turn, game, side, called, chances);
  if (!told) return;
  const match = byId("prompt").parentElement;
  const digits = document.querySelector(".score .num");
  const after = digits.textContent;
  const ticker = (text) => (byId("prompt").textContent = text);
  const show = (rate, how = {}) => play(pitch, turn, { all: 1200, rate, chances, told: () => flip(after), ...how });
  byId("prompt").textContent = t("While you were away…");
  match.classList.add("hushed");
  await new Promise((onward, fail) => show(1, { ticker, onward }).then(onward, fail));
  match.classList.remove("hushed");
  flip(after);
  unveil();
  byId("prompt").textContent = told.standing;
  await new Promise((act) => showRibbon(told, { isFirst: told.by === side, next: { words: t("Choose formation"), act }, again: show }));
}

function flip(text) {
  document.querySelector(".score").classList.remove("veiled");
  showScore(text);
}
