/** Looking for a live game: asked for every few seconds, for who asks no more looks no more. */
import { actOnPress } from "../games/early.js";
import { byId, call, newKey } from "../games/page.js";
import { t } from "../words.js";

const API = "/api/v1/live/seeks";
const OFTEN = 3000;
let [timer, clock, isLooking, since, wanted, sent] = [0, 0, false, 0, null, Promise.resolve()];

const { classList } = byId("search");

/** Say something in the place of what the search is. */
const tell = (text) => {
  classList.toggle("told", Boolean(text));
  if (byId("told").textContent !== text) byId("told").textContent = text;
};

/** Send one after the other: a search that began after its end would go on. */
function send(method, body) {
  sent = sent.catch(() => {}).then(() => call(method, API, { body, key: method === "POST" ? newKey() : undefined }));
  return sent;
}

async function ask(method, body) {
  clearTimeout(timer);
  try {
    show(await send(method, body));
  } catch (error) {
    tell(error.message);
    if (error.status) return rest();
  }
  if (isLooking) timer = setTimeout(() => ask("GET"), OFTEN);
}

function show(found) {
  if (found.state === "playing") return location.assign(`/games/${found.game}/`);
  if (found.state !== "seeking" || !isLooking) return;
  since = performance.now() - Math.max(Date.parse(found.server_time) - Date.parse(found.since), 0);
  tell(t("Looking for an opponent…"));
  byId("window").textContent = t("Now within {window} points of your rating.", { window: found.window });
}

/** Count the seconds, which pass between two questions too. */
function tick() {
  const seconds = Math.floor((performance.now() - since) / 1000);
  byId("waited").textContent = isLooking ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
}

/** Take something in place of waiting: a bot, which comes within seconds, a game by correspondence,
 * or another choice.
 */
async function take(kind) {
  const { ruleset, live } = wanted;
  const ended = stop();
  if (!kind) return byId("seek").querySelector("fieldset:not([hidden]) .clocks :checked").focus();
  const body = kind === "robot" ? { ruleset, live, opponent: game().dataset.bot } : { ruleset, opponent: null };
  try {
    await ended;
    const made = await call("POST", "/api/v1/challenges", { body, key: newKey() });
    if (kind === "post") return location.assign(new URL(made.url).pathname);
    // It is asked for as a search would be, until the game is there.
    turn(true);
    classList.add("coming");
    tell(t("The bot is coming."));
    ask("GET");
  } catch (error) {
    tell(error.message);
  }
}

const game = () => byId("seek").querySelector("[name=ruleset]:checked");

/** Show the clocks of the game that is chosen, and whether a bot plays it. */
function choose() {
  for (const one of byId("seek").querySelectorAll("[data-of]")) one.hidden = one.dataset.of !== game().value;
  byId("offers").querySelector("[data-offer=robot]").hidden = !game().dataset.bot;
}

/** Show that a search is on, or that none is. */
function turn(isOn) {
  isLooking = isOn;
  classList.toggle("on", isOn);
  classList.remove("coming");
  byId("look").classList.toggle("go", !isOn);
  byId("look").textContent = isOn ? t("Stop looking") : t("Find a player");
  for (const input of byId("seek").elements) input.disabled = isOn;
  clearInterval(clock);
  byId("waited").textContent = byId("window").textContent = "";
  if (isOn) clock = setInterval(tick, 500);
}

function rest() {
  clearTimeout(timer);
  turn(false);
}

/** End the search; return a promise of its end. */
function stop() {
  tell("");
  rest();
  return send("DELETE").catch(() => {});
}

byId("look").addEventListener("click", () => {
  if (isLooking) return stop();
  const asked = new FormData(byId("seek"));
  const ruleset = asked.get("ruleset");
  wanted = { ruleset, live: JSON.parse(asked.get(ruleset)), rated: asked.has("rated") };
  since = performance.now();
  turn(true);
  tell(t("Looking for an opponent…"));
  byId("search").scrollIntoView({ block: "nearest" });
  ask("POST", wanted);
});
byId("offers").addEventListener("click", ({ target }) => target.dataset.offer !== undefined && take(target.dataset.offer));
byId("seek").addEventListener("change", choose);
choose();
actOnPress();
addEventListener("pagehide", () => isLooking && call("DELETE", API, { keepalive: true }).catch(() => {}));
