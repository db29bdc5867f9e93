// The list of games keeps itself true: the icon's badge, notifications that have been answered,
// and a fresh page on coming back.
import { startWorker } from "./worker.js";
import { closeStale, keepPush, setBadge } from "./notifications/push.js";

const waiting = new Set(document.querySelector("script[data-waiting]").dataset.waiting.split(" "));
waiting.delete("");
setBadge(waiting.size);
await startWorker();
closeStale((tag) => tag.startsWith("game-") && !waiting.has(tag));
keepPush().catch(() => {});

const STALE = 20_000;
let left = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = Date.now();
  else if (left && Date.now() - left > STALE) location.reload();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
