/** News as they happen: one stream for all pages of a browser that follow the same log.
 *
 * Of the pages that are looked at one holds the stream, by a lock, and passes on what it hears. A
 * page that no one looks at holds none: it looks for news when someone does again.
 */
const [SOONEST, LATEST] = [2000, 30_000];
// A sign of life comes every 15 seconds; who hears none for so long has lost the line.
const SILENCE = 40_000;

/** Call `heard(event)` for each event of the log at an address after number `after`; once more,
 * with the type "missed", where some may have been. Return a function that tells whether news come
 * automatically at this moment. `at` is the game that the page shows: its visitors are told too.
 * With `signal` it ends before the page does.
 */
export function follow(path, after, heard, at = null, ends = new AbortController().signal) {
  let number = after;
  let line = null;
  const me = Math.random();
  // Of each page that is looked at, the game that it shows.
  const pages = new Map();
  let signOfLife = -Infinity;
  let holding = null;
  let isCut = false;
  const name = `live:${path}`;
  const channel = "BroadcastChannel" in self ? new BroadcastChannel(name) : null;

  function take(event) {
    signOfLife = performance.now();
    if (event.type === "presence") return event.game === at && heard(event);
    if (!(event.number > number)) return;
    number = event.number;
    heard(event);
  }

  channel?.addEventListener("message", ({ data }) => {
    if (!data.page) return take(data);
    // Anyone who comes later tells what it shows; who holds the stream says how far that has gone,
    // and opens it again if the server does not know of that game yet.
    const before = games();
    if (data.isGone) pages.delete(data.page);
    else pages.set(data.page, data.at);
    if (!data.isGone && isHeard()) channel.postMessage({ number, type: "missed" });
    if (games() !== before) line?.abort();
  });

  const games = () => [...new Set([at, ...pages.values()])].filter(Boolean).sort().slice(0, 5).join();

  function tell(event) {
    channel?.postMessage(event);
    take(event);
  }

  async function read(signal) {
    line = new AbortController();
    const cut = () => line.abort();
    signal.addEventListener("abort", cut);
    let timer = setTimeout(cut, SILENCE);
    try {
      const headers = { Accept: "application/x-ndjson" };
      const asked = games();
      const answer = await fetch(`${path}?after=${number}${asked && `&at=${asked}`}`, { headers, cache: "no-store", signal: line.signal });
      // Nothing will come any more, or not to those who are logged out: a look at the page starts
      // again.
      if ([204, 401].includes(answer.status)) return holding.abort();
      if (answer.status !== 200) throw new Error(answer.status);
      // Browsers don't always notice that the network is back; what waits for it goes now.
      if (isCut) dispatchEvent(new Event("online"));
      isCut = false;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(cut, SILENCE);
        const lines = (rest + part.value).split("\n");
        rest = lines.pop();
        // An empty line says that nothing has happened.
        for (const text of lines) tell(text ? JSON.parse(text) : { number, type: "alive" });
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cut);
    }
  }

  async function listen(signal) {
    let wait = SOONEST;
    while (!signal.aborted) {
      const began = performance.now();
      const asked = games();
      await read(signal).catch(() => (isCut = !signal.aborted && asked === games()));
      signOfLife = -Infinity;
      if (asked !== games()) continue;
      wait = performance.now() - began > LATEST ? SOONEST : Math.min(2 * wait, LATEST);
      if (!signal.aborted) await rest(wait * (0.5 + Math.random()), signal);
    }
  }

  async function hold() {
    if (document.hidden || holding) return;
    holding = new AbortController();
    const { signal } = holding;
    channel?.postMessage({ page: me, at });
    const run = () => listen(signal);
    // Without locks, which need HTTPS, each page that is looked at has a stream of its own.
    await (navigator.locks ? navigator.locks.request(name, { signal }, run) : run()).catch(() => {});
  }

  function release() {
    if (!holding) return;
    holding.abort();
    holding = null;
    pages.clear();
    channel?.postMessage({ page: me, isGone: true });
    signOfLife = -Infinity;
  }

  const isHeard = () => performance.now() - signOfLife < SILENCE;
  document.addEventListener("visibilitychange", () => (document.hidden ? release() : hold()), { signal: ends });
  addEventListener("pagehide", release, { signal: ends });
  addEventListener("pageshow", ({ persisted }) => persisted && hold(), { signal: ends });
  ends.addEventListener("abort", () => {
    release();
    channel?.close();
  });
  hold();
  return isHeard;
}

/** Wait so many milliseconds, or until there is a connection again. */
export function rest(ms, signal) {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    signal?.addEventListener("abort", go, { once: true });
  });
}
