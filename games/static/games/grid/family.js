/** What Family Chess has besides: the strip of its players and their corners, the lap, a lens; and what
 * saying.js says of checks.
 */
import { byId, el, inTime } from "../page.js";
import { sign, svg } from "./marks.js";
import { SIDES } from "./words.js";
import { listed, t } from "../../words.js";

const WORDS = {
  toMove: t("to move"),
  now: t("now"),
  next: t("next"),
  away: t("away"),
  leaving: t("leaving"),
  returning: t("returning"),
  out: t("out"),
  places: ["", t("1st"), t("2nd"), t("3rd"), t("4th")],
  inTurn: (place) => t("{place} to move", { place }),
  check: t("check!"),
  underCheck: (by) => t("under check, said by {by}", { by }),
  inCheck: (by) => t("in check by {by}", { by }),
  waiting: (name) => t("Waiting for {name}", { name }),
  wins: (name) => t("{name} wins.", { name }),
  close: t("Close"),
};
const [REACH, APART] = [22, 6];
/** A line of the lap with more characters has three rows. */
const LONG = 70;
/** The sides in their order of play. */
const ORDER = ["white", "silver", "black", "gold"];

/** Return what a side is called. */
const title = (side) => SIDES[side[0]];

/** Return a name for where room is short: a sign takes the place of the word *guest*, and dots that of a
 * beginning that another of the `names` has too.
 */
function brief(name, names = []) {
  const [, word, number] = /^(\S+) (\d{4})$/.exec(name) ?? [];
  if (!word) {
    const shown = name.replace(/ \(.+\)$/, "");
    const alike = (other) => [...shown].findIndex((letter, at) => letter !== other[at]);
    const shared = shown.length > 7 ? Math.max(...names.filter((other) => other !== name).map(alike)) : 0;
    return shared > 3 ? [el("span", { class: "shared", textContent: shown.slice(0, shared) }), el("span", { textContent: shown.slice(shared) })] : [shown];
  }
  return [svg("svg", { class: "guest", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: "#s-guest" })), el("span", { textContent: `${word} ` }), number];
}

export class Family {
  // The turn whose way is on the board.
  #traced = 0;
  #lapKey = "";
  // What says checks, once there was something to say.
  #saying = null;
  #isFetched = false;
  #isEnded = false;

  /** A replay has no `page`: it shows the players alone, at the turn that one of them has played. */
  constructor(board, data, page = null, hand = null) {
    Object.assign(this, { board, data, page, hand });
    this.sides = ORDER.filter((side) => data.game.players[side]);
    // Each player has the corner at their right hand, the reader that below.
    const own = ORDER.indexOf(data.seen_from);
    this.corners = new Map(this.sides.map((side) => [side, el("div", { class: `corner at-${(ORDER.indexOf(side) - own + 4) % 4}`, "aria-hidden": "true" })]));
    board.querySelector(".panel").append(...this.corners.values());
    if (page) this.#addTools();
  }

  #addTools() {
    this.button = el("button", { type: "button", class: "btn", textContent: t("Enlarge"), "aria-pressed": "false", onclick: () => this.enlarge() });
    const [kinds, tools] = [byId("kinds"), el("div", { class: "tools" })];
    kinds.replaceWith(tools);
    tools.append(kinds, this.button);
    this.tools = tools;
  }

  /* --- players --- */

  show(shown, { touched, arrows }) {
    this.shown = shown;
    this.arrows = arrows;
    const { game } = shown;
    // Where the last move ended.
    this.last = touched.at(-1) ?? this.last;
    this.lens?.follow();
    this.game = game;
    this.side = this.data.side;
    const awaited = game.awaiting[0] ?? game.side_to_play;
    const playing = this.sides.filter((side) => ["present", "leaving"].includes(this.presence(side)));
    const start = Math.max(playing.indexOf(awaited), 0);
    const inOrder = [...playing.slice(start), ...playing.slice(0, start)];
    this.#count();
    const ended = game.result?.ranking?.flat() ?? [];
    this.#showStrip(ended.length ? ended : [...inOrder, ...this.sides.filter((side) => !playing.includes(side))], inOrder.length);
    this.#showCorners(inOrder);
    if (!this.page) return;
    const isOut = this.presence(this.side) === "out";
    byId("new-game")?.toggleAttribute("hidden", !isOut);
    for (const link of document.querySelectorAll("[data-while-in]")) link.hidden = isOut;
    this.#entitle(isOut, awaited);
    const others = this.sides.filter((side) => side !== this.side && this.presence(side) !== "out");
    for (const resign of document.querySelectorAll(".bad[data-call=acts]")) {
      if (others.length === 1) resign.dataset.text = WORDS.wins(this.data.names[others[0]]);
    }
    // Once it is over, the replay shows what there was.
    const isEnded = isOut || Boolean(game.result);
    if (isEnded && !this.#isEnded && this.board.isLarge) this.lens.turn();
    this.#isEnded = isEnded;
    this.tools.hidden = this.isAsking || Boolean(game.result && !this.board.isLarge);
    const { selected } = this.hand;
    byId("prompt").classList.toggle("alarm", Boolean(shown.isMine && this.checkedBy && !selected && !shown.staged.length));
    const isSaid = Object.keys(game.checks ?? {}).length || this.sides.some((side) => this.presence(side) !== "present");
    if (selected || this.isAsking || (isSaid && !game.result)) this.#fetchSaying();
    this.#saying?.show();
  }

  /** How many are in the game. */
  get playing() {
    return this.sides.filter((side) => this.presence(side) !== "out").length;
  }

  /** A piece may attack a king when it is moved: by then what asks is here. */
  #fetchSaying() {
    if (this.#isFetched) return;
    this.#isFetched = true;
    inTime(import("./saying.js")).then(({ Saying }) => {
      this.#saying = new Saying(this);
      this.page.changed();
    }, () => (this.#isFetched = false));
  }

  /** Whether the reader is asked to say check: after a move that attacks kings. */
  get isAsking() {
    const { staged, options, isMine } = this.shown;
    return Boolean(isMine && staged[0]?.kind === "move" && [...staged, ...(options?.actions ?? [])].some(({ kind }) => kind === "check"));
  }

  /** Return what leads to the question that the reader has not answered yet, null where there is none. What
   * asks is awaited, unless it can't be had.
   */
  get question() {
    if (!this.isAsking || (this.#saying ? !this.#saying.isOpen : !this.#isFetched)) return null;
    return () => this.#saying?.insist();
  }

  /** Let the tab say who plays now: the page knew that of one other when it was opened. */
  #entitle(isOut, awaited) {
    const { names } = this.data;
    if (!this.side || this.game.result || this.shown.isMine) return;
    const words = isOut ? [this.side, ...this.sides.filter((side) => side !== this.side)].map((side) => names[side]).join(" – ") : awaited !== this.side && WORDS.waiting(names[awaited]);
    if (words) document.title = `${words} · ${document.title.split(" · ").at(-1)}`;
  }

  /** Write the players into the head in order of play, of whom so many still play; the one with the
   * time first, and once it is over with the place of each.
   */
  #showStrip(order, playing) {
    const [strip, time] = [byId("four"), byId("deadline") ?? byId("progress")];
    const { here = "", online = null } = strip?.dataset ?? {};
    strip?.classList.toggle("over", Boolean(this.game.result));
    strip?.replaceChildren(...order.map((side, place) => {
      const [presence, isChecked] = [this.presence(side), Boolean(this.game.checks?.[side])];
      const isGone = presence === "away" || presence === "out";
      const called = this.data.names[side];
      const name = el("b", { title: called }, ...this.#brief(called));
      // Beside the count of a replay there is no room.
      const [rank, shape] = [(place || !time) && this.place(side), el("i", {}, sign(side, presence === "out" && !this.game.result))];
      const about = [title(side), ...this.#status(side, place < playing ? place + 1 : 0)];
      const isOnline = here.split(" ").includes(side);
      return el("button", { type: "button", "data-look": isGone ? presence : isChecked ? "check" : "", "aria-label": [called, ...about].join(", "), ariaDescription: isOnline ? online : null, onclick: () => this.#tell(called, isOnline ? [...about, online] : about) },
        rank ? el("span", {}, shape, el("small", { textContent: rank })) : shape,
        place || !time ? name : el("span", {}, name, time));
    }));
  }

  /** Write into the corner of each side who plays it and, of what is known, what matters most: how it
   * ended, a check, whose turn it is, what was played last.
   */
  #showCorners([awaited, next]) {
    for (const [side, corner] of this.corners) {
      const presence = this.presence(side);
      const isNow = side === awaited && !this.game.result;
      // The square it came from would not fit.
      const last = this.shown.turns?.findLast((turn) => turn.side === side)?.summary.split(",")[0].replace(/[a-l]\d+–?(?=.*\d)/, "");
      const state = this.place(side) || (!this.game.result && WORDS[presence]) || (this.game.checks?.[side] && WORDS.check);
      corner.dataset.look = presence === "out" || presence === "away" ? presence : isNow ? "now" : side === next ? "next" : "";
      corner.replaceChildren(sign(side, presence === "out"), el("b", {}, ...this.#brief(this.data.names[side])),
        el("small", { textContent: state || (isNow && this.page ? WORDS.now : last ?? (side === next ? WORDS.next : "")) }));
    }
  }

  #brief(name) {
    return brief(name, Object.values(this.data.names));
  }

  presence(side) {
    return this.game.presence?.[side] ?? "present";
  }

  /** Return in words where a side is in the order of play, and what else is to know of it. */
  #status(side, place) {
    const by = this.game.checks?.[side];
    const presence = this.presence(side);
    const rank = this.place(side);
    return [
      rank,
      place && this.page && !this.game.result && (place === 1 ? WORDS.toMove : place === 2 ? WORDS.next : WORDS.inTurn(WORDS.places[place])),
      by && WORDS.underCheck(title(by)),
      presence !== "present" && WORDS[presence],
    ].filter(Boolean);
  }

  /** Note the place of one who has just gone out, unless someone may still return. */
  #count() {
    const out = this.sides.filter((side) => this.presence(side) === "out");
    for (const { events } of this.shown.turns ?? []) for (const { type, side, by } of events) if (type === "mated" && side === this.side) this.data.mated_by = by;
    const fresh = out.filter((side) => !this.data.out?.[side]);
    if (fresh.length !== 1 || this.sides.some((side) => this.presence(side) === "away")) return;
    this.data.out = { ...this.data.out, [fresh[0]]: this.sides.length + 1 - out.length };
  }

  /** Return the place in which a side ended, once it has one. */
  place(side) {
    const ranking = this.game.result?.ranking;
    if (!ranking) return this.presence(side) === "out" ? WORDS.places[this.data.out?.[side]] : undefined;
    const at = ranking.findIndex((sides) => sides.includes(side));
    return at < 0 ? undefined : WORDS.places[ranking.slice(0, at).flat().length + 1];
  }

  async #tell(name, about) {
    const { ask } = await inTime(import("../sheets.js"));
    await ask(name, [], { text: `${about.join(", ")}.`, back: WORDS.close });
  }

  /* --- the lap --- */

  /** Return what was played since the reader's own turn; while others play, with that one. */
  lap() {
    const { turns = [], game } = this.shown;
    if (!this.page || game.result) return [];
    const own = turns.findLastIndex(({ side }) => side === this.side);
    return turns.slice(game.awaiting.includes(this.side) ? own + 1 : Math.max(own, 0)).slice(1 - this.sides.length);
  }

  /** Return who left or came to which squares in the lap and in the draft, or null for the last move alone. */
  moved() {
    const lap = this.lap().flatMap((turn) => this.#ways(turn));
    return lap.length ? new Map([...lap, ...this.#drafted(this.side)].flatMap(([side, from, to]) => [[from, side], [to, side]])) : null;
  }

  /** Return from where to where a turn went, as an arrow of its side. */
  #ways({ side, events }) {
    return events.filter(({ type }) => type === "move").map(({ from, to }) => [side, from, to]);
  }

  #drafted(look) {
    return this.shown.staged.filter(({ kind }) => kind === "move").map(({ from, to }) => [look, from, to]);
  }

  /** Write a line for each turn of the lap, which shows its way on the board; return whether there is one. */
  showLap() {
    const lap = this.lap();
    const checking = Object.values(this.game.checks ?? {});
    const key = lap.map(({ number, side }) => `${number} ${checking.includes(side)}`).join();
    // Written again it would take the focus from a line.
    if (key === this.#lapKey) return lap.length > 0;
    this.#lapKey = key;
    byId("last").replaceChildren(...lap.flatMap(({ number, side, sentence, summary }) => {
      const name = () => el("b", {}, ...brief(this.data.names[side]), ":");
      const line = el("button", { type: "button", class: checking.includes(side) ? "alarm" : "", "aria-pressed": "false", onclick: () => {
        this.#traced = this.#traced === number ? 0 : number;
        for (const one of byId("last").querySelectorAll("button")) one.setAttribute("aria-pressed", String(one === line && this.#traced > 0));
        this.page.changed();
      } }, sign(side), el("span", { class: name().textContent.length + sentence.length > LONG ? "long" : "" }, name(), ` ${sentence}`));
      return [line, el("span", { class: "brief" }, sign(side), " ", name(), ` ${summary}`)];
    }));
    return lap.length > 0;
  }

  /** Return whose check the reader has to end, by name. */
  get checkedBy() {
    return this.data.names[this.game?.checks?.[this.side]];
  }

  inCheck(square) {
    const by = this.game?.checks?.[this.board.pieces?.get(square)?.owner];
    return by && WORDS.inCheck(by);
  }

  /** Return to whom an action as `+sb` says check, by name. */
  called(text) {
    return listed([...text.slice(1)].map((letter) => this.data.names[ORDER.find((side) => side[0] === letter)]));
  }

  /** Return the kings to whom check may be said or is. */
  asked() {
    return this.#saying?.asked() ?? [];
  }

  /** Return the arrows: of the turn that is looked at, the draft, checks that stand and the one about to be said. */
  lanes({ arrows }) {
    const traced = this.lap().filter(({ number }) => number === this.#traced).flatMap((turn) => this.#ways(turn));
    return [...traced, ...this.#drafted("moved"), ...arrows.map(([from, to]) => ["stands", from, to]), ...(this.#saying?.lanes() ?? [])];
  }

  /* --- small squares --- */

  /** Return the marked square that a finger meant, `unclear`, or null where none is near. */
  meant({ square, x, y }, targets, isMovable) {
    if (x == null || this.board.isLarge || !targets.length) return null;
    const squares = [...new Set(targets.map(({ to }) => to))];
    if (isMovable(square) && !squares.includes(square)) return null;
    const [[best, gap], second] = this.board.nearest(x, y, squares);
    if (gap > REACH) return null;
    if (!second || second[1] - gap >= APART) return best;
    this.enlarge(square);
    return "unclear";
  }

  /** Look at eight squares across, round a square or what matters now, or at the whole board again. */
  async enlarge(square) {
    if (this.tools.hidden) return;
    const { Lens, dressed } = await inTime(import("./lens.js"));
    await dressed(this.board.dataset.lens);
    this.lens ??= new Lens(this);
    this.lens.turn(square);
  }
}
