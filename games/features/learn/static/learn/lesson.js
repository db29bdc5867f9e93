/** A step of a lesson on the pitch. What a tap means is read from what the service lists; whether
 *  it was right, the service judges by the real rules.
 */
import "../games/chess_eleven/pitch.js";
import { enableDragging } from "../games/chess_eleven/drag.js";
import { NAMES, isWhite, oddsOf, read } from "../games/chess_eleven/pieces.js";
import { call, inTime } from "../games/page.js";
import { keepStars } from "./stars.js";
import { t } from "../words.js";

const WAYS = { goal: t("goal"), save: t("save"), block: t("block"), corner: t("corner") };
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// How long a failed try is seen; a step of one action shows the piece back where it was.
export const [AGAIN, BACK] = [1400, 700];

export class Lesson {
  #selected = null;
  #isBusy = false;
  // Runs while a failed try is still on the pitch.
  #failed = 0;

  /** `parts`: the pitch, and where to say what; `done(stars, answer)` is called when the step is.
   *  What is judged elsewhere has its own `ask`; `missed(answer)` is called when a try has failed;
   *  `isOpen` where a step may be done in any way; `isSingle` where one action is all that it asks.
   */
  constructor(parts, step, done, { ask = askLesson, missed = () => {}, isOpen = false, isSingle = false } = {}) {
    Object.assign(this, parts, { done, ask, missed, isOpen, isSingle });
    this.pitch.addEventListener("tap", ({ detail }) => this.#tapped(detail));
    this.pitch.addEventListener("command", ({ detail }) => this.#command(detail));
    this.#enableDragging();
    this.end?.addEventListener("click", () => this.#send([], true));
    this.undo?.addEventListener("click", () => this.#isBusy || this.#again());
    this.begin(step);
  }

  /** Show a step as nothing was tried yet. */
  begin(step) {
    this.step = step;
    this.tries = 0;
    this.#again();
  }

  #again() {
    clearTimeout(this.#failed);
    this.#failed = 0;
    Object.assign(this, { before: [], actions: [], options: this.step.options, position: this.step.position, pieces: this.step.pieces });
    this.#selected = null;
    this.#show();
  }

  /** Whether a try is being judged or shown. */
  get isBusy() {
    return this.#isBusy;
  }

  /* --- taps --- */

  get #choices() {
    return this.options?.actions ?? [];
  }

  #from(square) {
    return this.#choices.filter(({ from }) => from === square);
  }

  #targets() {
    return this.#choices.filter(({ from }) => from === this.#selected);
  }

  #tapped({ square, isNet }) {
    if (this.#isBusy) return;
    // What is tapped while a failed try is still seen begins the next one.
    if (this.#failed) this.#again();
    if (this.step.kind === "tap") return this.#send([square]);
    if (this.step.kind === "line_up") return this.#swap(square);
    // Where a hand points, a tap means what it shows.
    if (square === this.aim) {
      const there = this.#choices.filter(({ to }) => to === square);
      const [shown] = [...there.filter(({ kind }) => kind === "shot"), ...there];
      if (shown) return this.#send([shown.text]);
    }
    const all = isNet ? this.#choices.filter(({ kind }) => kind === "shot") : this.#targets();
    const there = all.filter(({ to }) => to === square);
    // A lesson that wants a shot there wants nothing else; where anything may be meant, the net
    // stands for the shot and the square for the move.
    const meant = (this.isOpen && there.find(({ kind }) => kind !== "shot")) || there[0];
    if (meant) return this.#send([meant.text]);
    const isOwn = this.#from(square).length > 0;
    if (!this.#selected && !isOwn) return this.#pointedAt(square);
    this.#selected = isOwn && square !== this.#selected ? square : null;
    this.#show();
  }

  /** A square alone is enough where one piece can go there and a slip costs nothing; elsewhere say
   *  what comes first. Where a hand points, one tap is all, as the step says.
   */
  #pointedAt(square) {
    const ways = this.#choices.filter(({ kind, to }) => kind !== "shot" && to === square);
    if (ways.length === 1 && !this.isOpen) this.#send([ways[0].text]);
    else this.#tell(this.aim ? this.step.hint : t("First tap the piece, then where it goes."));
  }

  #swap(square) {
    if (this.#selected && this.#selected !== square) return this.#send([this.#selected + square]);
    this.#selected = this.pieces[square] && square !== this.#selected ? square : null;
    this.#show();
  }

  #command({ name, square }) {
    if (name === "read") this.live.textContent = this.#readOut(square);
    else if (name === "escape" || name === "undo") this.#again();
    else if (name === "send" && this.options?.complete === 0) this.#send([], true);
  }

  /** What can be done with the piece on a square, or by going to it. */
  #readOut(square) {
    const found = this.#from(square).length ? this.#from(square) : this.#targets().filter(({ to }) => to === square);
    const label = this.pitch.buttonOf(square).getAttribute("aria-label");
    return found.map((choice) => choice.label).join(". ") || t("{label}. No options here.", { label });
  }

  /* --- dragging --- */

  #enableDragging() {
    const may = (square, ...kinds) => !this.#isBusy && this.#from(square).some(({ kind }) => kinds.includes(kind));
    enableDragging(this.pitch, {
      mayTake: (square) => (this.step.kind === "line_up" ? !this.#isBusy && square in this.pieces : may(square, "move")),
      mayPull: (square) => this.position && square === read(this.position).ball && may(square, "pass", "shot"),
      select: (square) => {
        this.#selected = square;
        this.#show();
      },
      mayDrop: (to, how) => Boolean(this.#meant(to, how)),
      drop: (to, how) => this.#send([this.#meant(to, how)]),
    });
  }

  /** Return the action for what was dragged from the selected square to another, if there is one. */
  #meant(to, { isBall, isNet }) {
    if (this.step.kind === "line_up") return isNet || to === this.#selected ? null : this.#selected + to;
    const kinds = isNet ? ["shot"] : isBall ? ["pass"] : ["move", "pass"];
    return this.#targets().find((choice) => choice.to === to && kinds.includes(choice.kind))?.text;
  }

  /* --- a try --- */

  async #send(added, whole = false) {
    this.#isBusy = true;
    this.#selected = null;
    const shot = this.#choices.find(({ text, kind }) => kind === "shot" && text === added[0]);
    const actions = [...this.actions, ...added];
    try {
      const answer = await this.ask(this.step, { actions, before: this.before, whole, tries: this.tries });
      await this.#happen(answer, actions, shot);
    } catch (error) {
      this.#tell(error.message);
    }
    this.#isBusy = false;
  }

  async #happen(answer, actions, shot) {
    const { turn, reply, done, failed } = answer;
    if (turn) await this.#play(turn, shot);
    if (reply) await this.#play(reply);
    if (turn && !done && !failed) this.before.push(actions);
    // A step of one action is over with it.
    const isMissed = failed || (this.isSingle && !done);
    Object.assign(this, { actions: turn ? [] : actions, options: answer.options, position: answer.position, pieces: answer.pieces ?? this.pieces });
    const goal = turn?.events.find(({ outcome }) => outcome === "goal");
    this.#show({ scored: goal?.to, isInert: done || isMissed });
    if (answer.throws?.length) await this.#throw(answer.throws);
    if (answer.say) this.#tell(answer.say);
    if (done) {
      this.done(answer.stars, answer);
    } else if (isMissed) {
      this.tries += 1;
      this.missed(answer);
      this.#failed = setTimeout(() => this.#again(), this.isSingle ? BACK : AGAIN);
    }
  }

  /** Play a turn from the beginning before the reader's eyes; nothing is tried after it. */
  async demonstrate({ turn, position, say }) {
    this.#again();
    this.#isBusy = true;
    await this.#play(turn);
    Object.assign(this, { options: null, position });
    this.#show({ scored: turn.events.find(({ outcome }) => outcome === "goal")?.to, isInert: true });
    this.#tell(say);
  }

  async #play(turn, shot) {
    const { play } = await inTime(import("../games/chess_eleven/motion.js"));
    await play(this.pitch, turn, shot ? { chances: oddsOf(shot) } : {});
  }

  /** Let the shot fall again and again, so that odds are seen and not only read. */
  async #throw(outcomes) {
    this.throws.replaceChildren();
    const count = {};
    for (const outcome of outcomes) {
      const mark = document.createElement("li");
      mark.className = outcome;
      mark.textContent = WAYS[outcome];
      this.throws.append(mark);
      count[outcome] = (count[outcome] ?? 0) + 1;
      if (!this.pitch.isStill) await pause(70);
    }
    this.throws.setAttribute("aria-label", t(
      "{goals} of {all} scored", { goals: count.goal ?? 0, all: outcomes.length }));
  }

  #tell(words) {
    this.told.textContent = words;
  }

  /* --- the scene --- */

  #show({ scored = null, isInert = false } = {}) {
    const scene = this.step.kind === "line_up" ? { men: new Map(Object.entries(this.pieces)), ball: null } : read(this.position);
    const targets = isInert ? [] : this.#targets();
    const shots = isInert ? [] : this.#choices.filter(({ kind }) => kind === "shot");
    const words = new Map();
    for (const { kind, to, captures, chances } of targets) {
      words.set(to, kind === "shot" ? t("shoot, {goal}% goal", { goal: chances.goal }) : kind === "pass" ? t("pass") : captures ? t("capture") : t("move"));
    }
    const nets = this.step.kind === "tap" ? this.pitch.goal.map((to) => [to, t("The goal behind {square}", { square: to })])
      : shots.map(({ to, chances }) => [to, t("Shoot at {to}, {goal} per cent goal", { to, goal: chances.goal })]);
    const own = [...scene.men].filter(([square, man]) => (this.step.kind === "line_up" ? isWhite(man) : this.#from(square).length)).map(([square]) => square);
    if (!this.#selected && this.step.kind !== "tap") for (const square of own) words.set(square, t(
      "can play",
    ));
    this.pitch.show({
      ...scene,
      ball: scored ? null : scene.ball,
      scored, words, isInert,
      selected: this.#selected,
      live: [...targets.map(({ to }) => to), ...(this.#selected || isInert ? [] : own)],
      nets: new Map(nets),
      paint: (marks) => {
        if (this.#selected) marks.frame(this.#selected);
        for (const choice of targets) paint(marks, choice, scene.ball);
        if (!this.#selected) for (const { to } of shots) marks.aim(to);
      },
    });
    for (const square of this.step.kind === "tap" ? [] : own) this.pitch.buttonOf(square).classList.add("own");
    this.#chances(shots);
    if (this.undo) this.undo.hidden = !this.actions.length || isInert;
    if (this.end) this.end.hidden = !(this.actions.length && this.options?.complete === 0) || isInert;
    const name = this.#selected && NAMES[scene.men.get(this.#selected).toLowerCase()];
    this.live.textContent = name ? t("{name} {square} selected.", { name, square: this.#selected }) : "";
  }

  /** Say the odds before the shot, where there is one. */
  #chances(shots) {
    const lines = shots.map(({ to, chances }) => [
      ...(shots.length > 1 ? [`${to}:`] : []),
      oddsOf({ chances }).map(({ word, percent }) => [t("{n}%", { n: percent }), WAYS[word]].join(" ")).join(" · "),
    ].join(" "));
    this.odds.textContent = lines.join("\n");
  }
}

function paint(marks, { kind, from, to, captures }, ball) {
  if (kind === "shot") {
    marks.lane(from, to);
    marks.aim(to);
  } else if (kind === "pass") {
    marks.ring(to);
    marks.arrow("pass", from, to, 0.7);
  } else if (captures) marks.capture(to);
  // What lies there is still seen within the loop.
  else if (to === ball) marks.fetch(to);
  else marks.move(to);
}

/** Ask the service what comes of a try at a lesson, and keep the stars. */
async function askLesson(step, body) {
  const answer = await call("POST", `/api/v1/learn/${step.chapter}/${step.step}/try`, { body });
  // A visitor has no account to keep it in.
  if (answer.done) keepStars(`${step.chapter}/${step.step}`, answer.stars);
  return answer;
}

/** The parts of a lesson in the page. */
export const partsOf = (root) => ({
  pitch: root.querySelector("ce-pitch"),
  told: root.querySelector("[data-told]"),
  odds: root.querySelector("[data-odds]"),
  throws: root.querySelector("[data-throws]"),
  end: root.querySelector("[data-end]"),
  undo: root.querySelector("[data-undo]"),
  live: document.getElementById("live"),
});
