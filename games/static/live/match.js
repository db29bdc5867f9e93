/** A live game on its page: clocks, what is staged kept at the service, premoves. Fetched for live
 * games alone. `page` is that of the game.
 */
import { byId, call, el, embedded, keep, kept as stored, newKey, offline, phase, say } from "../games/page.js";
import { t } from "../words.js";
import { refreshAway } from "./away.js";
import { left, minuteOf, runClocks, showLine } from "./clock.js";
import { follow } from "./line.js";

// A finger that builds a turn is quicker than a slow line: of a few taps the last state goes.
const SOON = 120;
// A slow phone may need longer for a shot than the clocks stand; so long it may.
const [PATIENCE, LINGERS] = [3000, 1000];
// So long a word stays of what no one has chosen, even if the page learns something meanwhile.
const NOTICED = 6000;
// After so many missed turns in a row the next one loses the game (9.10).
const WARNED = 2;

const nextGame = () => import("../games/next_game.js").catch(offline);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Join a live game and return what the page calls: `show()` before it draws, `kept()` for what is
 * drawn of a premove, `arm(turn)` to keep one, `ahead(tap, again)` for a tap while the other side
 * plays, `prompt()` for what is said of a premove that is begun, and `notice(text)` for what is to be
 * read whatever comes.
 */
export function join(page) {
  const { api, side } = page;
  const ahead = `${api}/stage/options?`;
  let timer = null;
  // The premove that waits at the service: its turn, its actions and its words.
  let armed = null;
  let number = null;
  let atService = null;
  // What comes from the service need not go back to it.
  let isKept = false;
  // What the service said last of clocks and sides: the board follows once it has shown what happened.
  let standing = null;
  const began = ({ live } = {}) => Date.parse(live?.runs_from ?? 0);
  const newest = () => (standing && (standing.live.phase === "over" || began(standing) > began(page.game)) ? standing : page.game);
  const { signal } = phase.life;

  if (!side) return watchOnly(page);
  // On a Fischer clock a turn is one move.
  const hasOneMove = page.game.live.clock_ms.match === undefined;
  const now = follow(api, embedded("page").live.after, heard);
  const tick = runClocks(side, newest, now);
  bringBack();

  /** Stage here what the service still holds, where this device has nothing of its own. */
  async function bringBack() {
    const { turn, actions } = await call("GET", `${api}/stage`).catch(() => ({ actions: [] }));
    if (!actions.length) return;
    isKept = true;
    if (turn === page.turn?.first.turn && !page.turn.steps.length) {
      keep(sessionStorage, page.turn.name, { key: newKey(), actions });
      await page.turn.restore();
    }
    else if (turn > page.game.turn) hold(turn, await described(actions));
    isKept = false;
  }

  /** Return actions of a premove as the service describes them on the board as it is. */
  async function described(actions) {
    const found = [];
    for (const [i, text] of actions.entries()) {
      const after = encodeURIComponent(actions.slice(0, i).join(" "));
      const options = await call("GET", `${ahead}&after=${after}${page.scene}`).catch(() => null);
      found.push(options?.actions.find((choice) => choice.text === text) ?? { text, label: text });
    }
    return found;
  }

  function heard(record) {
    if (record.type === "lost" || record.type === "back") showLine(record.type === "lost");
    if (record.type === "back") return comeBack();
    const { data, type } = record;
    if (!data || data.next_turn < page.game.turn) return;
    if (!data.live) return page.leave();  // It is played on by correspondence.
    standing = { live: data.live, awaiting: data.awaiting };
    if (data.status !== page.game.status && data.live.runs_from) goOnAt(Date.parse(data.live.runs_from));
    if (type === "turn.played" && data.side !== side) announce(data);
    // One that ends the round is shown by what it came to.
    if (type === "act.done" && data.name === "run_out" && data.status === page.game.status) runOut(data.side, data.live.run_outs?.[data.side]);
    else if (type !== "turn.played") page.refresh();
    else if (data.side !== side) catchUp(data.turn);
  }

  /** Your clock runs before their turn is here and was shown: until then the prompt says so. */
  function announce({ side: whose, awaiting }) {
    if (page.isSending || page.isShowing || page.isAhead || !awaiting.includes(side)) return;
    page.hush();
    byId("prompt").textContent = t("{name} is moving…", { name: page.nameOf(whose) });
    showPremove();
  }

  /** The line is there again, be it that the network came back or the service: what waits for one or
   * the other goes now, and what was staged meanwhile is kept.
   */
  function comeBack() {
    atService = null;
    keepSoon();
    dispatchEvent(new Event("online"));
  }

  /** What has happened is shown for as long as the clocks stand; then the page continues with them. */
  async function goOnAt(moment) {
    await wait(Math.max(0, moment - (now() ?? moment)));
    const latest = performance.now() + PATIENCE;
    while ((page.isSending || page.isShowing || !page.isLeaving) && performance.now() < latest) await wait(SOON);
    await wait(LINGERS);
    // Who pressed the button is there already.
    if (!signal.aborted) phase.goOn();
  }

  /** Show a turn of the other side; one that had been prepared came in the answer to your own. */
  async function catchUp(number) {
    if (page.isSending || page.isShowing) return setTimeout(() => catchUp(number), SOON);
    const last = page.turns.at(-1)?.number ?? 0;
    if (number <= last) return;
    if (number >= page.game.turn) return page.refresh();
    const [{ results }, { listTurn }] = await Promise.all([call("GET", `${api}/turns?after=${last}`), nextGame()]);
    page.addTurns(results);
    for (const turn of results) listTurn(turn, page.nameOf(turn.side));
    await page.showUnseen();
  }

  /** A turn's time is over: it has the same number for anyone who plays now, in another position. */
  async function runOut(whose, count) {
    leaveAhead();
    page.newTurn(null);
    const isMine = whose === side;
    const name = page.nameOf(isMine ? standing.awaiting[0] : whose);
    // Who has the ball loses it to the other king (9.9).
    const isLost = page.board.holder?.(page.game.position) === whose;
    if (count === WARNED) notice(isMine ? t("You missed two turns in a row. Miss one more and you lose.") : t("{name} missed two turns in a row. One more and you win.", { name }));
    else if (isMine) notice(isLost ? t("Turn missed. {name}'s king has the ball. Three in a row lose the game.", { name }) : t("Turn missed. Three in a row lose the game."));
    else notice(isLost ? t("{name} ran out of time. Your king has the ball!", { name }) : t("{name} ran out of time. Your turn!", { name }));
    page.render();
    await page.refresh();
    if (signal.aborted || page.isMine()) return;
    const { whoseTurn } = await nextGame();
    page.note = whoseTurn(page.awaited());
  }

  /** Let something be read for a while, or until a turn is begun. */
  function notice(text) {
    page.notice = text;
    say(text, { urgent: true });
    setTimeout(() => {
      if (signal.aborted || page.notice !== text) return;
      page.notice = "";
      page.render();
    }, NOTICED);
  }

  addEventListener("notice", (event) => {
    event.preventDefault();
    notice(event.detail);
    page.render();
  }, { signal });

  /* --- what is staged ---------------------------------------------------------------------- */

  /** Keep what is staged on your own turn, where it has changed. */
  function keepSoon() {
    const { turn } = page;
    // What is sent need not be kept, unless it does not arrive.
    if (timer && (page.isSending || !turn)) {
      clearTimeout(timer);
      timer = atService = null;
    }
    if (page.isSending) return;
    const text = turn && !page.isAhead ? `${turn.first.turn} ${turn.actions.join(" ")}` : null;
    if (text === atService) return;
    const wasNothing = atService === null || !atService.startsWith(`${turn?.first.turn} `);
    atService = text;
    if (isKept || text === null || (wasNothing && !turn.actions.length)) return;
    clearTimeout(timer);
    timer = setTimeout(() => keepAtService(turn), SOON);
  }

  async function keepAtService({ first, actions }) {
    clearTimeout(timer);
    timer = null;
    const body = { turn: first.turn, actions };
    // A failure costs no more than what this is for: the time that runs out with nothing kept.
    await (actions.length ? call("PUT", `${api}/stage`, { body, keepalive: true }) : call("DELETE", `${api}/stage`)).catch(() => {});
  }

  // What was staged a moment ago goes before the tab sleeps.
  addEventListener("pagehide", () => page.turn && !page.isAhead && timer && keepAtService(page.turn), { signal });

  /* --- premoves ---------------------------------------------------------------------------- */

  /** What could be played if the turn were ours now: no one knows what the other will do. */
  async function think() {
    const { game } = page;
    try {
      const options = await call("GET", `${ahead}${page.scene}`);
      if (page.game !== game || page.isMine()) return;
      page.isAhead = true;
      page.newTurn({ ...options, path: ahead });
      page.note = page.notice = "";
      page.render();
      say(prompt());
    } catch {
      page.tell(t("You can't premove here."));
    }
  }

  // At a corner the service knows nothing that the other side could do: the ball must be theirs. What
  // it lists before a kick-off are kick-offs. Anyone who must end a check first may do so in ways that
  // no one knows.
  const mayThink = () => page.game.status === "playing" && (armed || !page.game.in_check) && !/ (corner|kickoff) /.test(page.game.position) && !newest().awaiting.includes(side) && !page.isOver() && !page.isLeaving;

  /** A tap while the other side plays: on what waits it takes that back, on a piece of your own it
   * begins one, with `again()`.
   */
  async function tapAhead({ square, isOwn, isAway = false }, again) {
    if (!mayThink() || page.isAhead) return;
    if (armed) return (isAway || armed.choices.some(({ from, to }) => [from, to].includes(square))) && disarm();
    if (!isOwn) return;
    await think();
    if (page.isAhead) again();
  }

  function leaveAhead() {
    page.isAhead = false;
    armed = null;
  }

  /** Keep a premove at the service: it is played at no time, or dropped if it is not legal then. */
  async function arm(turn) {
    const body = { turn: turn.first.turn, actions: turn.actions };
    try {
      if (!isKept) await call("PUT", `${api}/stage`, { body, key: newKey() });
    } catch (error) {
      page.note = error.message;
      say(page.note);
      return page.render();
    }
    leaveAhead();
    if (page.game.awaiting.includes(side)) return page.refresh();
    turn.forget();
    hold(body.turn, turn.staged);
  }

  /** Show that a premove waits at the service. */
  function hold(turn, choices) {
    armed = { turn, choices, text: choices.map(({ label }) => label).join(", ") };
    page.newTurn(null);
    page.tell(t("Premove: {turn}.", { turn: armed.text }));
  }

  /** The other side has made impossible what was to be played next: it is gone, and that is seen. */
  function drop() {
    const [{ from }] = armed.choices;
    const text = t("Your premove {turn} isn't possible now. It's your turn.", { turn: armed.text });
    // A check matters more.
    if (page.game.in_check) say(text);
    else notice(text);
    queueMicrotask(() => from && page.board.pitch?.shake(from));
  }

  /** What is drawn and said of the premove that waits, for the board. */
  function kept() {
    const choices = armed?.choices.filter(({ from }) => from) ?? [];
    const words = choices.flatMap(({ from, to }) => [[from, t("premove from here")], [to, t("premove to here")]]);
    // Dots round the squares, a dotted way; a shot has its net.
    const paint = (marks) => {
      for (const [square] of words) marks.waits(square);
      for (const { kind, from, to } of choices) {
        marks.arrow("ahead", from, to);
        if (kind === "shot") marks.aim(to);
      }
    };
    return { choices, words, paint, mayThink: mayThink() };
  }

  async function disarm() {
    armed = null;
    await call("DELETE", `${api}/stage`).catch(() => {});
    page.tell(t("Premove removed."));
  }

  /** Show the way to a premove while the other side plays, and the one that waits. */
  function showPremove() {
    const button = byId("premove");
    if (button) button.hidden = !mayThink() || page.isAhead;
    if (button) button.textContent = armed ? t("Remove premove") : t("Premove");
    const cancel = byId("no-premove");
    if (cancel) cancel.hidden = !page.isAhead;
    if (page.isAhead) byId("send").textContent = t("Save premove");
    // Buttons of two lines leave a tower less of the window.
    dispatchEvent(new Event("resize"));
  }

  const bar = byId("wait-bar").firstElementChild;
  for (const link of bar.querySelectorAll("a")) link.remove();
  const hasSound = () => Boolean(stored(localStorage, "sound"));
  const soundWords = () => (hasSound() ? t("Turn sound off") : t("Turn sound on"));
  bar.append(el("button", { type: "button", class: "btn", textContent: soundWords(), onclick: ({ target }) => {
    keep(localStorage, "sound", !hasSound());
    import("../games/sounds.js").then(({ play }) => play("tick")).catch(() => {});
    target.textContent = soundWords();
  } }));
  bar.append(el("button", { type: "button", class: "btn", id: "premove", onclick: () => (armed ? disarm() : think()) }));
  byId("undo")?.before(el("button", { type: "button", class: "btn", id: "no-premove", hidden: true, textContent: t("Back"), onclick: () => {
    leaveAhead();
    page.newTurn(null);
    page.render();
  } }));

  function show() {
    const { game } = page;
    if (number !== null && number !== game.turn) {
      // Their turn has come: what was put together ahead continues as a turn that is staged.
      if (armed?.turn === game.turn && game.awaiting.includes(side)) drop();
      leaveAhead();
      clearTimeout(timer);
      timer = null;
    }
    number = game.turn;
    keepSoon();
    tick();
    const may = game.acts?.[side] ?? [];
    for (const button of document.querySelectorAll("[data-call=acts]")) button.hidden = !may.includes(JSON.parse(button.dataset.body).name);
    refreshAway();
    // A move that goes immediately leaves its buttons nothing to do, unless it is to be sent again.
    const canSend = page.turn?.canSend && !page.isSending;
    const isIdle = hasOneMove && !canSend && !page.isAhead && !page.turn?.error && !page.waiting?.isHeld;
    byId("play-bar").classList.toggle("idle", isIdle);
    queueMicrotask(showPremove);
  }

  function prompt() {
    if (page.isAhead) return t("Premove: played if it's still legal.");
    const { live, in_check: inCheck } = page.game;
    // How to end a check is what matters then.
    if (live.run_outs?.[side] === WARNED && !inCheck) return t("Miss this turn and you lose.");
    // On a pitch the prompt says whose ball it is.
    if (page.board.pitch || inCheck) return "";
    return `${t("Your turn.")} ${live.phase === "first" ? t("First move within 30 seconds.") : page.turn.known.prompt}`;
  }

  return { show, arm, ahead: tapAhead, kept, notice, prompt, minute: minutesBy(newest, now), last: () => missedBy(page.game) };
}

/** Return what gives the minute of a turn by its number, which stays for when it is played again. */
function minutesBy(read, now) {
  const { minutes } = embedded("page");
  return (number) => {
    const { live, awaiting } = read();
    return live && (minutes[number] ??= minuteOf({ ...live, clock_ms: left(live, awaiting, now() ?? 0) }));
  };
}

/** Return the turn that was just missed as `{side, sentence}`: its side is not awaited, and has played
 * none since. At a kick-off or a corner the other side has it by what was played.
 */
function missedBy({ live, awaiting, position }) {
  const { run_outs: runOuts = {} } = live ?? {};
  const side = position?.includes(" open ") && Object.keys(runOuts).find((one) => runOuts[one] && !awaiting.includes(one));
  return side ? { side, sentence: t("Turn missed.") } : null;
}

/** Anyone who looks on sees the clocks by the stream of everyone. */
function watchOnly(page) {
  const { is_late: isLate, server_time: at } = embedded("page").live;
  const offset = Date.parse(at) - performance.now();
  // What is shown late has clocks of then, which stand: time that is past does not run.
  const now = () => (isLate ? Date.parse(page.game.live.runs_from ?? at) : performance.now() + offset);
  const tick = runClocks(null, () => page.game, now);
  return { show: tick, kept: () => null, arm() {}, ahead() {}, prompt: () => "", minute: minutesBy(() => page.game, now), last: () => missedBy(page.game) };
}
