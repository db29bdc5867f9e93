/** Playing on: the players of a correspondence game are all at its page and continue now. Fetched when the
 * others come. `page` is what page.js lends: it fetches this module, which can therefore not fetch it.
 */
import { t, tn } from "../words.js";

const QUIET = 10 * 60_000;
// What was asked lapses automatically; so long after it no one is asked again.
let [known, offset, timer, here] = [{ state: "off", agreed: [] }, 0, 0, []];
// Beside what says that they play on.
const clock = document.createElement("time");
clock.role = "timer";
clock.ariaLive = "off";

const addressOf = ({ embedded }) => `/api/v1/games/${embedded("page").game.id}/playing-on`;
const memory = ({ embedded }) => `later:${embedded("page").game.id}`;

/** Take note of which of the others are here; where all are, ask how it stands. */
export async function meet(sides, page) {
  const { game, side } = page.embedded("page");
  const others = Object.keys(game.players).filter((one) => one !== side && !game.out.includes(one));
  here = sides;
  const isFull = others.every((one) => sides.includes(one));
  if (isFull || known.state === "on") await look(page);
  else known = { state: "off", agreed: [] };
  show(isFull, page);
}

/** Take note of an event of the game. */
export async function hear({ type, data }, page) {
  if (type === "by_post.asked") return data.side === page.embedded("page").side || askForPost(page);
  if (type === "playing_on.ended") known = { state: "off", agreed: [] };
  else if (type.startsWith("playing_on.") || known.state === "on") await look(page);
  else return;
  if (type === "playing_on.ended") page.keep(sessionStorage, memory(page), Date.now());
  if (type === "playing_on.asked" && !known.agreed.includes(page.embedded("page").side)) page.say(asked(page));
  if (type === "playing_on.began") page.say(t("You're playing live."));
  if (type === "playing_on.ended") page.say(t(
    "You stopped playing live. Your deadlines haven't changed.",
  ));
  show(here.length > 0, page);
}

/** Ask whether to continue with a live correspondence game, as the other would like to. */
function askForPost({ byId, call, el, embedded, newKey, say }) {
  byId("playing-on")?.remove();
  const path = `/api/v1/games/${embedded("page").game.id}/by-post`;
  const [go, later] = ["btn", "btn"].map((name) => el("button", { class: name, type: "button" }));
  go.classList.add("go");
  [go.textContent, later.textContent] = [t("Switch"), t("Not now")];
  const row = el("div", { class: "offer", id: "playing-on" }, el("span", { textContent: t(
    "Switch to correspondence? The score stays.",
  ) }), go, later);
  row.classList.add("asks");
  byId("prompt").after(row);
  later.addEventListener("click", () => row.remove());
  go.addEventListener("click", () => call("POST", path, { body: {}, key: newKey() }).catch((error) => say(error.message)));
  setTimeout(() => row.remove(), 60_000);
}

async function look(page) {
  try {
    known = await page.call("GET", addressOf(page), { fresh: true }) ?? known;
    offset = Date.parse(known.server_time) - Date.now();
  } catch { /* asked again with the next event */ }
}

async function send(method, page) {
  try {
    const answer = await page.call(method, addressOf(page), { key: page.newKey() });
    known = method === "PUT" ? answer : { state: "off", agreed: [] };
    if (method === "PUT") offset = Date.parse(known.server_time) - Date.now();
    else page.keep(sessionStorage, memory(page), Date.now());
  } catch (error) {
    page.say(error.message);
    await look(page);
  }
  show(here.length > 0, page);
}

function show(isFull, page) {
  const { byId, el, embedded, kept } = page;
  const { side } = embedded("page");
  clearInterval(timer);
  byId("playing-on")?.remove();
  clock.remove();
  // A strip of names leaves no room for what is asked.
  const inHead = !byId("four");
  const button = (textContent, method) => {
    const made = el("button", { class: "btn", type: "button", textContent, onclick: () => send(method, page) });
    made.classList.toggle("go", method === "PUT");
    return made;
  };
  const row = (...children) => {
    const made = el("div", { class: "offer", id: "playing-on" }, ...children);
    // A question is to be seen immediately; what runs or waits stands out of the way.
    const isAsked = known.state === "asked" && !known.agreed.includes(side);
    made.classList.toggle("asks", isAsked);
    ((!isAsked && byId("kinds")) || byId("prompt")).after(made);
  };
  if (known.state === "on") {
    row(el("span", { textContent: t(
      "Playing live",
    ) }), button(t("Stop"), "DELETE"));
    tick(page);
    timer = setInterval(() => tick(page), 1000);
  } else if (known.agreed.includes(side)) {
    row(el("span", { textContent: t("Waiting for an answer: play live now?") }), button(t(
      "Withdraw",
    ), "DELETE"));
    timer = setInterval(() => lapse(page), 1000);
  } else if (known.state === "asked") {
    const answer = (textContent, method) => el("button", { type: "button", onclick: () => send(method, page) }, el("span", { textContent }));
    if (inHead) {
      byId("here").after(el("b", { class: "chip asks", id: "playing-on", role: "group", "aria-label": asked(page) }, t(
        "Play live?",
      ), answer(t("Yes"), "PUT"), answer(t("No"), "DELETE")));
    } else row(el("span", { textContent: asked(page) }), button(t("Play live"), "PUT"), button(t("Not now"), "DELETE"));
    timer = setInterval(() => lapse(page), 1000);
  } else if (isFull && !(Date.now() - kept(sessionStorage, memory(page)) < QUIET)) {
    // A chip in the head moves nothing.
    const menu = byId("menu");
    const act = () => {
      menu.close();
      send("PUT", page);
    };
    const chip = el("button", { class: inHead ? "chip" : "btn", type: "button", id: "playing-on", onclick: act }, el("span", { textContent: t("Play live?") }));
    if (inHead) byId("here").after(chip);
    else menu.querySelector(".list").prepend(chip);
  }
}

/** Who would like to play on now, in a sentence. */
function asked({ embedded }) {
  const { game, names } = embedded("page");
  const called = here.map((one) => names?.[one] ?? game.players[one].username).join(", ");
  return tn("{names} wants to play live now.", "{names} wants to play live now.", here.length, { names: called });
}

const left = () => Math.floor((Date.parse(known.until) - Date.now() - offset) / 1000);

/** Count down, rounded down; at nothing the service is asked. */
function tick(page) {
  const seconds = Math.max(left(), 0);
  clock.textContent = ` · ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  page.byId("playing-on").firstElementChild.append(clock);
  if (left() === 0) look(page).then(() => known.state !== "on" && show(here.length > 0, page));
}

function lapse(page) {
  if (left() >= 0) return;
  known = { state: "off", agreed: [] };
  page.keep(sessionStorage, memory(page), Date.now());
  show(here.length > 0, page);
}
