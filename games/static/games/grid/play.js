/** Playing on boards of squares: what a tap means, which marks lie where, how it is told. */
import "./board.js";
import { Hand, playWith } from "../hand.js";
import { byId, call, el, embedded, kept, say } from "../page.js";
import { man } from "./marks.js";
import { NAMES, SIDES, WORDS } from "./words.js";
import { t } from "../../words.js";

const data = embedded("page");
/** Where the last move of a tower doesn't share the line of the prompt. */
const hasLine = matchMedia("(min-width: 700px), (min-height: 780px)");

/** A hand on boards of squares, for any page with them. */
export class SquaresHand extends Hand {
  #scene = data.scene;
  #scenes = new Map([[data.game.position, data.scene]]);
  #picker = null;
  #extras = null;

  constructor(board) {
    super(board, data.side);
    board.build(data.scene);
    // The press that asks for what drags counts already.
    if (!data.game?.result) board.addEventListener("pointerdown", (press) => this.#enableDragging(press), { once: true });
  }

  async #enableDragging(press) {
    const { enableDragging } = await import("./drag.js").catch(() => ({}));
    enableDragging?.(this.board, {
      mayTake: (square) => !this.board.isLarge && this.shown.isMine && this.from(square).length > 0,
      select: (square) => this.select(square),
      drop: (square) => this.tapped({ square }),
    })(press);
  }

  connect(page) {
    super.connect(page);
    if (!data.scene.signs) return;
    // What the cross has besides is fetched for it alone; the board works meanwhile.
    import("./family.js").then(({ Family }) => {
      this.#extras = new Family(this.board, data, page, this);
      page.changed();
    }).catch(() => {});
  }

  from(square) {
    return super.from(square).filter(({ kind }) => kind === "move");
  }

  pieceOn(square) {
    return this.board.pieces?.get(square);
  }

  isOwn(square) {
    return this.pieceOn(square)?.owner === this.side;
  }

  /* --- taps --- */

  meaning(tap) {
    this.#putAway();
    const targets = this.selected ? this.from(this.selected) : [];
    const square = this.#extras?.meant(tap, targets, (name) => this.from(name).length > 0) ?? tap.square;
    return square === "unclear" ? null : { square, meant: targets.filter(({ to }) => to === square), isSure: true };
  }

  prompt() {
    const by = this.#extras?.checkedBy;
    return super.prompt() || (by ? WORDS.endCheck(by, this.actions.length) : this.board.isTower && hasLine.matches && this.#lesson() && !this.shown.inCheck ? WORDS.first(SIDES[this.side[0]]) : "");
  }

  idleWords(square) {
    return this.#extras?.checkedBy ? WORDS.endsNoCheck : WORDS.idle(this.pieceOn(square).art);
  }

  /** Say that the selected piece can't go there, or whose piece was tapped. */
  strayWords(square) {
    const { owner, state } = this.pieceOn(square) ?? {};
    if (this.shown.staged.length) return "";
    if (this.selected) return WORDS.cantGo(this.pieceOn(this.selected).art);
    // On the analysis board both sides are played.
    const name = state !== "out" && !("thinking" in this.board.dataset) && data.names?.[owner];
    return name ? WORDS.theirs(name, SIDES[this.side[0]]) : "";
  }

  choose(choices) {
    if (choices.length > 1) this.#promote(choices);
    else super.choose(choices);
  }

  /** Ask what a pawn becomes, by four buttons in place of the prompt. */
  #promote(choices) {
    const letter = (choice) => choice.text.at(-1);
    const buttons = choices
      .sort((a, b) => "qrbn".indexOf(letter(a)) - "qrbn".indexOf(letter(b)))
      .map((choice) => el("button", { type: "button", class: "btn", "aria-label": NAMES[letter(choice)], onclick: () => {
        this.#putAway();
        this.choose([choice]);
      } }, man({ art: letter(choice), owner: this.side, state: "", level: 1 })));
    const [{ from }] = choices;
    this.#picker = el("div", { class: "picker", role: "group", "aria-label": WORDS.promote, onkeydown: ({ key }) => {
      if (key === "Escape") this.select(null), this.board.focusOn(from);
    } }, el("span", { textContent: WORDS.promote }), ...buttons);
    byId("prompt").after(this.#picker);
    byId("prompt").hidden = true;
    buttons[0].focus();
    say(`${WORDS.promote}: ${choices.map((choice) => NAMES[letter(choice)]).join(", ")}`);
  }

  #putAway() {
    this.#picker?.remove();
    this.#picker = null;
    byId("prompt").hidden = false;
  }

  select(square) {
    this.#putAway();
    super.select(square);
    if (square) this.#extras?.lens?.look(square);
    if (!square || !this.board.isTower) return;
    // Said with what the plate of another level shows: that of the most squares.
    const [most] = this.#levelsOf(this.from(square)).filter(({ sign, n }) => sign !== "●" && n).sort((a, b) => b.n - a.n);
    if (most) this.#teach("levels", most);
  }

  selectedWords(square) {
    return WORDS.selected(this.pieceOn(square).label, square, this.#tellChoices(this.from(square)));
  }

  /** Return how many moves there are, level by level where there are several. */
  #tellChoices(choices) {
    const told = (some) => {
      const takes = some.filter(({ captures }) => captures).length;
      return WORDS.moves(some.length - takes, takes);
    };
    if (!this.board.isTower) return `${told(choices)}.`;
    const by = (sign) => choices.filter(({ from, to }) => Math.sign(this.board.above(to, from)) === sign);
    const parts = [[0, WORDS.here], [1, WORDS.up], [-1, WORDS.down]].filter(([sign]) => by(sign).length).map(([sign, word]) => word(told(by(sign))));
    return `${parts.join("; ")}.`;
  }

  command({ name, square }) {
    if (name === "check") this.board.focusOn(this.#nextChecked(square));
    else if (name === "enlarge") this.#extras?.enlarge(square);
    else super.command({ name, square });
  }

  readOut(square) {
    const found = this.from(square).length ? this.from(square) : this.actions.filter(({ from, to }) => from === this.selected && to === square);
    return found.map((choice) => this.words(choice)).join(". ") || WORDS.nothingHere(this.board.buttonOf(square).getAttribute("aria-label"));
  }

  /** Return the next king in check, or the square itself. */
  #nextChecked(square) {
    const { checked } = this.#scene;
    return checked[(checked.indexOf(square) + 1) % checked.length] ?? square;
  }

  /* --- the scene --- */

  enter(isNew) {
    if (isNew) {
      this.selected = null;
      this.#putAway();
    }
    const { options, pending, position } = this.shown;
    if (options?.scene) this.#scenes.set(options.position, options.scene);
    const scene = this.#scenes.get(position);
    if (!scene) this.#fetch(position);
    this.#scene = pending.reduce(moved, scene ?? this.#scene);
  }

  present() {
    this.#draw();
    const { turn, result } = this.shown.game;
    const lesson = this.#lesson();
    if (lesson) this.#teach(lesson, this.side);
    // A piece that is dragged presses no square: what was taught about it goes with its move.
    const bubble = document.querySelector(".bubble");
    const isPast = this.shown.staged.length && bubble?.dataset.about !== "family";
    if ((lesson || isPast || !this.shown.isMine) && bubble?.dataset.about !== lesson) bubble?.remove();
    for (const who of document.querySelectorAll(".two .who")) who.classList.toggle("now", this.shown.game.awaiting.includes(who.dataset.side));
    const move = byId("move");
    if (move) move.textContent = t("move {n}", { n: (turn + !result) >> 1 });
    const captured = document.querySelectorAll(".won");
    if (captured.length) import("./won.js").then(({ showWon }) => showWon(captured, this.board, this.side ?? "white")).catch(() => {});
    const list = byId("round");
    const last = list?.lastElementChild;
    // Under the board it begins with a whole pair and ends with the last move.
    if (last) list.scrollLeft = [...list.children].find((one, n) => n % 2 === 0 && one.offsetLeft + list.clientWidth >= last.offsetLeft + last.offsetWidth)?.offsetLeft - list.offsetLeft;
  }

  /** Write what was played since the reader's own turn, where the board knows of it; return whether it does. */
  showLap() {
    return Boolean(this.#extras?.showLap());
  }

  /** Return what isn't as in chess and is met now: of a first turn the game itself, at the cross how
   * check is said and what a player in check may do.
   */
  #lesson() {
    const { isMine, staged, turns = [], game: { turn, ruleset, players } } = this.shown;
    // What the cross has besides is known once it has come.
    if (!isMine || (data.scene.signs && !this.#extras)) return "";
    if (staged.length) return this.#extras?.isAsking ? "saying" : "";
    if (this.#extras?.checkedBy) return "checked";
    const isFirst = turn <= Object.keys(players).length && !turns.some(({ side }) => side === this.side);
    return ruleset !== "standard" && isFirst ? ruleset : "";
  }

  #teach(subject, example) {
    if (kept(localStorage, "explained")?.includes(subject)) return;
    // When it comes, another subject may be met.
    import("./first_turn.js").then(({ teach }) => [this.#lesson(), "levels"].includes(subject) && teach(subject, example)).catch(() => {});
  }

  glide({ kind, from, to }) {
    if (kind === "move") this.board.glide(from, to, 180);
  }

  /** Have the service draw a position that nothing has come with. */
  async #fetch(position) {
    if (this.fetching === position) return;
    this.fetching = position;
    const { id } = data.game;
    const game = await call("GET", `/api/v1/games/${id}?scene=${data.seen_from}`).catch(() => null);
    this.fetching = null;
    if (!game?.scene) return;
    this.#scenes.set(game.position, game.scene);
    // Not by way of the page, which says no more once the game is over.
    if (game.position === this.shown.position) this.show(this.shown);
  }

  #draw() {
    const { isMine, staged, ahead } = this.shown;
    const waiting = ahead?.choices ?? [];
    const selected = this.selected;
    const targets = selected ? this.from(selected) : [];
    const [marks, words] = [new Map(), new Map()];
    this.#extras?.show(this.shown, this.#scene);
    const add = (map, square, what) => map.set(square, [...(map.get(square) ?? []), what]);
    for (const square of this.#scene.checked) {
      add(marks, square, "check");
      add(words, square, this.#extras?.inCheck(square) ?? WORDS.inCheck);
    }
    if (selected) {
      add(marks, selected, "frame");
      if (this.board.isTower) this.#nameColumn(selected, words, add);
    }
    for (const choice of uniqueBy(targets, ({ to }) => to)) {
      for (const name of this.#marksOf(choice)) add(marks, choice.to, name);
      add(words, choice.to, choice.captures ? WORDS.capture : WORDS.move);
      const levels = this.#levels(choice);
      if (levels) add(words, choice.to, WORDS.levels(levels));
    }
    const movable = new Set(this.actions.filter(({ kind }) => kind === "move").map(({ from }) => from));
    if (!selected) for (const square of movable) add(words, square, WORDS.canMove);
    for (const square of this.#extras?.asked() ?? []) add(marks, square, "capture");
    for (const [square, word] of ahead?.words ?? []) {
      add(marks, square, "waits");
      add(words, square, word);
    }
    for (const { from, kind } of staged) if (kind === "move") add(marks, from, "ghost");
    const king = this.#scene.panels.flatMap(({ pieces }) => pieces).find(({ art, owner }) => art === "k" && owner === this.side);
    this.board.show({
      scene: this.#scene, marks, selected,
      words: new Map([...words].map(([square, some]) => [square, [...new Set(some)].join(", ")])),
      live: new Set([...targets.map(({ to }) => to), ...movable]),
      isInert: !isMine && !ahead?.mayThink,
      isOver: !isMine && this.shown.game.result !== null,
      counts: this.#counts(targets),
      moved: this.#extras?.moved(),
      lanes: [...(this.#extras?.lanes(this.#scene) ?? []), ...(this.board.isTower ? this.#scene.arrows.map(([from, to]) => ["stands", from, to]) : waiting.map(({ from, to }) => ["ahead", from, to]))],
      start: king?.at,
    });
    this.#extras?.lens?.draw();
  }

  #levels({ from, to }) {
    return this.board.isTower ? this.board.above(to, from) : 0;
  }

  /** A dot on the same level, an arrow to another one, brackets round what is taken. */
  #marksOf(choice) {
    const levels = this.#levels(choice);
    const arrow = levels && (levels > 0 ? "up" : "down") + (Math.abs(levels) > 1 ? "2" : "");
    if (choice.captures && this.pieceOn(choice.to)) return arrow ? ["capture", arrow] : ["capture"];
    return [arrow || "dot"];
  }

  #nameColumn(selected, words, add) {
    const piece = this.pieceOn(selected);
    for (const square of this.board.corresponding(selected)) {
      const word = this.board.above(square, selected) > 0 ? WORDS.straightAbove : WORDS.straightBelow;
      add(words, square, word(NAMES[piece.art]));
    }
  }

  /** Return for each level to which a piece can go its mark, how many squares, and how many captures. */
  #levelsOf(targets) {
    return this.#scene.panels.map(({ name }) => {
      const there = uniqueBy(targets.filter(({ to }) => this.board.panelOf(to) === name), ({ to }) => to);
      const levels = there.length ? this.#levels(there[0]) : 0;
      const takes = there.filter(({ captures }) => captures).length;
      return { name, sign: levels === 0 ? "●" : (levels > 0 ? "▲" : "▼").repeat(Math.abs(levels)), n: there.length - takes, takes };
    }).filter(({ n, takes }) => n + takes);
  }

  /** What the plates say of where the chosen piece can go. */
  #counts(targets) {
    if (!this.board.isTower || !this.selected) return null;
    const told = new Map(this.#scene.panels.map(({ name }) => [name, WORDS.noMove]));
    for (const { name, sign, n, takes } of this.#levelsOf(targets)) told.set(name, `${sign} ${n}${takes ? WORDS.takes(takes) : ""}`);
    return told;
  }

  /* --- a turn in motion --- */

  /** Let a move happen before the eye, unless nothing may move; the reader's own has been seen. */
  async play({ events }, { all } = {}) {
    const move = events.find(({ type }) => type === "move");
    if (all && move) await this.board.glide(move.from, move.to, Math.min(all, 600));
  }

  /* --- words --- */

  /** Return a turn in a sentence, in chess the move; of a tower also shortly, for the line beside the
   * prompt.
   */
  sentenceOf({ sentence, summary }) {
    if (data.game.ruleset === "standard") return summary;
    if (this.board.isTower) return [el("span", { textContent: sentence }), el("span", { className: "brief", "aria-hidden": "true", textContent: summary })];
    return sentence;
  }

  /** Call whom a turn concerns by name, where the service calls them by their sides. */
  address(turn) {
    const own = SIDES[this.side?.[0]];
    const nameOf = (found) => found !== own ? data.names[Object.keys(data.names).find((side) => SIDES[side[0]] === found)] : WORDS.you;
    const mated = turn.events.filter(({ type, by }) => type === "mated" && by === this.side).map(({ side }) => SIDES[side[0]]);
    for (const to of mated) turn.sentence = turn.sentence.replace(WORDS.mates(own, to), WORDS.youMate(to));
    for (const key of ["sentence", "summary"]) {
      turn[key] = turn[key].replace(WORDS.whose(own), WORDS.your).replace(new RegExp(Object.values(SIDES).join("|"), "g"), nameOf);
    }
  }

  ask(choices) {
    const names = [
      [choices.some((one) => !one.captures && !this.#levels(one)), WORDS.marks.dot],
      [choices.some((one) => this.#levels(one)), WORDS.marks.level],
      [choices.some((one) => one.captures), WORDS.marks.capture],
    ].filter(([has]) => has).map(([, name]) => name);
    return names.length ? WORDS.tap(names) : "";
  }

  /** Return the second line of a button of the row. */
  detail(kind, open, done) {
    // Under the tower of a phone there is room for a number or a square: the button of the turn says all.
    const isNarrow = this.board.isTower && innerWidth < 1000;
    if (done.length) return isNarrow ? done[0].to : this.#written(done[0]);
    const own = open.filter(({ from }) => from === this.selected);
    if (isNarrow && open.length) return String(own.length || open.length);
    return own.length ? WORDS.squares(own.length) : open.length ? WORDS.ways(open.length) : WORDS.none;
  }

  /** Return a move as the line on the last one writes it. */
  #written({ label }) {
    return this.board.isTower ? label.replace("x", "×").replace("-", "–") : label;
  }

  /** Return what a check does, or what a capture of the tower takes, while it waits to be sent. */
  stagedWords([choice]) {
    // As it is written: "Qxf7#".
    if (data.game.ruleset === "standard" && /[+#]$/.test(choice.label)) return choice.label.endsWith("#") ? WORDS.sendMate : WORDS.sendCheck;
    return this.board.isTower && choice.captures ? WORDS.sendTakes(NAMES[choice.captures.toLowerCase()]) : "";
  }

  /** Return what leads to a question that must be answered before the turn is sent, or null. */
  question() {
    return this.#extras?.question ?? null;
  }

  sendWords(staged) {
    if (!staged.length) return WORDS.send;
    const said = staged.find(({ kind }) => kind === "check");
    // Among four players a move is long: where it comes from is in the row above.
    const move = this.#extras ? staged[0].label.replace(/[a-l]\d+–?(?=.*\d)/, "") : this.#written(staged[0]);
    return WORDS.sendMove(move + (said ? WORDS.checkTo(this.#extras.called(said.text)) : ""));
  }

  groupName({ from, kind }) {
    return kind === "move" ? WORDS.piece(this.pieceOn(from)?.label ?? "", from) : "";
  }

  /** Return an action as a list names it. */
  words(choice) {
    const { from, to, captures, text, label, kind } = choice;
    if (kind !== "move") return label;
    const piece = this.pieceOn(from);
    const told = WORDS.goes(piece?.label ?? "", from, to, captures && NAMES[captures.toLowerCase()]);
    const becomes = piece?.art === "p" && /[qrbn]$/.test(text) && text.at(-1);
    return becomes ? WORDS.becomes(told, NAMES[becomes]) : told;
  }

  /** Return how a mate ended the game, or null for another turn. */
  async verdict({ events, side }, game, called) {
    if (!events.some(({ type }) => type === "checkmate")) return null;
    const isLost = data.side && side !== data.side;
    return { sign: "crown", mood: isLost ? "bad" : "good", title: WORDS.checkmate, text: WORDS.won(called(side)), next: game.result ? WORDS.result : WORDS.yourTurn };
  }
}

/** Return a scene after a move of which the service has not told yet. */
function moved(scene, { from, to, kind }) {
  if (kind !== "move") return scene;
  const piece = scene.panels.flatMap(({ pieces }) => pieces).find(({ at }) => at === from);
  const panels = scene.panels.map((panel) => {
    const pieces = panel.pieces.filter(({ at }) => at !== from && at !== to);
    return { ...panel, pieces: panel.squares.some(({ name }) => name === to) && piece ? [...pieces, { ...piece, at: to }] : pieces };
  });
  return { ...scene, panels, touched: [from, to], checked: [], arrows: [] };
}

function uniqueBy(list, key) {
  return [...new Map(list.map((one) => [key(one), one])).values()];
}

const board = document.querySelector("ce-grid");
if (!("thinking" in board.dataset)) playWith(new SquaresHand(board));
