/** How a shot or a mate ended, in words and a sign, as one of the two sides sees it. */
import { NAMES, apply, parse, read } from "./pieces.js";
import { scoreText, t, tp } from "../../words.js";

/** Return `{sign, mood, title, text, next, by, isWorthSharing}`, or null for a turn without either; `player` is the
 * reader's side, `called(side)` a name, `next` what the way on is called, `by` the side that has done
 * it.
 */
export function verdict(turn, game, player, called, chances = []) {
  const told = judge(turn, game, player, called);
  if (!told) return null;
  const outcome = turn.events.find(({ type }) => type === "shot")?.outcome;
  const percent = chances.find(({ word }) => word === "goal")?.percent;
  if (percent) told.text = `${told.text} ${t("Goal chance: {n}%.", { n: percent })}`;
  const isOwn = turn.side === player;
  const isStopped = outcome === "save" || outcome === "block";
  const by = isStopped ? otherOf(turn.side) : turn.side;
  const next = wayOn(game) ?? (isOwn && outcome === "corner" ? t("Take the corner") : t("Your turn"));
  return { ...told, next, by, isWorthSharing: !isStopped && outcome !== "corner", standing: standing(game, player, called) };
}

/** Return the same of a goal that no turn scored: `scorer`'s check was not answered in time (9.9). Its
 * `word` is written across the pitch.
 */
export function timeVerdict(game, scorer, player, called) {
  const late = otherOf(scorer);
  const { score } = game;
  const [first, second] = player === "black" ? ["black", "white"] : ["white", "black"];
  const result = scoreText(score[first], score[second]);
  return {
    sign: "ball",
    mood: player === late ? "bad" : "good",
    title: scorer === player ? t("Goal! {result}", { result }) : t("Goal for {name}! {result}", { name: called(scorer), result }),
    text: late === player ? t("You didn't answer the check in time.") : t("{name} didn't answer the check in time.", { name: called(late) }),
    word: tp("cheer", "GOAL"),
    next: wayOn(game),
    by: scorer,
    standing: standing(game, player, called),
  };
}

const otherOf = (side) => (side === "white" ? "black" : "white");

/** Return what leads on where the round is over. */
const wayOn = ({ result, status }) => (result ? t("Full time") : status === "formation" ? t("Choose formation") : null);

/** Return how the game stands or how it ended, in one sentence. */
export function standing({ score, result: end }, player, called) {
  const [first, second] = player === "black" ? ["black", "white"] : ["white", "black"];
  const result = scoreText(score[first], score[second]);
  if (score[first] === score[second]) return t("The score is {result}.", { result });
  const winner = score[first] > score[second] ? first : second;
  if (end) return winner === player ? t("You won {result}.", { result }) : t("{name} won {result}.", { name: called(winner), result: scoreText(score[winner], score[winner === first ? second : first]) });
  if (winner === first) return first === player ? t("You lead {result}.", { result }) : t("{name} leads {result}.", { name: called(first), result });
  return t("{name} leads {result}.", { name: called(second), result: scoreText(score[second], score[first]) });
}

function judge({ events, side, actions, position_before: before, position_after: position }, { score }, player, called) {
  const other = otherOf(side);
  const isOwn = side === player;
  const [first, second] = player === other ? [other, side] : [side, other];
  const result = scoreText(score[first], score[second]);
  const mood = player === other ? "bad" : "good";
  if (events.some(({ type }) => type === "checkmate")) {
    const text = isOwn ? t("That's two goals for you.") : t(
      "That's two goals for {name}.", { name: called(side) });
    return { sign: "crown", mood, title: t("Checkmate! {result}", { result }), text };
  }
  const shot = events.find(({ type }) => type === "shot");
  if (!shot) return null;
  const { outcome, at } = shot;
  if (outcome === "goal") {
    const { from: square } = shot;
    // Who shoots may have moved in the same turn.
    const { men } = actions.map(parse).filter(({ kind }) => kind !== "shot").reduce(apply, read(before));
    const shooter = { piece: NAMES[men.get(square).toLowerCase()], square };
    return { sign: "ball", mood, title: t("Goal! {result}", { result }), text: isOwn ? t("Your {piece} scores from {square}.", shooter) : t("{name}'s {piece} scores from {square}.", { name: called(side), ...shooter }) };
  }
  if (outcome === "corner") {
    if (events.some(({ type }) => type === "goal_kick")) {
      return { sign: "flag", mood, title: t(
        "Corner, but no one is there",
      ), text: t("The king takes the goal kick.") };
    }
    const title = isOwn ? t("Corner! Play again") : t("Corner");
    return { sign: "flag", mood, title, text: t("The ball is on {at}.", { at }) };
  }
  const owner = other === player ? t("You have the ball.") : t("{name} has the ball.", { name: called(other) });
  const after = mood === "good" && player ? "bad" : "good";
  if (outcome === "save") return { sign: "glove", mood: after, title: t("Saved by the king"), text: `${isOwn ? t("So close!") : t("What a save!")} ${owner}` };
  const man = position && NAMES[read(position).men.get(at).toLowerCase()];
  return { sign: "shield", mood: after, title: t("Blocked on {at}", { at }), text: `${t(
    "The {piece} got in the way.", { piece: man })} ${owner}` };
}
