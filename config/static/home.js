// The list of games keeps itself true: its cards, the icon's badge, and notifications that have
// been answered.
import { follow } from "./live.js";
import { redrawing } from "./redraw.js";
import { startWorker } from "./worker.js";
import { closeStale, keepPush, setBadge } from "./notifications/push.js";

const here = document.querySelector("script[data-waiting]");
const STALE = 20_000;
let left = 0;

async function mark(page) {
  const waiting = new Set(page.querySelector("script[data-waiting]").dataset.waiting.split(" "));
  waiting.delete("");
  setBadge(waiting.size);
  await startWorker();
  closeStale((tag) => tag.startsWith("game-") && !waiting.has(tag));
}

const redraw = redrawing(mark);
follow("/api/v1/events", Number(here.dataset.heard), redraw);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = Date.now();
  else if (left && Date.now() - left > STALE) redraw();
});
addEventListener("pageshow", ({ persisted }) => persisted && redraw());
await mark(document);
keepPush().catch(() => {});
