/** The line to a live game: what happens as it happens, how long that took, and the server's time. */
import { phase, token } from "../games/page.js";
import { rest } from "../live.js";
import { showPause } from "./clock.js";

// A sign of life comes every four seconds; who hears none for so long has lost the line.
const SILENCE = 9000;
const [SOONEST, LATEST] = [250, 4000];
const SAMPLES = 5;
// How far the server's clock is ahead of the page's: known for as long as the page lies open.
let samples = [];
// A device that slept may have stopped its clock: what was known before the line was lost is old.
let isOld = false;
// Since when no one's clock has run, where the service is being looked after.
let pausedSince = null;

/** Follow the game at `api` after event number `number`: `heard(record)` for each record, and once
 * with the type "back" after the line was lost. Returns `now()`, the server's time in milliseconds,
 * which stands while all clocks do, or null until it has been asked.
 */
export function follow(api, number, heard) {
  let line = null;
  let lost = false;
  let isOver = false;
  const { signal } = phase.life;

  /** Say immediately that a record is here; the answer tells the server's time. The sample with the
   * shortest way is the truest.
   */
  async function answer(n) {
    const sent = performance.now();
    const { headers } = await fetch(`${api}/seen`, {
      method: "POST", body: JSON.stringify({ n }), headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    });
    const took = performance.now() - sent;
    const time = Date.parse(headers.get("Server-Time"));
    if (!time) return;
    samples = [...(isOld ? [] : samples), { took, offset: time - sent - took / 2 }].slice(-SAMPLES);
    isOld = false;
  }

  /** Ask for the time until it is known well, one after the other. */
  async function ask(n) {
    for (let i = 0; i < SAMPLES && (isOld || samples.length < SAMPLES); i++) await answer(n);
  }

  function take(record) {
    if (record.type === "alive") {
      if (isOld || samples.length < SAMPLES) ask(record.n).catch(() => {});
    } else answer(record.n).catch(() => {});
    if (record.number) {
      if (record.number <= number) return;
      number = record.number;
    }
    isOver ||= record.data?.live?.phase === "over";
    if (record.type === "alive") pausedSince = record.paused_since && Date.parse(record.paused_since);
    // With this the time is given back.
    if (record.type === "deadline.extended") pausedSince = null;
    showPause(pausedSince !== null);
    heard(record);
  }

  async function read() {
    line = new AbortController();
    const cut = () => line.abort();
    signal.addEventListener("abort", cut);
    let timer = setTimeout(cut, SILENCE);
    try {
      const headers = { Accept: "application/x-ndjson" };
      const answered = await fetch(`${api}/events?live=1&after=${number}`, { headers, cache: "no-store", signal: line.signal });
      if (answered.status === 204) return false;  // It is over: nothing will come any more.
      if (answered.status !== 200) throw new Error(answered.status);
      const reader = answered.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(cut, SILENCE);
        if (lost) heard({ type: "back" });
        lost = false;
        const lines = (rest + part.value).split("\n");
        rest = lines.pop();
        for (const text of lines) if (text) take(JSON.parse(text));
      }
      return true;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cut);
    }
  }

  async function listen() {
    let wait = SOONEST;
    for (;;) {
      const began = performance.now();
      const goesOn = await read().catch(() => true);
      if (!goesOn || signal.aborted) return;
      if (!lost && !isOver) heard({ type: "lost" });
      lost = isOld = true;
      wait = performance.now() - began > SILENCE ? SOONEST : Math.min(2 * wait, LATEST);
      await rest(wait * (0.5 + Math.random()), signal);
      if (signal.aborted) return;
    }
  }

  // A tab that slept may hold a line that is long dead: of anyone who looks again a new one is
  // made.
  let hiddenAt = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > SILENCE) line?.abort();
  }, { signal });
  // Anyone who has no network need not wait for the silence to tell them.
  addEventListener("offline", () => line?.abort(), { signal });
  // Of a record that never was nothing follows but the time.
  ask(1).catch(() => {});
  listen();
  return () => {
    if (!samples.length) return null;
    const { offset } = samples.reduce((one, other) => (other.took < one.took ? other : one));
    return Math.min(performance.now() + offset, pausedSince ?? Infinity);
  };
}
