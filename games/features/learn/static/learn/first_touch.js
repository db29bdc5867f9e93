/** Fetch the script of a lesson or a puzzle when someone touches the pitch, and do what was tapped or
 *  pulled then. Until then the page is as the server drew it, and loads quickly.
 */
const root = document.querySelector(".lesson");
const { wakes, offline } = root.dataset;
const pitch = root.querySelector("ce-pitch");
const button = document.querySelector("[data-wake]");
const WAIT = 15_000;
const rest = new AbortController();
// What points at the pitch goes with the touch, also while the script is on its way.
const hint = root.querySelector("[data-hint]");
let from = null;

const squareAt = ([x, y]) => document.elementsFromPoint(x, y).find(({ dataset }) => dataset?.square);

function pressed({ clientX, clientY }) {
  from = [clientX, clientY];
  hint?.setAttribute("hidden", "");
  import(wakes).catch(() => {});
}

async function wake({ type, clientX, clientY }) {
  rest.abort();
  button.disabled = true;
  const late = new Promise((_, fail) => setTimeout(fail, WAIT));
  try {
    await Promise.race([import(wakes), late]);
  } catch {
    root.querySelector("[data-told]").textContent = offline;
    hint?.removeAttribute("hidden");
    return;
  }
  button.hidden = true;
  if (type === "click") return pitch.querySelector("[role=gridcell][tabindex='0']").focus({ preventScroll: true });
  const [start, end] = [from ?? [clientX, clientY], [clientX, clientY]].map(squareAt);
  // To pull a piece is to tap where it stands, and where it goes.
  if (start !== end) start?.click();
  end?.click();
}

const { signal } = rest;
pitch.parentNode.addEventListener("pointerdown", pressed, { signal });
pitch.parentNode.addEventListener("pointerup", wake, { signal });
button.addEventListener("click", wake, { signal });
