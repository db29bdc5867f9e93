/** A press on a button whose script is still on its way: kept until that script runs.
 *
 * It is fetched beside the page's own script and is there long before it: browsers that can show
 * nothing before. The last press counts, and one elsewhere takes it back.
 */
const waiting = new AbortController();
let pressed = null;
document.addEventListener("click", ({ target }) => (pressed = target.closest("[data-call], #ready, #look, [type=button][data-script]")), { signal: waiting.signal });

/** Forget a press that has just been acted on. */
export function forgetPress() {
  pressed = null;
}

/** Do what was asked for, once all that the page begins with has begun. */
export function actOnPress() {
  waiting.abort();
  const button = pressed;
  pressed = null;
  if (button?.isConnected) queueMicrotask(() => button.click());
}
