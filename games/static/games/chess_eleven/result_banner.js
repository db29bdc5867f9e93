/** How a shot or a mate ended, in words and a sign, as one of the two sides sees it. */
import { NAMES, read } from "./pieces.js";

/** Return `{sign, mood, title, text}`, or null for a turn without either; `player` is the
 *  reader's side, `called(side)` a name.
 */
export function verdict({ events, side, position_after: position }, { score }, player, called) {
  const other = side === "white" ? "black" : "white";
  const isOwn = side === player;
  const [first, second] = player === other ? [other, side] : [side, other];
  const result = `${score[first]}–${score[second]}`;
  const mood = player === other ? "bad" : "good";
  if (events.some(({ type }) => type === "checkmate")) {
    const text = `${called(side)} ${isOwn ? "score" : "scores"} two goals.`;
    return { sign: "crown", mood, title: `Checkmate! ${result}`, text };
  }
  const shot = events.find(({ type }) => type === "shot");
  if (!shot) return null;
  const { outcome, to, at } = shot;
  if (outcome === "goal") {
    return { sign: "ball", mood, title: `Goal! ${result}`, text: `${called(side)} scored at ${to}.` };
  }
  if (outcome === "corner") {
    if (events.some(({ type }) => type === "goal_kick")) {
      return { sign: "flag", mood, title: "Corner, but nobody is there", text: "The king takes the goal kick." };
    }
    const title = isOwn ? "Corner: your turn again" : "Corner";
    return { sign: "flag", mood, title, text: `The ball is on ${at}.` };
  }
  const owner = called(other) === "You" ? "You have" : `${called(other)} has`;
  const after = mood === "good" && player ? "bad" : "good";
  if (outcome === "save") return { sign: "glove", mood: after, title: "Saved by the king", text: `${owner} the ball.` };
  const man = position && NAMES[read(position).men.get(at).toLowerCase()];
  return { sign: "shield", mood: after, title: `Blocked on ${at}`, text: `The ${man} stood in the way. ${owner} the ball.` };
}
