import { actOnPress, forgetPress } from "./early.js";
import { scoreText, spoken, t, tn } from "../words.js";

/** What the pages of a game share: the road to the service, the live regions, sheets, time, menu. */

/* --- the service ------------------------------------------------------------------------- */

/** The service said no. `code` is the stable word for why, `message` a sentence for people. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail ?? t("Something went wrong on our side. Nothing was changed."));
    this.status = status;
    this.code = problem.code ?? "server_error";
    this.problem = problem;
  }
}

/** The service was not reached: it may or may not have heard. */
export class Offline extends Error {
  constructor() {
    super(t("You're offline."));
  }
}

/** What could not be fetched could not be had. */
export const offline = () => {
  throw new Offline();
};

const WAIT = 15_000;

/** Wait for a script or for what it does, but not for ever: throws Offline when it takes too long. */
export function inTime(awaited, ms = WAIT) {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Offline()), ms)));
  return Promise.race([awaited, late]).finally(() => clearTimeout(timer));
}

/** Wait until the page is touched, or for a while: first comes what is seen. */
export const inUse = (ms = 2000) => new Promise((go) => {
  addEventListener("pointerdown", go, { once: true });
  setTimeout(go, ms);
});

const tags = new Map();

/** Return the answer as data, or null if nothing has changed since it was last asked for.
 * Throws Refusal or Offline. `key` makes a repeat harmless; `fresh` asks by ETag; with
 * `keepalive` it outlives the page.
 */
export async function call(method, path, { body, key, fresh = false, keepalive = false } = {}) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRFToken"] = token();
  // The account may speak another language than the browser.
  headers["Accept-Language"] = spoken;
  if (key) headers["Idempotency-Key"] = key;
  if (fresh && tags.has(path)) headers["If-None-Match"] = tags.get(path);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), WAIT);
  let response, text;
  try {
    const cache = fresh ? "no-store" : "default";
    response = await fetch(path, {
      method, headers, cache, keepalive, signal: limit.signal, body: body && JSON.stringify(body),
    });
    text = await response.text();
  } catch {
    throw new Offline();
  } finally {
    clearTimeout(timer);
  }
  if (response.status === 304) return null;
  const data = decode(text);
  if (!response.ok) throw new Refusal(response.status, data);
  if (fresh) tags.set(path, response.headers.get("ETag"));
  return data;
}

/** Let the next look at an address count as the first: what it gave could not be shown. */
export const forget = (path) => tags.delete(path);

function decode(text) {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return {};
  }
}

// Over HTTPS the cookie has the name that no other host can give one; it goes first.
export const token = () =>
  (/(?:^|; )__Host-csrftoken=([^;]+)/.exec(document.cookie) ??
    /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie))?.[1] ?? "";

/** Return a name for one intention, so that sending it twice does it once. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");

/** Return `{ salt }` to add to the seed of the rolls, so that no one can have chosen the seed; `{}`
 * where the game takes none from the reader.
 */
export const newSalt = ({ fairness }, side) =>
  side && fairness.takes_salts && !fairness.salts[side] ? { salt: newKey() } : {};

/** Whether the service refused because the session is over. */
export const isLoggedOut = (error) => ["not_authenticated", "csrf_failed"].includes(error?.code);

/** Return a note as nodes: its text and, where it is that of a refusal, a link to the law, or to
 * the log-in: what is staged is still there after it.
 */
export function withLaw(text, error) {
  const { law, law_url: href } = error?.problem ?? {};
  if (isLoggedOut(error)) return [`${text} `, el("a", { href: `/accounts/login/?next=${location.pathname}`, textContent: t("Log in") })];
  return href && error.message === text ? [`${text} `, el("a", { href, textContent: t("Law {law}", { law }) })] : [text];
}

/** Return what the server put into the page under this id, or null. */
export function embedded(id) {
  const node = document.getElementById(id);
  return node && JSON.parse(node.textContent);
}

/* --- small things kept on this device ---------------------------------------------------- */

/** A place in storage that may be full or forbidden: then nothing is kept and nothing breaks. */
export const keep = (storage, name, value) => {
  try {
    if (value === null) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
  } catch { /* private windows refuse */ }
};

export const kept = (storage, name) => {
  try {
    return JSON.parse(storage.getItem(name));
  } catch {
    return null;
  }
};

/** Up to which turn this device has been shown the game of the page. The service reads it with each
 * call for a page, so that it draws what comes next and says nothing of it, here or on its card.
 */
const shown = () => (/(?:^|; )shown=([^;]*)/.exec(document.cookie)?.[1] ?? "");
const here = `${location.pathname.split("/")[2]}.`;
export const seen = () => parseInt(shown().split(here)[1]) || 0;
export const saw = (number) => {
  // Of its last 40 games, for 90 days.
  const games = [...shown().split("-").filter((one) => one && !one.startsWith(here)).slice(-39), here + number];
  document.cookie = `shown=${games.join("-")}; path=/; max-age=7776000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
};

/** Let be read what was not to be told before it was shown. */
export function unveil() {
  for (const veiled of document.querySelectorAll(".veiled")) veiled.classList.remove("veiled");
}

/* --- the phase that is shown -------------------------------------------------------------- */

/** What ticks and listens for it ends with its `life`. Another has another page, to which `goOn()`
 * leads: anyone who can puts that in the place of this one.
 */
export const phase = { life: new AbortController(), goOn: () => location.reload() };

/** Do something every so many milliseconds, for as long as this phase is shown. */
export function every(ms, act) {
  const timer = setInterval(act, ms);
  phase.life.signal.addEventListener("abort", () => clearInterval(timer));
}

/* --- nodes, voices, sheets --------------------------------------------------------------- */

/** Return an element; `on…` properties listen, `class` and names with a dash are attributes. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class" || name.includes("-")) node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Say something to those who listen; the same words twice are heard twice. `urgent` interrupts:
 * for what came of a shot, and for check.
 */
export function say(text, { urgent = false } = {}) {
  const region = byId(urgent ? "alert" : "live");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Let the tab say whose turn it is, also while another one is looked at. */
export function entitle(isMine) {
  const { titles } = embedded("page");
  const game = document.title.split(" · ").at(-1);
  if (titles) document.title = `${isMine ? titles.yours : titles.theirs} · ${game}`;
}

/** Open a dialog and return what it was closed with: a button's value, or "" for none. */
export function open(dialog) {
  const before = document.activeElement;
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => {
      if (before?.isConnected) before.focus({ preventScroll: true });
      resolve(dialog.returnValue);
    }, { once: true });
    // A tap beside the sheet lands on the dialog itself.
    dialog.onclick = ({ target }) => {
      if (target === dialog) dialog.close();
    };
    dialog.showModal();
  });
}

/** Let the score board say a score such as `1–0`; a figure that changes is turned over. */
export function showScore(text) {
  const flaps = document.querySelector(".score .num")?.children ?? [];
  text.split(scoreText("", "")).forEach((figure, i) => {
    const flap = flaps[i];
    if (!flap || flap.textContent === figure) return;
    flap.dataset.was = flap.textContent;
    flap.textContent = figure;
    flap.classList.remove("flip");
    // Looked at, so that the same flap can turn again.
    flap.getClientRects();
    flap.classList.add("flip");
  });
}

/* --- time -------------------------------------------------------------------------------- */

/** Return what is left in few signs: `1 d 5 h`, `21 h`, `9 h 12 min`, `45 min`. */
export function left(deadline, now = Date.now()) {
  const minutes = Math.floor((Date.parse(deadline) - now) / 60_000);
  if (minutes < 0) return t("no time");
  if (minutes < 1) return t("< 1 min");
  // To the nearest hour, below twelve rounded down, as in `wording.py`.
  const all = minutes < 720 ? Math.floor(minutes / 60) : Math.round(minutes / 60);
  const [d, m] = [minutes < 1440 ? 0 : Math.floor(all / 24), minutes % 60];
  const h = all - d * 24;
  const [days, hours] = [tn("{n} d", "{n} d", d), h && t("{n} h", { n: h })];
  if (d) return d < 3 && h ? `${days} ${hours}` : days;
  return [hours, h < 10 && m && t("{n} min", { n: m })].filter(Boolean).join(" ");
}

/** Show the time left; where there is a time bank, another script knows how. */
export async function showTime(node, game) {
  const { dataset } = node;
  if (game) {
    const { names, side } = embedded("page");
    node.dateTime = game.deadline;
    dataset.holder = game.awaiting.includes(side) ? "" : names[game.awaiting[0]];
    if (dataset.main) dataset.main = game.main_until;
  }
  const { dateTime } = node;
  // Where a head is narrow, its style leaves out the name.
  dataset.brief = t("{time} left", { time: left(Date.parse(dataset.main) > Date.now() ? dataset.main : dateTime) });
  const has = (time) => byId("four") ? time : dataset.holder ? t("{name} has {time}", { name: dataset.holder, time }) : t("{time} left", { time });
  if (dataset.main) (await inTime(import("./reserve.js"))).showReserve(node, left, has);
  else node.textContent = has(left(dateTime));
  node.classList.toggle("late", Date.parse(dateTime) - Date.now() < Math.max(3 * 3_600_000, dataset.whole * 200));
}

/** Keep the time left true; it is never read aloud automatically. */
export function runClock(node) {
  const tick = () => node.dateTime && showTime(node).catch(() => {});
  tick();
  every(20_000, tick);
}

/** Ask for news as soon as there are any, which `isNews(event)` may deny, and when the page is looked
 * at again; every so often where none come automatically, and rarely where they do.
 */
export function watch(refresh, seconds, isNews = () => true) {
  const look = () => document.visibilityState === "visible" && refresh();
  let [isHeard, turns] = [() => false, 0];
  const { signal } = phase.life;
  document.addEventListener("visibilitychange", look, { signal });
  addEventListener("pageshow", (event) => event.persisted && look(), { signal });
  addEventListener("online", look, { signal });
  every(seconds * 1000, () => (++turns % 10 && isHeard()) || look());
  // First comes what is seen, unless seconds count: nothing is missed, for it's heard from where the page was made.
  inUse(embedded("page").game?.live ? 0 : 2000).then(() => import("./news.js")).then(({ hear }) => signal.aborted || (isHeard = hear(lent, isNews, look, signal))).catch(() => {});
}

const lent = { byId, call, el, embedded, keep, kept, newKey, open, say };

/* --- the menu ---------------------------------------------------------------------------- */

/** Let the menu's buttons call the service as their data say; `changed(game, words)` shows it,
 * `sheets()` and `nextGame()` fetch the modules of these names, which build on this one.
 */
export function runMenu(api, changed, { sheets, nextGame }) {
  const menu = byId("menu");
  const { signal } = phase.life;
  // The page opens it too, where the browser knows commands: a press before this ran is not lost.
  byId("menu-open").addEventListener("click", () => open(menu));
  document.addEventListener("keydown", (event) => {
    if (["?", "ArrowLeft"].includes(event.key)) sheets().then(({ pressed }) => pressed(event, open)).catch(() => {});
  }, { signal });
  // What is opened in the menu may bring a script of its own.
  menu.addEventListener("toggle", ({ target: { dataset } }) => dataset.opens && import(dataset.opens).catch(() => {}), { capture: true, signal });
  document.addEventListener("click", async ({ target }) => {
    const { call: path, body, told, ask: title, text, yes, no, look = "go", reload } = target.closest("[data-call]")?.dataset ?? {};
    if (!path) return;
    menu.close();
    try {
      if (title && !(await (await sheets()).ask(title, [["yes", yes, look]], { text, back: no }))) return;
      const game = await call("POST", `${api}/${path}`, { body: JSON.parse(body ?? "{}"), key: newKey() });
      if (reload) location.reload();  // Anyone who left their seat sees the game as others do.
      else changed(game, told);
    } catch (error) {
      changed(null, error.message);
    }
  }, { signal });
  byId("skip")?.addEventListener("click", async () => {
    const { findNext } = await nextGame();
    location.assign(await findNext(api, { isSkipped: true }));
  });
  actOnPress();
}

/** Show which offers may be made or answered now. */
export function showOffers({ draw_offered_by: by, acts }, side) {
  if (!side) return;
  byId("offer").hidden = by === null || by === side;
  if (!byId("withdraw-draw")) return;  // A player who is out has nothing to offer.
  for (const button of document.querySelectorAll(".offers-draw")) button.hidden = by !== null;
  byId("withdraw-draw").hidden = by !== side;
  if (byId("whistle")) byId("whistle").hidden = !(acts?.[side] ?? []).includes("claim");
}

/* --- buttons of features ----------------------------------------------------------------- */

/** A button of a feature names in its data the script that acts on it. */
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-script]");
  if (!button || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  forgetPress();
  button.closest("dialog")?.close();
  inTime(import(button.dataset.script)).then(({ act }) => act(lent, button.dataset), () => button.href ? location.assign(button.href) : say(t(
    "You're offline.",
  )));
});
