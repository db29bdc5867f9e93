// The list of games keeps itself true: its cards, the icon's badge, and notifications that have
// been answered. So are turns that wait to be sent from here.
import "./games/outbox.js";
import { follow } from "./live.js";
import { redrawing } from "./redraw.js";
import { startWorker } from "./worker.js";
import { closeStale, keepPush, setBadge } from "./notifications/push.js";
import { t } from "./words.js";

const { outbox } = self;
const here = document.querySelector("script[data-waiting]");
const STALE = 20_000;
let left = 0;

async function mark(page) {
  const waiting = new Set(page.querySelector("script[data-waiting]").dataset.waiting.split(" "));
  waiting.delete("");
  setBadge(waiting.size);
  tidy();
  showTurns().catch(() => {});
  await startWorker();
  closeStale((tag) => tag.startsWith("game-") && !waiting.has(tag));
}

/** Mark the games whose turn waits on this device, and name those whose turn was refused. */
async function showTurns() {
  const list = document.querySelector("main .play");
  for (const note of document.querySelectorAll("[data-unplayed]")) note.remove();
  let held = 0;
  for (const { user, game, why } of await outbox.all()) {
    if (user !== here.dataset.user) continue;
    const path = `/games/${game}/`;
    if (why) list.before(refused(path, why));
    else {
      const cards = document.querySelectorAll(`main .play a[href^="${path}"]`);
      for (const card of cards) word(card).textContent = t("Waiting to send");
      held += Math.min(cards.length, 1);
    }
  }
  count(held);
}

/** Write in the head how many games wait for the reader, without those whose turn waits here. */
function count(held) {
  const head = document.querySelector("h1");
  head.dataset.mine ??= /\((\d+)\)\s*$/.exec(head.textContent)?.[1] ?? "";
  const { mine } = head.dataset;
  if (mine) head.textContent = mine > held ? t("Your turn ({n})", { n: mine - held }) : t("All played");
}

/** Take away a picture that can't be had without a connection, or it shows as broken. */
function tidy() {
  for (const picture of document.querySelectorAll(".next img")) {
    if (picture.complete && !picture.naturalWidth) picture.remove();
    else picture.onerror = () => picture.remove();
  }
}

function word(card) {
  return card.querySelector("em, .btn") ?? card.appendChild(document.createElement("em"));
}

function refused(href, why) {
  const [note, link] = [document.createElement("p"), document.createElement("a")];
  Object.assign(link, { href, textContent: t("Your turn wasn't played. {why}", { why }) });
  note.className = "note warn";
  note.dataset.unplayed = "";
  note.append(link);
  return note;
}

const sendTurns = () => outbox.deliver().then(() => showTurns()).catch(() => {});

const redraw = redrawing(mark);
follow("/api/v1/events", Number(here.dataset.heard), redraw);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = Date.now();
  else if (left && Date.now() - left > STALE) redraw();
});
addEventListener("pageshow", ({ persisted }) => persisted && redraw());
outbox.follow(showTurns);
addEventListener("online", sendTurns);
await mark(document);
sendTurns();
keepPush().catch(() => {});
