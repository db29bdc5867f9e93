// The list of games keeps itself true: the icon's badge, and a fresh page on coming back.
const waiting = Number(document.querySelector("script[data-waiting]").dataset.waiting);
if (waiting) navigator.setAppBadge?.(waiting).catch(() => {});
else navigator.clearAppBadge?.().catch(() => {});

const STALE = 20_000;
let left = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = Date.now();
  else if (left && Date.now() - left > STALE) location.reload();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
