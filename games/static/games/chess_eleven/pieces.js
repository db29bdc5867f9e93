/** What stands on the grass and what is marked on it: positions read, marks as path data.
 *
 * No law is judged here. A shape for each meaning: whatever the colours do to an eye, a dot is a
 * move, corner brackets a capture, a dashed ring with a dashed arrow a pass, a lane with a
 * cross-hair in the net a shot.
 */
import { t, tp } from "../../words.js";

export const FILES = "abcdefgh";
export const NAMES = {
  k: tp("piece that goes", "king"), q: tp("piece that goes", "queen"), r: tp("piece that goes", "rook"),
  b: tp("piece that goes", "bishop"), n: tp("piece that goes", "knight"), p: tp("piece that goes", "pawn"),
};

/** What letter of the keyboard goes to which piece. */
export const KEYS = new Map(Array.from(t("KQRBNP").toLowerCase(), (key, n) => [key, "kqrbnp"[n]]));

export const isWhite = (letter) => letter === letter.toUpperCase();
export const nameOf = (letter) => {
  const piece = NAMES[letter.toLowerCase()];
  return isWhite(letter) ? t("white {piece}", { piece }) : t("black {piece}", { piece });
};

const NOBODY = "8/8/8/8/8/8/8/8 w - kickoff";

/** Return who stands where; `ball` is null while it lies on the centre spot. No one does in a game
 * that was ended while both lined up.
 */
export function read(position) {
  const [placement, side, ball, phase] = (position ?? NOBODY).split(" ");
  const men = new Map();
  placement.split("/").forEach((row, i) => {
    let file = 0;
    for (const sign of row) {
      if (sign > "0" && sign < "9") file += Number(sign);
      else men.set(FILES[file++] + (8 - i), sign);
    }
  });
  const name = phase.split("+")[0];
  // 8.5: at a corner the ball lies loose, whoever of the others may stand there.
  const man = men.get(ball);
  const isLoose = name === "corner" && !(man && isWhite(man) === (side === "w"));
  return { men, ball: ball === "-" ? null : ball, phase: name, isWhite: side === "w", isLoose };
}

/** Return an action in parts; what it led to (`=save`, `+`, `#`) is cut off. */
export function parse(action) {
  const text = action.replace(/[=+#].*/, "");
  if (text[0] === "@") return { kind: "pass", to: text.slice(1), text };
  if (text[0] === "!") return { kind: "shot", to: text.slice(1), text };
  return { kind: "move", from: text.slice(0, 2), to: text.slice(2), text };
}

/** Return the picture after an action, so that it is seen before the service has answered. */
export function apply({ men, ball, phase, isWhite: side, isLoose }, { kind, from, to }) {
  if (kind !== "move") return { men, ball: to, phase, isWhite: side, isLoose: false };
  const after = new Map(men);
  const man = men.get(from);
  after.delete(from);
  after.set(to, man);
  // 5.3: anyone who captures without possession has the ball; at a corner it is the attackers'.
  const won = men.has(to) && phase === "open" && isWhite(men.get(ball)) !== isWhite(man);
  const follows = ball === null || ball === from || ball === to || won;
  return { men: after, ball: follows ? to : ball, phase: "open", isWhite: side, isLoose: isLoose && !follows };
}

/** Return how likely each end of a shot is, in the order of law 8.3: a list of {word, percent}. */
export function oddsOf({ chances }) {
  const sums = new Map();
  for (const [name, share] of Object.entries(chances ?? {})) {
    const word = name.split("@")[0];
    if (share) sums.set(word, (sums.get(word) ?? 0) + share);
  }
  return [...sums].map(([word, percent]) => ({ word, percent }));
}

/* --- marks --- */

const round = (n) => Math.round(n * 1000) / 1000;
const at = ([x, y]) => `${round(x)} ${round(y)}`;
const toward = ([x, y], [u, v], far) => {
  const length = Math.hypot(u - x, v - y) || 1;
  return [x + ((u - x) / length) * far, y + ((v - y) / length) * far];
};
const circle = ([x, y], r) => `M${at([x - r, y])}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const square = ([x, y], gap) => `M${at([x + gap, y + gap])}h${1 - 2 * gap}v${1 - 2 * gap}h${2 * gap - 1}z`;

function brackets([x, y]) {
  const arms = [[0.06, 0.06, 0.26, 0.26], [0.94, 0.06, -0.26, 0.26], [0.06, 0.94, 0.26, -0.26], [0.94, 0.94, -0.26, -0.26]];
  return arms.map(([u, v, h, w]) => `M${at([x + u, y + v + w])}V${round(y + v)}H${round(x + u + h)}`).join("");
}

function arrow(from, to, end) {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const a = toward(from, to, 0.3);
  const b = toward(from, to, far - end);
  const [ux, uy] = [((to[0] - from[0]) / far) * 0.16, ((to[1] - from[1]) / far) * 0.16];
  return {
    line: `M${at(a)}L${at(b)}`,
    head: `M${at(toward(from, to, far - end + 0.26))}L${at([b[0] - uy, b[1] + ux])}L${at([b[0] + uy, b[1] - ux])}z`,
  };
}

/** Collects marks as path data by kind, so that sixty marks are a dozen nodes. */
export class Marks {
  #data = new Map();

  constructor(view) {
    this.view = view;
  }

  /** Draw a path of a kind; `draw` puts kinds in their order. */
  add(name, d) {
    this.#data.set(name, (this.#data.get(name) ?? "") + d);
  }

  /** Tint the squares a turn has touched. */
  tint(...names) {
    for (const name of names) this.add("tint", square(this.view.corner(name), 0));
  }

  frame(name, kind = "frame") {
    const [x, y] = this.view.corner(name);
    this.add(kind, `M${at([x + 0.16, y + 0.04])}h.68q.12 0 .12 .12v.68q0 .12-.12 .12h-.68q-.12 0-.12-.12v-.68q0-.12 .12-.12z`);
  }

  halo(point) {
    this.add("halo", circle(point, 0.48));
  }

  ghost(name) {
    this.add("ghost", circle(this.view.centre(name), 0.22));
  }

  check(name) {
    const [x, y] = this.view.corner(name);
    this.add("alarm", circle([x + 0.84, y + 0.17], 0.16));
    this.add("bang", `M${at([x + 0.84, y + 0.08])}v.1m0 .07v.01`);
  }

  move(name) {
    this.add("dot", circle(this.view.centre(name), 0.145));
  }

  fetch(name) {
    this.add("loop", circle(this.view.centre(name), 0.34));
  }

  capture(name) {
    this.add("bracket", brackets(this.view.corner(name)));
  }

  /** A ball beside the brackets: to capture here wins it. */
  prize(name) {
    const [x, y] = this.view.corner(name);
    this.add("prize", circle([x + 0.14, y + 0.86], 0.1));
  }

  ring(name) {
    this.add("ring", circle(this.view.centre(name), 0.44));
  }

  /** A line with a head: `kind` is `pass`, `way` (staged) or `last`. */
  arrow(kind, from, to, end = 0.58) {
    const [a, b] = [this.view.centre(from), this.view.centre(to)];
    if (Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.9) return;
    const { line, head } = arrow(a, b, end);
    this.add(`line ${kind}`, line);
    this.add(`head ${kind}`, head);
  }

  waits(name) {
    this.add("waits", square(this.view.corner(name), 0.07));
  }

  aim(target) {
    const [x, y] = this.view.net(target);
    this.add("cross", circle([x, y], 0.24));
    this.add("hair", `M${at([x - 0.36, y])}h.22m.28 0h.22M${at([x, y - 0.36])}v.22m0 .28v.22`);
  }

  /** The lane goes through the target square and then on: straight to the net would lie.
   * A shot that was stopped there went no further.
   */
  lane(from, target, isStopped) {
    const centre = this.view.centre(target);
    const start = from === target ? "" : `M${at(toward(this.view.centre(from), centre, 0.34))}L${at(centre)}`;
    this.add("lane", `${start || `M${at(centre)}`}L${at(isStopped ? centre : this.view.net(target))}`);
  }

  /** Return the paths of these kinds, in this order: `make(class, data)` makes one. */
  draw(kinds, make) {
    const nodes = [];
    for (const name of kinds) {
      const d = this.#data.get(name);
      if (!d) continue;
      if (CASED.has(name.split(" ")[0])) nodes.push(make(`case ${name}`, d));
      nodes.push(make(`core ${name}`, d));
    }
    return nodes;
  }
}

const CASED = new Set(["bracket", "ring", "loop", "line", "lane"]);

export const UNDER = ["zone", "tint", "waits", "edge", "refused", "frame", "frame asked", "line last", "head last", "line pass", "lane", "line way", "line ahead", "ghost", "halo"];
export const OVER = ["dot", "loop", "bracket", "prize", "ring", "head pass", "head way", "head ahead", "cross", "hair", "alarm", "bang", "plate", "lock"];

/** Return the goal square over which a turn scored, if it did. */
export const scoredAt = (turn) => turn.events.find(({ outcome }) => outcome === "goal")?.to;

/** Paint what a turn did: its squares tinted, its ways as lines. */
export function paintTrail(marks, turn) {
  const { actions, position_before: before } = turn;
  let scene = read(before);
  for (const text of actions) {
    const action = parse(text);
    const { kind, from, to } = action;
    if (kind === "move") {
      marks.tint(from, to);
      marks.arrow("last", from, to);
    } else if (kind === "shot") marks.lane(scene.ball, to, !scoredAt(turn));
    else if (scene.ball) marks.arrow("pass", scene.ball, to);
    scene = apply(scene, action);
  }
}
