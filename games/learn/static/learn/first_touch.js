/** Fetch the seven touches when somebody touches the pitch, and do what was tapped then. */
const root = document.querySelector(".lesson");
const pitch = root.querySelector("ce-pitch");
const button = root.querySelector("[data-wake]");

async function wake(event) {
  pitch.removeEventListener("pointerup", wake);
  button.removeEventListener("click", wake);
  await import("./whistle.js");
  const square = event.type === "pointerup"
    ? document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.dataset?.square)
    : pitch.querySelector("[role=gridcell][tabindex='0']");
  if (event.type === "pointerup") square?.click();
  square?.focus({ preventScroll: true });
}

pitch.addEventListener("pointerup", wake);
button.addEventListener("click", wake);
