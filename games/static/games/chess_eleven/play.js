/** Playing a turn on the pitch: what a tap means, which marks lie where, how a turn is shown. */
import "./pitch.js";
import { NAMES, apply, isWhite, oddsOf, paintTrail, parse, read, scoredAt } from "./pieces.js";
import { Hand, playWith } from "../hand.js";
import { inTime } from "../page.js";
import { listed, percent, t, tn } from "../../words.js";

const SELF = 300;
const WAYS = { goal: t("goal"), save: t("save"), block: t("block"), corner: t("corner") };

/** A hand on the pitch, for any page with one. */
export class PitchHand extends Hand {
  #selfAt = -SELF;
  #scene = {};
  #begun = null;
  // The end of a shot is on the pitch: 0 not, 1 while it is seen, 2 though the page shows more, 3 after it.
  #held = 0;
  #last = null;
  #isDropped = false;
  /** What asks for one of several pieces, see which.js. */
  which = null;
  // A turn of the other side is played from where it began; its result is not seen before.
  startsBefore = true;

  constructor(pitch) {
    super(pitch, pitch.dataset.player);
    this.pitch = pitch;
    // Without dragging nothing waits for it; the press that asks for it counts already.
    pitch.addEventListener("pointerdown", (press) => this.#enableDragging(press), { once: true });
  }

  async #enableDragging(press) {
    const { enableDragging } = await import("./drag.js").catch(() => ({}));
    const meant = (to, { isBall, isNet }) => this.#meant(to, isNet ? ["shot"] : isBall ? ["pass", "shot"] : ["move", "pass"]);
    enableDragging?.(this.pitch, {
      mayTake: (square) => this.#mayAct(square, ["move"]),
      mayPull: (square) => square === this.#scene.ball && this.#mayAct(square, ["pass", "shot"]),
      select: (square) => {
        this.release();
        this.which?.end();
        this.selected = square;
        this.page.changed();
      },
      mayDrop: (to, how) => meant(to, how).length > 0,
      drop: (to, how) => {
        this.#isDropped = true;
        this.choose(meant(to, how));
      },
    })(press);
  }

  #mayAct(square, kinds) {
    const { isMine, options } = this.shown;
    return isMine && options && this.from(square).some(({ kind }) => kinds.includes(kind));
  }

  /** Return what may go from the selected square to another, of the first of these kinds that may. */
  #meant(to, kinds) {
    const there = this.from(this.selected).filter((choice) => choice.to === to);
    return kinds.map((kind) => there.filter((choice) => choice.kind === kind)).find(({ length }) => length) ?? [];
  }

  /** Return the side that has the ball, at a corner the attackers, or null where it lies loose. */
  holder(position) {
    const { men, ball, phase, isWhite: isWhites } = read(position);
    if (phase === "open" && !men.has(ball)) return null;
    return (phase === "open" ? isWhite(men.get(ball)) : isWhites) ? "white" : "black";
  }

  isOwn(square) {
    return this.#isOwnMan(this.#scene.men.get(square));
  }

  #isOwnMan(letter) {
    return letter && isWhite(letter) === (this.side === "white");
  }

  /* --- taps --- */

  tapped(tap) {
    this.release();
    if (this.which) this.which.tapped(tap);
    else super.tapped(tap);
  }

  meaning({ square, isNet }) {
    const meant = isNet
      ? this.actions.filter(({ kind, to }) => kind === "shot" && to === square)
      : this.#targets().filter(({ to }) => to === square);
    return { square, meant, isSure: isNet || this.selected };
  }

  /** A tap on the carrier just as it is selected automatically asked for that. */
  deselect() {
    if (performance.now() - this.#selfAt >= SELF) super.deselect();
  }

  idleWords(square) {
    return t("The {piece} on {square} has no options.", { piece: this.#nameOn(square), square });
  }

  /** Return what the marks on the pitch stand for. */
  #targets() {
    if (this.selected) return this.from(this.selected);
    const { staged, options } = this.shown;
    if (staged?.length || !options) return [];
    // Before anything is chosen: where a kick-off may go, what may be taken to win the ball.
    const moves = this.actions.filter(({ kind }) => kind === "move");
    const { men, ball, phase } = this.#scene;
    if (phase === "kickoff") return moves;
    if (phase === "corner") return moves.filter(({ to }) => to === ball);
    return this.isOwn(ball) ? [] : moves.filter(({ captures }) => captures);
  }

  choose(choices) {
    // A square means what is done on it, the net behind it the shot.
    const there = choices.filter(({ kind }) => kind !== "shot");
    if (there.length < 2) return super.choose(there.length ? there : choices);
    const { options } = this.shown;
    import("./which.js").then(({ ask }) => options === this.shown.options && ask(this, this.#scene, there))
      .catch(() => this.refuse(there[0].to, t("You're offline.")));
  }

  #nameOn(square) {
    const man = this.#scene.men.get(square);
    return man ? NAMES[man.toLowerCase()] : t("the ball");
  }

  selectedWords(square) {
    const { length: n } = this.from(square);
    return t("{name} {square} selected: {n} possible. Press o for the list.", { name: this.#nameOn(square), square, n });
  }

  readOut(square) {
    const found = this.from(square).length ? this.from(square) : this.#targets().filter(({ to }) => to === square);
    const label = this.pitch.buttonOf(square).getAttribute("aria-label");
    return found.map((choice) => choice.label).join(". ") || t("{label}. No options here.", { label });
  }

  /* --- the scene --- */

  enter(isNew) {
    const { staged, pending, position, last } = this.shown;
    // The turn that ends a round leaves no position: its own stands until the next one is known.
    const isEnd = last?.position_after === null && last.position_before === position;
    const scene = (isEnd ? last.actions.map(parse) : pending).reduce(apply, read(position));
    this.#scene = scene;
    if (!isNew) return;
    this.which?.end();
    // The carrier can still do something: no need to tap it again.
    this.selected = staged.length && this.from(scene.ball).length ? scene.ball : null;
    if (this.selected) this.#selfAt = performance.now();
  }

  present() {
    if (this.which) this.which.draw();
    else if (!this.#held) this.#draw();
    else if (this.#held === 3) this.release();
    else this.#held = 2;
    if (this.shown.staged.at(-1)?.kind === "shot") import("./motion.js").then(({ prepare }) => prepare(this.pitch)).catch(() => {});
  }

  glide({ kind, from, to }) {
    // What was dragged to its place is there already.
    if (this.#isDropped) this.#isDropped = false;
    else if (kind === "move") this.pitch.glide(from, to, 180);
    else if (kind === "pass") this.pitch.fly([from, to], 180);
  }

  #draw() {
    const { men, ball, isLoose } = this.#scene;
    const { staged, isMine, inCheck, last, ahead } = this.shown;
    const targets = this.#targets();
    const shots = this.actions.filter(({ kind }) => kind === "shot");
    const aimed = staged.find(({ kind }) => kind === "shot");
    const words = new Map();
    // Said once, however many ways there are.
    const add = (square, word) => words.get(square)?.split(", ").includes(word) || words.set(square, [words.get(square), word].filter(Boolean).join(", "));
    const kings = [...men].filter(([, man]) => man.toLowerCase() === "k");
    const king = kings.find(([, man]) => this.#isOwnMan(man));
    const checked = inCheck && (isMine ? king : kings.find((one) => one !== king));
    if (checked) add(checked[0], t("in check"));
    for (const one of ahead?.words ?? []) add(...one);
    for (const { kind, to, captures } of targets) {
      if (kind !== "shot") add(to, kind === "pass" ? t("pass") : captures ? t("capture") : t("move"));
    }
    for (const { kind, to, chances } of targets) {
      if (kind === "shot") add(to, t("shoot, {goal}% goal", { goal: chances.goal }));
    }
    if (!this.selected) for (const { from } of this.actions) if (!words.has(from) || from === checked?.[0]) add(from, t(
      "can play",
    ));
    // A staged shot leaves the ball with the shooter; the lane shows where it will go.
    const scored = !isMine && last && scoredAt(last);
    const at = scored ? null : (aimed?.from ?? ball);
    this.pitch.show({
      men, ball: at, scored, isLoose, words,
      selected: this.selected,
      isInert: !isMine && !ahead?.mayThink,
      live: [...targets.map(({ to }) => to), ...(this.selected ? [] : this.actions.map(({ from }) => from))],
      start: this.from(ball).length ? ball : king?.[0],
      nets: new Map(shots.map(({ to, chances }) => [to, t("Shoot at {to}, {goal} per cent goal", { to, goal: chances.goal })])),
      paint: (marks) => {
        if (!this.selected && !staged.length && last) paintTrail(marks, last);
        for (const choice of staged) paintStaged(marks, choice);
        ahead?.paint(marks);
        if (inCheck && isMine && king) marks.check(king[0]);
        if (this.selected) marks.frame(this.selected);
        for (const choice of targets) this.#paint(marks, choice);
        if (!this.selected && !aimed) for (const { to } of shots) marks.aim(to);
      },
    });
    this.#grip();
  }

  /** Let the fingers that may drag what stands on a square do that, and not scroll. */
  #grip() {
    for (const square of this.#scene.men.keys()) this.pitch.buttonOf(square).classList.toggle("own", Boolean(this.#mayAct(square, ["move", "pass", "shot"])));
  }

  #paint(marks, { kind, from, to, captures }) {
    if (kind === "shot") {
      marks.lane(from, to);
      marks.aim(to);
    } else if (kind === "pass") {
      marks.ring(to);
      marks.arrow("pass", from, to, 0.7);
    } else if (captures) {
      marks.capture(to);
      if (this.#scene.phase === "open" && !this.isOwn(this.#scene.ball)) marks.prize(to);
    } else if (to === this.#scene.ball) marks.fetch(to);
    else marks.move(to);
  }

  /* --- a turn in motion --- */

  /** Let a staged shot begin before its fate is known. */
  async begin(staged) {
    const shot = staged.find(({ kind }) => kind === "shot");
    if (!shot || this.pitch.isStill) return;
    const before = { ...this.#scene, ball: shot.from };
    this.#begun = inTime(import("./motion.js")).then(({ begin, quiet }) => begin(this.pitch, before, shot, {
      chances: oddsOf(shot), by: this.side, ticker: quiet(this.page, before, this.shown.game.turn),
    }));
    this.#begun.catch(() => {});
  }

  /** Take a shot back that was not taken. */
  async giveUp() {
    (await this.#begun?.catch(() => null))?.giveUp();
    this.#begun = null;
  }

  /** Let a played turn happen before the eye, unless nothing may move; of a shot or a mate who wants
   * it still sees the end, which stays until `release`. With `lingers` it returns as soon as the
   * page may continue; the scene is seen to its end, and stays if the page shows no other.
   */
  async play(turn, { lingers, ...how }) {
    const isScene = turn.events.some(({ type }) => type === "shot" || type === "checkmate");
    if (this.pitch.isStill && !isScene) return;
    const begun = await this.#begun?.catch(() => null);
    this.#begun = null;
    let isOver = false;
    await (await inTime(import("./motion.js"))).perform(this.pitch, turn, { ...how, begun, lingers, page: this.page, ended: () => {
      isOver = true;
      // Whatever the page has shown meanwhile can be seen.
      if (this.#held === 2) this.release();
      else if (this.#held) this.#held = 3;
    } });
    if (isScene && (this.pitch.isStill || lingers)) this.#held = isOver ? 3 : 1;
  }

  /** Write across the pitch how the game ended, until someone touches it; where the end of a shot is
   * standing, after that.
   */
  spell(word, winner) {
    const write = () => import("./motion.js").then((motion) => motion.spell(this.pitch, word, winner)).catch(() => {});
    if (this.#held) this.#last = write;
    else write();
  }

  /** Show the pitch as it is again, where the end of a shot has been standing. */
  release() {
    if (!this.#held) return;
    this.#held = 0;
    if (this.shown.staged) this.#draw();
    this.#last?.();
    this.#last = null;
  }

  /* --- words --- */

  ask(choices) {
    const kinds = new Set(choices.map(({ kind }) => kind));
    const moves = choices.some(({ kind, captures }) => kind === "move" && !captures) ? t("a dot") : t("the brackets");
    const nouns = [["move", moves], ["pass", t("a ring")], ["shot", t("the net")]].filter(([kind]) => kinds.has(kind)).map(([, noun]) => noun);
    return nouns.length ? t("Tap {marks}.", { marks: listed(nouns, "disjunction") }) : "";
  }

  /** Return the second line of a button of the row. */
  detail(kind, open, done) {
    if (done.length) return kind === "move" ? `${done[0].from}–${done[0].to}` : `${t("to {square}", { square: done[0].to })}${kind === "shot" ? " ✓" : ""}`;
    if (!open.length) return "–";
    if (kind === "move") {
      // At the kick-off two men may go to one square.
      const isSeen = ({ from }) => (this.selected ? from === this.selected : this.#scene.phase === "kickoff");
      const { size } = new Set(open.filter(isSeen).map(({ to }) => to));
      return size ? tn("{n} square", "{n} squares", size) : t("{n} possible", { n: open.length });
    }
    if (kind === "pass") return t("{n} open", { n: open.length });
    return open.map(({ to, chances }) => `${to} ${percent(chances.goal)}`).join(" ");
  }

  sendWords(staged) {
    const last = staged.at(-1);
    return last?.kind === "shot" ? t("Shoot at {to}", { to: last.to }) : t("Send turn");
  }

  groupName({ from, label }) {
    return label.includes(from) ? label.split(" ").slice(0, 2).join(" ") : "";
  }

  /** Return `[per cent, word]` for each way a shot may end, in the order of law 8.3. */
  chances(choice) {
    return oddsOf(choice).map(({ word, percent }) => [percent, WAYS[word] ?? word]);
  }

  /** Return how a shot or a mate ended, or null for a turn without either. */
  async verdict(turn, game, called) {
    if (!turn.events.some(({ type }) => type === "shot" || type === "checkmate")) return null;
    return (await inTime(import("./result_banner.js"))).verdict(turn, game, this.side, called, oddsOf(turn));
  }
}

function paintStaged(marks, { kind, from, to }) {
  if (kind === "shot") {
    marks.lane(from, to);
    marks.aim(to);
  } else if (kind === "pass") marks.arrow("pass", from, to, 0.7);
  else {
    marks.ghost(from);
    marks.arrow("way", from, to);
  }
}

/** Play the game on the page as it is now. */
export const begin = () => playWith(new PitchHand(document.querySelector("ce-pitch")));

// The page on which a formation is chosen begins the game with the round.
const here = document.querySelector("ce-pitch");
export const ready = "thinking" in here.dataset || here.closest(".arrange") ? null : begin();
