/** Looking for a live game: asked for every few seconds, for who asks no more looks no more. */
import { actOnPress } from "../games/early.js";
import { byId, call, el, newKey } from "../games/page.js";
import { t } from "../words.js";

const API = "/api/v1/live/seeks";
const OFTEN = 3000;
let [timer, isLooking] = [0, false];

const { classList } = byId("search");

/** Say something in the place of what the search is. */
const tell = (text) => {
  classList.toggle("told", Boolean(text));
  if (byId("told").textContent !== text) byId("told").textContent = text;
};

async function ask(method, body) {
  clearTimeout(timer);
  try {
    show(await call(method, API, { body, key: method === "POST" ? newKey() : undefined }));
  } catch (error) {
    tell(error.message);
    if (error.status) return rest();
  }
  if (isLooking) timer = setTimeout(() => ask("GET"), OFTEN);
}

function show(found) {
  if (found.state === "playing") return location.assign(`/games/${found.game}/`);
  if (found.state !== "seeking") return;
  const seconds = Math.max(Math.floor((Date.parse(found.server_time) - Date.parse(found.since)) / 1000), 0);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  tell(t("Looking for an opponent…"));
  byId("window").textContent = t("{time} · within {window} points of your rating", { time, window: found.window });
  offer(found.offers);
}

function offer(offers) {
  if (byId("offers").childElementCount === offers.length) return;
  const words = { robot: t("Play a bot"), post: t("Play by correspondence") };
  byId("offers").replaceChildren(...offers.filter(({ kind }) => words[kind]).map(({ kind, challenge }) => el("button", { class: "btn", type: "button", textContent: words[kind], onclick: () => take(kind, challenge) })));
}

/** Take what is offered in place of waiting; a bot comes within seconds. */
async function take(kind, body) {
  try {
    await call("DELETE", API);
    const made = await call("POST", "/api/v1/challenges", { body, key: newKey() });
    if (kind === "post") return location.assign(new URL(made.url).pathname);
    byId("offers").replaceChildren();
    byId("window").textContent = "";
    tell(t("The bot is coming."));
  } catch (error) {
    tell(error.message);
  }
}

/** Show that a search is on, or that none is. */
function turn(isOn) {
  isLooking = isOn;
  classList.toggle("on", isOn);
  byId("look").classList.toggle("go", !isOn);
  byId("look").textContent = isOn ? t("Stop looking") : t("Find an opponent");
  for (const input of byId("seek").elements) input.disabled = isOn;
}

function rest() {
  clearTimeout(timer);
  turn(false);
  byId("window").textContent = "";
  byId("offers").replaceChildren();
}

byId("look").addEventListener("click", () => {
  if (isLooking) {
    call("DELETE", API).catch(() => {});
    tell("");
    return rest();
  }
  const asked = new FormData(byId("seek"));
  turn(true);
  tell(t("Looking for an opponent…"));
  byId("search").scrollIntoView({ block: "nearest" });
  ask("POST", { ruleset: asked.get("ruleset"), rated: asked.has("rated") });
});
actOnPress();
addEventListener("pagehide", () => isLooking && call("DELETE", API, { keepalive: true }).catch(() => {}));
