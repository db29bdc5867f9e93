/** Fetch the script of a page when it is first touched, and do then what was asked for.
 *
 * Until then the page is as the service drew it. The script is named in `data-wakes`; what waits for
 * it is marked by `data-waits`. The script exports `ready` where it takes a while to begin.
 */
const { wakes } = document.querySelector("[data-wakes]").dataset;
const WAIT = 15_000;
const FAR = 40;
const WAITING = "[data-waits] :is(a, button), :is(a, button):is([data-waits], [data-script], [data-call], [data-goal], #again, #skip)";
const KEYS = { ArrowLeft: true, ArrowRight: true, Home: true, End: true, "?": true, f: true };
const rest = new AbortController();
const listening = { signal: rest.signal, capture: true };

// The list beside a replay's board begins at the turn that is shown.
const [list, shown] = [".rounds", ".rounds [aria-current]"].map((one) => document.querySelector(one));
if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;

async function fetched() {
  const late = new Promise((_, fail) => setTimeout(fail, WAIT));
  const { ready } = await Promise.race([import(wakes), late]);
  return ready;
}

/** Do again what happened before the script was there; without it a link leads where it leads. */
async function later(event, again) {
  event.preventDefault();
  event.stopImmediatePropagation();
  const { href } = event.target.closest("a") ?? {};
  try {
    await fetched();
  } catch {
    return href && location.assign(href);
  }
  rest.abort();
  again();
}

let down = null;
addEventListener("pointerdown", (event) => {
  down = event;
  import(wakes).catch(() => {});
}, { ...listening, passive: true });
// A finger that goes sideways over the board of a replay.
addEventListener("pointerup", (event) => {
  const from = down;
  const field = from?.target.closest(".past .field");
  if (!field || Math.abs(event.clientX - from.clientX) < FAR) return;
  later(event, () => {
    for (const one of [from, event]) field.dispatchEvent(new PointerEvent(one.type, one));
  });
}, listening);
addEventListener("click", (event) => {
  const target = event.target.closest(WAITING);
  if (target && !event.ctrlKey && !event.metaKey && !event.shiftKey) later(event, () => target.click());
}, listening);
addEventListener("input", (event) => {
  const { target } = event;
  if (target.closest("[data-waits]")) later(event, () => target.dispatchEvent(new Event("input", { bubbles: true })));
}, listening);
addEventListener("keydown", (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (key === "Tab") import(wakes).catch(() => {});
  if (!KEYS[key] || target.closest("input,textarea") || altKey || ctrlKey || metaKey) return;
  later(event, () => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
}, listening);
