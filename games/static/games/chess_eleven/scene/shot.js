/** A shot at goal and a mate, as events: about two seconds on one clock, ended by any tap or key.
 *
 * Fetched when a shot is staged or is to be shown. The needle starts only when the fate is known:
 * it must never lie. Where nothing may move, the picture of the end stands immediately.
 */
import { t, tp } from "../../../words.js";
import { Clock } from "./clock.js";
import { fans } from "./fans.js";
import { kitOf, lettering, svg, weave } from "./letters.js";
import { ball, bulge, burst, flag, gloves, lights, paper, post, ring, shadow, streak, trail } from "./props.js";

/** When, in milliseconds from the tap, the needle may start, and what follows its start. */
const [NEEDLE, RING_GOES, STRIKE, END, WORD, TOLD, CALM] = [800, 480, 500, 560, 640, 700, 1400];
/** When the ball hangs, and how long after the word the page may continue. */
const [HANGS, ONWARD] = [920, 220];
const SIGNS = { goal: "ball", save: "glove", block: "shield", corner: "flag" };

/** What is called across the ground. */
const CHEERS = {
  goal: tp("cheer", "GOAL"), save: tp("cheer", "SAVED"), block: tp("cheer", "BLOCKED"), corner: tp("cheer", "CORNER"), mate: tp("cheer", "MATE"),
};

/** What the line under the pitch says as it happens. */
const CALLS = { goal: t("It's in!"), save: t("Saved!"), block: t("Blocked!"), corner: t("Off the post!") };

/** Where the camera stands when all is over: how near, and on what. */
const LAST_LOOK = { goal: 1.04, save: 1.8, block: 1.75, corner: 1.5, mate: 1.6 };

export class Scene extends Clock {
  #man = null;
  #ringGone = null;

  /** `rate` below 1 is slow motion; `sounds` makes itself heard; `by` is the side that does it;
   * `ticker` writes the line under the pitch.
   */
  constructor(pitch, { rate = 1, by = "white", sounds = null, isStill = false, ticker = () => {} } = {}) {
    super({ rate, isStill });
    Object.assign(this, { pitch, sounds, by, ticker });
    this.drawing = pitch.drawing;
    const { x, y, width, height } = this.drawing.viewBox.baseVal;
    // A drawing of its own: what moves in it is painted again without the ground below.
    this.layer = svg("svg", { class: "scene", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" });
    this.drawing.after(this.layer);
    // A small screen shows less of the ground: what lies beyond is cut off above and below.
    this.top = y - (this.drawing.getBoundingClientRect().top - pitch.getBoundingClientRect().top) / (pitch.clientWidth / width);
    this.cut = (this.top - y) * (pitch.clientWidth / width);
    this.word = svg("svg", { class: "scene-word", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" });
    pitch.append(this.word);
    pitch.classList.add("filmed");
    pitch.dataset.shooter = by;
    pitch.ball.setAttribute("visibility", "hidden");
    this.fans = fans();
    if (!isStill) pitch.closest(".match")?.append(this.fans.node);
    pitch.curtain = () => this.clear();
  }

  /** Take everything away; the pitch does so when it shows something else. */
  clear() {
    this.skip();
    this.cancel();
    this.layer.remove();
    this.word.remove();
    this.fans.node.remove();
    this.pitch.classList.remove("filmed");
    this.pitch.curtain = null;
  }

  /* --- the camera --- */

  /** Return the transform that brings a place so near, at a share of the height of the stage. */
  look(scale, [x, y], share = 0.5) {
    const { clientWidth: width, clientHeight: height } = this.pitch;
    const unit = width / 8;
    const within = (wanted, size) => Math.min(0, Math.max(size - size * scale, wanted));
    const left = within(width / 2 - x * unit * scale, width);
    if (scale === 1) return "none";
    const top = Math.min(0, Math.max(height - (height + 2 * this.cut) * scale, share * height - (y - this.top) * unit * scale - this.cut * scale)) + this.cut;
    return `translate(${left}px, ${top}px) scale(${scale})`;
  }

  film(look, at, ms, easing = "cubic-bezier(.2,.8,.2,1)") {
    if (!this.isStill) for (const one of [this.drawing, this.layer]) this.run(one, { transform: look }, at, ms, easing);
  }

  /* --- a shot --- */

  /** Play a shot. `from` and `to` are squares, `chances` a list of {word, percent} in the order of
   * the law, `fate` a promise of `{outcome, at, roll}`, `keeper` where the king stands that is shot
   * at. Calls `told` when it may be told, then `onward` when the page may continue, and returns
   * when all is over; null if the fate never came.
   */
  async shoot({ from, to, chances, fate, keeper = null, told = () => {}, onward = () => {} }) {
    const { pitch } = this;
    const aim = pitch.centre(to);
    const isUp = aim[1] < 4;
    const mouth = [4, isUp ? 0 : 8];
    const start = pitch.ballPlace(from);
    const parts = this.#takeUp(start, aim, mouth, chances);
    this.#anticipate(from, start, aim, mouth, isUp, parts);
    let isKnown = false;
    this.until(HANGS).then(() => isKnown || !this.layer.isConnected || this.ticker(t(
      "Wait for it…",
    )));
    const end = await fate.catch(() => null);
    isKnown = this.isSkipped;
    if (!end) {
      this.clear();
      return null;
    }
    const at = Math.max(this.now, NEEDLE);
    this.#decide(at, end, chances, parts);
    this.#finish(at, { ...end, to, aim, mouth, isUp, parts, keeper, start });
    this.until(at + END).then(() => parts.hang?.pause());
    await this.until(at + TOLD);
    isKnown = true;
    this.ticker(CALLS[end.outcome]);
    told();
    await this.until(at + TOLD + ONWARD);
    onward();
    await this.until(at + CALM);
    return end;
  }

  /** Put on the stage what a shot needs. */
  #takeUp(start, aim, mouth, chances) {
    const parts = { ...ball(), dark: lights(mouth), shadow: shadow(), streak: streak(start, aim) };
    parts.streak.setAttribute("opacity", 0);
    Object.assign(parts, { ball: parts.node, ring: chances.length ? ring(chances.map((one) => ({ ...one, sign: SIGNS[one.word] }))) : null });
    this.layer.append(parts.dark, parts.streak, parts.shadow);
    if (parts.ring) {
      parts.ring.node.setAttribute("opacity", 0);
      this.layer.append(svg("g", { transform: `translate(${aim[0]} ${aim[1]})` }, parts.ring.node));
    }
    this.layer.append(parts.ball);
    return parts;
  }

  /** Kick to hang: what happens whatever comes of it. */
  #anticipate(from, [x, y], [u, v], mouth, isUp, parts) {
    this.#man = this.pitch.manOn(from)?.firstChild;
    this.run(this.#man, [0, -14, 16, 0].map((turn) => ({ transform: leaning(turn) })), 0, 420);
    this.run(parts.dark, { opacity: [0, 1] }, 40, 380);
    this.film(this.look(1.95, mouth, isUp ? 0.22 : 0.78), 40, 560, "cubic-bezier(.3,.7,.2,1)");
    const flight = [[x, y, 1], [(x + u) / 2, (y + v) / 2 - 0.34, 1.55], [u, v - 0.18, 1.8]];
    const easing = "cubic-bezier(.2,.55,.3,1)";
    this.run(parts.ball, flight.map(([a, b, scale]) => ({ transform: place(a, b, scale) })), 180, 740, easing, { fill: "both" });
    this.run(parts.spin, { transform: ["rotate(0deg)", "rotate(700deg)"] }, 180, 740, easing);
    this.run(parts.shadow, { transform: [place(x, y + 0.16), place(u, v + 0.24, 1.4)] }, 180, 740, easing, { fill: "both" });
    this.run(parts.streak, { opacity: [0, 0.5, 0] }, 200, 720);
    this.sounds?.play("kick");
    this.sounds?.play("whoosh", 180);
    if (this.isSkipped) return;
    // It hangs, and continues spinning, for as long as the service thinks.
    parts.hang = this.run(parts.spin, { transform: ["rotate(700deg)", "rotate(1060deg)"] }, 920, 1400, "linear", { iterations: 6 });
    if (parts.ring) this.run(parts.ring.node, [{ opacity: 0, transform: "scale(1.35)" }, { opacity: 1, transform: "scale(1)" }], 780, 160, "cubic-bezier(.2,1.3,.4,1)");
    this.sounds?.play("heart", 920);
  }

  /** Let the needle run to what was drawn, and take the ring away. */
  #decide(at, { outcome, roll }, chances, { ring: odds }) {
    if (!odds) return;
    let share = 0;
    for (const { word, percent } of chances) {
      if (word === outcome) break;
      share += percent;
    }
    const mine = chances.find(({ word }) => word === outcome)?.percent ?? 0;
    const turn = 3.6 * (roll === undefined ? share + mine / 2 : roll + 0.5);
    const [needle, ringed] = [odds.needle, odds.node];
    this.run(needle, { transform: ["rotate(0deg)", `rotate(${360 + turn}deg)`] }, at, 440, "cubic-bezier(.2,.6,.2,1)");
    this.#ringGone = this.run(ringed, [{ opacity: 1, transform: "scale(1)" }, { opacity: 0, transform: "scale(.7)" }], at + RING_GOES, 90, "ease-in")?.finished;
  }

  #finish(at, end) {
    const { outcome, isUp, mouth, aim } = end;
    const target = this[outcome](at, end);
    this.run(end.parts.shadow, { opacity: 0 }, at + STRIKE, 60);
    const near = LAST_LOOK[outcome];
    this.film(this.look(near, target ?? mouth, isUp ? 0.3 : 0.7), at + WORD, 340);
    if (outcome !== "goal") this.run(end.parts.dark, { opacity: 0.55 }, at + END, 200);
    this.spell(outcome, isUp, at + WORD);
    if (near > 1.1) this.film(this.look(1, aim), at + CALM - 60, 300);
  }

  /** Let the ball go from where it hangs to a place; `ways` may lead over others. */
  strike(at, parts, ways, scale = 1.2, ms = 80) {
    const [u, v] = ways[0];
    const frames = ways.map(([x, y], i) => ({ transform: place(x, y, i ? scale : 1.8) }));
    this.run(parts.ball, frames, at + STRIKE, ms, "ease-in");
    return [u, v];
  }

  goal(at, { to, aim, isUp, parts, keeper }) {
    const net = this.pitch.net(to);
    this.strike(at, parts, [[aim[0], aim[1] - 0.18], net], 1.15);
    const [mesh, rays] = [bulge(net, isUp), burst()];
    mesh.setAttribute("opacity", 0);
    rays.setAttribute("opacity", 0);
    parts.ball.before(mesh, svg("g", { transform: `translate(${net[0]} ${net[1]})` }, rays));
    const about = (scale) => `translate(${net[0]}px, ${net[1]}px) scale(${scale}) translate(${-net[0]}px, ${-net[1]}px)`;
    const ripple = [0.92, 0.96, 1.05, 0.98, 1.01, 1].map((scale, i) => ({ opacity: i ? 1 : 0, transform: about(scale), ...(i === 1 ? { offset: 0.06 } : {}) }));
    this.run(mesh, ripple, at + END - 20, 700);
    this.#diveInVain(at, keeper, aim);
    this.run(rays, [{ opacity: 1, transform: "scale(.4)" }, { opacity: 1, transform: "scale(1.3)" }, { opacity: 0, transform: "scale(1.7)" }], at + END, 420);
    this.run(parts.ball, { transform: [place(net[0], net[1], 1.15), place(net[0], net[1] + (isUp ? 0.12 : 0.05), 1.1)] }, at + END + 120, 300);
    this.#throwPaper(at + WORD, net);
    this.#watch(at + END, true);
    this.sounds?.play("net", at - this.now + END);
    this.sounds?.play("roar", at - this.now + WORD);
    return null;
  }

  /** A king near the line throws himself to the wrong side. */
  #diveInVain(at, keeper, aim) {
    if (!keeper) return;
    const [x, y] = this.pitch.centre(keeper);
    if (Math.hypot(x - aim[0], y - aim[1]) > 2.3) return;
    const side = Math.sign(x - aim[0]) || -1;
    const dive = (turn, dx, dy) => ({ transform: `translate(${dx}px, ${dy}px) ${leaning(turn)}` });
    this.run(this.#foremost(keeper), [dive(0, 0, 0), dive(-6 * side, 0, 0.08), dive(52 * side, 0.3 * side, 0.06), dive(48 * side, 0.34 * side, 0.1)], at + 380, 300);
  }

  save(at, { at: square, aim, parts }) {
    const [x, y] = this.pitch.centre(square);
    const king = this.#foremost(square);
    const side = Math.sign(aim[0] - x) || 1;
    this.#watch(at + END, false);
    const spot = [(x + aim[0]) / 2 + 0.12 * side, y - 0.12];
    const dive = (turn, dx, dy) => ({ transform: `translate(${dx}px, ${dy}px) ${leaning(turn)}` });
    this.run(king, [dive(0, 0, 0), dive(-6 * side, 0, 0.08), dive(64 * side, (spot[0] - x) * 0.8, -0.12)], at + 380, 260);
    this.strike(at, parts, [[aim[0], aim[1] - 0.18], spot], 1.2);
    this.#burstAt(spot, parts, at);
    for (const [i, hand] of gloves().entries()) {
      const way = i ? 1 : -1;
      parts.ball.after(hand);
      hand.setAttribute("opacity", 0);
      const grip = (far, turn) => place(spot[0] + way * far, spot[1] + way * 0.5 * far, way, way * turn);
      this.run(hand, [{ opacity: 0, transform: grip(0.75, 10) }, { opacity: 1, transform: grip(0.33, -32) }], at + STRIKE - 40, 110);
    }
    this.sounds?.play("glove", at - this.now + END);
    return spot;
  }

  block(at, { at: square, aim, start, parts }) {
    const [x, y] = this.pitch.centre(square);
    // On the chest, on the side from which it came.
    const chest = [x + 0.2 * Math.sign(start[0] - x), y + 0.1 * Math.sign(start[1] - y)];
    const man = this.#foremost(square);
    this.#watch(at + END, false);
    this.strike(at, parts, [[aim[0], aim[1] - 0.18], chest], 1.05);
    this.run(man, [0, 20, 9, 13].map((turn) => ({ transform: leaning(turn) })), at + END - 20, 320);
    this.#burstAt(chest, parts, at);
    this.sounds?.play("chest", at - this.now + END);
    return [x, y];
  }

  corner(at, { at: square, aim, mouth, isUp, parts }) {
    const out = isUp ? -1 : 1;
    const side = this.pitch.centre(square)[0] < 4 ? -1 : 1;
    const edge = 4 + 4 * side;
    // The post that is nearer; the ball goes round behind the goal line, never through the men.
    const foot = [4 + side, mouth[1]];
    const bend = [4 + 2.6 * side, mouth[1] + 1.3 * out];
    const end = [edge - 0.62 * side, mouth[1] + (isUp ? -0.12 : 0.12)];
    const curl = Array.from({ length: 7 }, (_, i) => {
      const s = i / 6;
      return [0, 1].map((axis) => foot[axis] * (1 - s) ** 2 + 2 * bend[axis] * s * (1 - s) + end[axis] * s ** 2);
    });
    this.strike(at, parts, [[aim[0], aim[1] - 0.18], foot], 1.2);
    this.run(parts.ball, curl.map(([x, y]) => ({ transform: place(x, y, 1.1) })), at + STRIKE + 80, 420, "linear");
    const way = trail(`M${foot}Q${bend} ${end}`);
    const pole = post(foot[0], foot[1], 0.78 * out);
    const { node, cloth } = flag(-side);
    // None of it stands before the ball goes: it would tell how the shot ends.
    for (const one of [way, pole, node]) one.setAttribute("opacity", 0);
    parts.ball.before(way, pole, svg("g", { transform: `translate(${edge - 0.2 * side} ${mouth[1] + (isUp ? 0.16 : 0)})` }, node));
    this.run(way, { opacity: [0, 1] }, at + END + 60, 300);
    this.run(pole, [0, 0.05, -0.05, 0.03, 0].map((dx) => ({ opacity: 1, transform: `translateX(${dx}px)` })), at + END, 260);
    this.run(node, { opacity: [0, 1] }, at + END + 180, 120);
    this.run(cloth, [1, 0.7, 1.06, 0.85, 1].map((wide) => ({ transform: `scaleX(${wide})` })), at + END + 300, 500);
    this.#burstAt(foot, parts, at);
    this.sounds?.play("post", at - this.now + END);
    return [4 + 2 * side, mouth[1]];
  }

  /* --- a mate --- */

  /** Fell the king on a square. */
  async fell(square, { told = () => {}, onward = () => {} } = {}) {
    const { pitch } = this;
    const spot = pitch.centre(square);
    pitch.ball.removeAttribute("visibility");
    const dark = lights(spot);
    this.layer.append(dark);
    this.run(dark, { opacity: [0, 1] }, 0, 300);
    this.film(this.look(LAST_LOOK.mate, spot, spot[1] < 4 ? 0.3 : 0.7), 0, 520, "cubic-bezier(.3,.7,.2,1)");
    this.run(pitch.manOn(square)?.firstChild, [0, 6, -8, 84, 76, 80].map((turn) => ({ transform: leaning(turn) })), 420, 640, "ease-in");
    this.sounds?.play("heart");
    this.sounds?.play("chest", 860);
    this.spell("mate", spot[1] < 4, 1000);
    this.#throwPaper(1000, spot);
    this.#watch(960, true);
    this.sounds?.play("roar", 1000);
    this.film(this.look(1.04, [4, 4]), 1040, 340);
    await this.until(1060);
    this.ticker(t("Checkmate!"));
    told();
    await this.until(1060 + ONWARD);
    onward();
    await this.until(1800);
  }

  /* --- what all ends share --- */

  /** Return the drawing of the man on a square, brought before the others. */
  #foremost(square) {
    const man = this.pitch.manOn(square);
    man?.parentNode.append(man);
    return man?.firstChild;
  }

  /** Let those who watch cheer, or sink, as the shooter has had luck or not. */
  #watch(at, isLucky) {
    const { player, side } = this.pitch.dataset;
    const { waiting, cheering } = this.fans;
    if (isLucky !== (this.by === (player ?? side))) return this.run(waiting, { opacity: [1, 0.6], transform: ["none", "translateY(12px)"] }, at, 300);
    this.run(waiting, { opacity: [1, 0] }, at, 90);
    this.run(cheering, { opacity: [0, 1] }, at, 90);
    [...cheering.children].forEach((row, i) => this.run(row, { transform: ["translateY(4px)", "translateY(-7px)"] }, at + i * 70, 170, "ease-out", { iterations: 6, direction: "alternate" }));
  }

  /** Drop a word into the picture, letter by letter, in the colours and the pattern of whose it is. */
  spell(name, isUp, at) {
    const isTheirs = name === "save" || name === "block";
    const side = (this.by === "white") === isTheirs ? "black" : "white";
    const isWoven = name !== "corner";
    const letters = lettering(CHEERS[name], { isWoven });
    const y = isUp ? 5 : 2.4;
    this.word.classList.toggle("theirs", isTheirs);
    this.word.classList.toggle("yellow", !isWoven);
    this.word.append(weave(kitOf(this.pitch, side)), svg("g", { transform: `translate(4 ${y})` }, letters));
    const drop = [{ opacity: 0, transform: "translateY(-1.2px) scale(1.7)" }, { opacity: 1, transform: "scale(.92)" }, { opacity: 1, transform: "scale(1)" }];
    [...letters.children].forEach((letter, i) => {
      letter.setAttribute("opacity", 0);
      this.run(letter, drop, at + i * 45, 200, "cubic-bezier(.3,.7,.3,1)");
    });
    // Browsers draw some of what moves by a clock that doesn't wait for a busy page: the word does.
    if (this.#ringGone) letters.setAttribute("visibility", "hidden");
    this.#ringGone?.catch(() => {}).then(() => letters.removeAttribute("visibility"));
    // The word of a save, a block and a corner makes room for the pitch that is played on.
    if (name !== "goal" && name !== "mate" && !this.isStill) this.run(letters, { opacity: 0 }, at + CALM - WORD + 100, 200);
  }

  #burstAt([x, y], parts, at) {
    const rays = burst(10);
    rays.setAttribute("opacity", 0);
    parts.ball.before(svg("g", { transform: `translate(${x} ${y})scale(.8)` }, rays));
    this.run(rays, [{ opacity: 1, transform: "scale(.5)" }, { opacity: 1, transform: "scale(1.1)" }, { opacity: 0, transform: "scale(1.3)" }], at + END, 460);
  }

  #throwPaper(at, [x, y]) {
    if (this.isSkipped) return;
    const down = y < 4 ? 1 : -1;
    paper().forEach((scrap, i) => {
      this.layer.append(scrap);
      const [dx, dy] = [((i * 37) % 24) / 4 - 3, (((i * 53) % 24) / 8 + 0.4) * down];
      const frames = [
        { opacity: 0, transform: place(x, y) }, { opacity: 1, offset: 0.05, transform: place(x, y) },
        { opacity: 1, transform: place(x + dx, y + dy, 1, (i % 5) * 200 - 400) },
        { opacity: 0, transform: place(x + dx * 1.1, y + dy + 1.2, 1, (i % 5) * 260 - 400) },
      ];
      this.run(scrap, frames, at, 1300, "cubic-bezier(.1,.6,.3,1)", { fill: "both" });
    });
  }
}

const place = (x, y, scale = 1, turn = 0) =>
  `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale === -1 ? "-1, 1" : scale})`;

/** A man turned about his foot: he is drawn a hundred units wide and stands on the lower edge. */
const leaning = (turn) => `translate(.5px, .9px) rotate(${turn}deg) translate(-.5px, -.9px) scale(.01)`;
