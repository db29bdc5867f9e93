/** Fetch the seven touches when someone touches the pitch, and do what was tapped or pulled then. */
const root = document.querySelector(".lesson");
const pitch = root.querySelector("ce-pitch");
const button = document.querySelector("[data-wake]");
const rest = new AbortController();
let from = null;

const squareAt = ([x, y]) => document.elementsFromPoint(x, y).find(({ dataset }) => dataset?.square);

function pressed({ clientX, clientY }) {
  from = [clientX, clientY];
  import("./whistle.js").catch(() => {});
}

async function wake({ type, clientX, clientY }) {
  rest.abort();
  button.disabled = true;
  await import("./whistle.js");
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
