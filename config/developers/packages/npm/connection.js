// Asking, hearing and playing; the calls by name are in index.js.
// Needs fetch and WebCrypto: a browser, Node 20, Deno or Bun.

const ATTEMPTS = 8;
const BUSY = [429, 502, 503, 504];
const LONGEST_PAUSE = 30_000;
// A stream shows a sign of life every 15 seconds; without one for so long it is dead.
const SILENCE = 40_000;
// An analysis that isn't there yet is asked for again after so long.
const LOOKS_EVERY = 5_000;

/** The service said no. `code` is the stable word to switch on. */
export class Refused extends Error {
  constructor(status, problem) {
    super(`${status} ${problem.code ?? ""}: ${problem.detail ?? ""}`);
    this.status = status;
    this.code = problem.code ?? "";
    this.problem = problem;
  }
}

export class Connection {
  constructor({ server, token } = {}) {
    this.api = `${server.replace(/\/+$/, "")}/api/v1`;
    this.headers = token ? { Authorization: `Bearer ${token}` } : {};
  }

  /** Send until there is an answer. The key makes it safe to send a second time. */
  async call(method, path, body, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const headers = { ...this.headers, Accept: "application/json" };
    if (method !== "GET") headers["Idempotency-Key"] = crypto.randomUUID();
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (let attempt = 0; ; attempt++) {
      let answer;
      try {
        answer = await fetch(this.api + path + (text ? `?${text}` : ""), sent);
      } catch (error) {
        if (attempt + 1 === ATTEMPTS) throw error;
      }
      if (!answer || (BUSY.includes(answer.status) && attempt + 1 < ATTEMPTS)) {
        await pause(attempt, answer);
        continue;
      }
      const content = await answer.text();
      if (!answer.ok) throw new Refused(answer.status, read(content));
      return content ? JSON.parse(content) : undefined;
    }
  }

  /**
   * Yield each event once and in order, over every break of the connection. `null` is yielded
   * whenever the stream has been opened, and when all is quiet. A game's stream ends with the game.
   */
  async *follow({ game, after, signal } = {}) {
    const address = `${this.api}${game ? `/games/${encodeURIComponent(game)}` : ""}/events`;
    let last = after;
    for (let failures = 0; ; failures++) {
      const silence = new AbortController();
      const stop = () => silence.abort();
      signal?.throwIfAborted();
      signal?.addEventListener("abort", stop);
      let timer = setTimeout(stop, SILENCE);
      let answer;
      try {
        const headers = { ...this.headers, Accept: "application/x-ndjson" };
        if (last !== undefined) headers["Last-Event-ID"] = String(last);
        answer = await fetch(address, { headers, signal: silence.signal });
        if (answer.status === 204) return;
        if (!answer.ok && !BUSY.includes(answer.status)) {
          throw new Refused(answer.status, read(await answer.text()));
        }
        // Known before the first event, so that even a break before it loses none.
        if (answer.ok) last ??= Number(answer.headers.get("Last-Event-ID"));
        for await (const line of answer.ok ? lines(answer.body) : []) {
          clearTimeout(timer);
          timer = setTimeout(stop, SILENCE);
          failures = 0;
          const event = line ? JSON.parse(line) : null;
          if (event) last = event.number;
          yield event;
          if (game && event?.type === "game.finished") return;
        }
      } catch (error) {
        if (error instanceof Refused || error instanceof SyntaxError) throw error;
        signal?.throwIfAborted();
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        stop();
      }
      await pause(failures, answer);
    }
  }

  /** Return what decided a finished game, once it is there or has one of these statuses. */
  async analysis(game, until = ["summed", "searching", "done"]) {
    for (;;) {
      const found = await this.call("GET", `/games/${encodeURIComponent(game)}/analysis`);
      if (until.includes(found.status)) return found;
      if (found.status === "failed") throw new Error("this game can't be analysed");
      await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY));
    }
  }

  /** Ask for better turns and return the analysis with them; without if none can be had. */
  async betterTurns(game) {
    await this.call("POST", `/games/${encodeURIComponent(game)}/analysis`);
    return this.analysis(game, ["summed", "done"]);
  }

  /** Return a turn, each action chosen among those that the service says are legal. */
  async buildTurn(game, choose = (options) => anyOf(options.actions).text) {
    const path = `/games/${encodeURIComponent(game.id)}/options`;
    const actions = [];
    for (;;) {
      const query = { turn: game.turn, after: actions.join(" ") };
      const options = await this.call("GET", path, undefined, query);
      const action = options.actions.length ? choose(options) : null;
      if (action === null) return actions;
      actions.push(action);
      if (options.complete === 1) return actions;
    }
  }
}

const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

async function pause(attempt, answer) {
  const asked = answer?.headers.get("Retry-After") ?? "";
  const longest = Math.min(500 * 2 ** Math.min(attempt, 10), LONGEST_PAUSE);
  const own = longest * (0.5 + Math.random() / 2);
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1000 : own;
  await new Promise((resolve) => setTimeout(resolve, wait));
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const whole = (rest + value).split("\n");
    rest = whole.pop();
    yield* whole;
  }
}

function read(content) {
  try {
    return JSON.parse(content);
  } catch {
    return {};
  }
}
