/** How a shot or a mate ended, in words and a sign, as one of the two sides sees it. */
import { NAMES, read } from "./pieces.js";
import { t } from "../../words.js";

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
    const text = isOwn ? t("You score two goals.") : t("{name} scores two goals.", { name: called(side) });
    return { sign: "crown", mood, title: t("Checkmate! {result}", { result }), text };
  }
  const shot = events.find(({ type }) => type === "shot");
  if (!shot) return null;
  const { outcome, to, at } = shot;
  if (outcome === "goal") {
    return { sign: "ball", mood, title: t("Goal! {result}", { result }), text: t("{name} scored at {to}.", { name: called(side), to }) };
  }
  if (outcome === "corner") {
    if (events.some(({ type }) => type === "goal_kick")) {
      return { sign: "flag", mood, title: t("Corner, but nobody is there"), text: t("The king takes the goal kick.") };
    }
    const title = isOwn ? t("Corner: your turn again") : t("Corner");
    return { sign: "flag", mood, title, text: t("The ball is on {at}.", { at }) };
  }
  const owner = other === player ? t("You have the ball.") : t("{name} has the ball.", { name: called(other) });
  const after = mood === "good" && player ? "bad" : "good";
  if (outcome === "save") return { sign: "glove", mood: after, title: t("Saved by the king"), text: owner };
  const man = position && NAMES[read(position).men.get(at).toLowerCase()];
  return { sign: "shield", mood: after, title: t("Blocked on {at}", { at }), text: `${t("The {piece} stood in the way.", { piece: man })} ${owner}` };
}
