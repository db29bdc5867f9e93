/** Turns on their way: kept on this device, one for each player and game, until the service has
 * answered.
 *
 * Pages fetch it, and the service worker holds the same text: it imports and exports nothing. A
 * record is `{ user, game, turn, actions, staged, key, language, tried }`, and `why` once it was
 * refused. What there is no room for, or a private window forbids, throws.
 */
self.outbox = (() => {
  const WAIT = 15_000;
  // Answers that say nothing about the turn: it is sent again.
  const UNDECIDED = ["csrf_failed", "idempotency_key_in_use"];
  const channel = "BroadcastChannel" in self ? new BroadcastChannel("outbox") : null;
  let opened = null;

  const open = () => (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("outbox", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("turns", { keyPath: ["user", "game"] });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.onclose = () => (opened = null);
      resolve(request.result);
    };
  }).catch((error) => {
    opened = null;
    throw error;
  }));

  /** Return the result of `act(turns)` once it is on the disk. */
  async function use(mode, act) {
    const transaction = (await open()).transaction("turns", mode, { durability: "strict" });
    const request = act(transaction.objectStore("turns"));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /** Put `decide(kept)` in the place of what is kept: null deletes it, undefined leaves it. Return
   * what was kept before.
   */
  async function change({ user, game }, decide) {
    const before = await use("readwrite", (turns) => {
      const asked = turns.get([user, game]);
      asked.onsuccess = () => {
        const next = decide(asked.result);
        if (next) turns.put(next);
        else if (next === null) turns.delete([user, game]);
      };
      return asked;
    });
    channel?.postMessage(game);
    return before;
  }

  const all = () => use("readonly", (turns) => turns.getAll());
  const find = (user, game) => use("readonly", (turns) => turns.get([user, game]));

  /** Keep a turn; false where another one of that game waits already. */
  async function keep(record) {
    const isOther = (kept) => kept && !kept.why && kept.key !== record.key;
    return !isOther(await change(record, (kept) => (isOther(kept) ? undefined : record)));
  }

  /** Keep it no longer; false if it is not here any more. */
  const drop = async (record) => (await change(record, (kept) => (kept?.key === record.key ? null : undefined)))?.key === record.key;

  const mark = (record, marks) => change(record, (kept) => (kept?.key === record.key ? { ...kept, ...marks } : undefined));

  /** Do something while no other tab, nor the worker, sends or withdraws the same turn. */
  const alone = ({ user, game }, act) => (navigator.locks ? navigator.locks.request(`outbox:${user}:${game}`, act) : act());

  /** Have the browser send what waits, also when no page is open, if it can. */
  const later = async () => {
    const worker = self.registration ?? (await navigator.serviceWorker?.getRegistration());
    await worker?.sync?.register("turns");
  };

  async function ask(path, options) {
    const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(WAIT), ...options });
    // A network that wants to be paid first answers everything, but not in our words.
    return { status: answer.status, said: await answer.json().catch(() => ({})) };
  }

  /** Return who is logged in here; undefined for no one. */
  const reader = async () => (await ask("/api/v1/me", { headers: { Accept: "application/json" } })).said.username;

  async function token() {
    const cookies = self.document?.cookie ?? ((await self.cookieStore?.getAll()) ?? []).map(({ name, value }) => `${name}=${value}`).join("; ");
    return (/(?:^|; )__Host-csrftoken=([^;]+)/.exec(cookies) ?? /(?:^|; )csrftoken=([^;]+)/.exec(cookies))?.[1] ?? "";
  }

  async function post({ game, turn, actions, key, language }) {
    const headers = {
      "Accept": "application/json", "Accept-Language": language, "Content-Type": "application/json", "Idempotency-Key": key, "X-CSRFToken": await token(),
    };
    return ask(`/api/v1/games/${game}/turns`, { method: "POST", headers, body: JSON.stringify({ turn, actions }) });
  }

  /** Whether the service will never take the turn. */
  const isFinal = (status, code) => Boolean(code) && status >= 400 && status < 500 && ![401, 408, 429].includes(status) && !UNDECIDED.includes(code);

  /** Send what waits of who is logged in here. Return what waits still; throws without a connection. */
  async function deliver({ sent = () => {}, refused = () => {} } = {}) {
    const waiting = (await all()).filter(({ why }) => !why);
    const me = waiting.length ? await reader() : null;
    for (const one of waiting) {
      if (one.user === me) await alone(one, async () => {
        const record = await find(one.user, one.game);
        if (!record || record.why) return;
        await mark(record, { tried: true });
        const { status, said } = await post(record);
        if (said.turn) {
          await drop(record);
          await sent(record);
        } else if (isFinal(status, said.code)) {
          await mark(record, { why: said.detail, code: said.code });
          await refused({ ...record, why: said.detail });
        }
      });
    }
    return (await all()).filter(({ why }) => !why);
  }

  /** Be called with the game of each change that another page or the worker makes. */
  const follow = (heard, signal) => channel?.addEventListener("message", ({ data }) => heard(data), { signal });

  return { all, alone, deliver, drop, find, follow, isFinal, keep, later, mark, reader };
})();
