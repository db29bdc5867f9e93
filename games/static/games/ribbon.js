/** What has just happened, told under the board, and the way on. Fetched when there is such a thing. */
import { byId, el, keep, kept, say } from "./page.js";
import { sign } from "./sheets.js";
import { t } from "../words.js";

let dismiss = () => {};

/** Show what a shot or a mate came to. `next` is `{words, act}` of the button that leads on, or null
 * where the bar leads on automatically; `again(rate)` plays it once more; `share` names what may be
 * shared of it; `isFirst` tells whether it was done by who stands first on the score board, in
 * whose shirt it is told. It stays until the reader continues; after `lasts` milliseconds it leads
 * on automatically. Returns what takes it away.
 */
export function showRibbon({ title, text, mood, sign: name }, { isFirst = true, next = null, again = null, share = null, gone = () => {}, lasts = null } = {}) {
  dismiss();
  say(`${title}${/[.!?]$/.test(title) ? "" : "."} ${text}`, { urgent: true });
  const match = byId("prompt").parentElement;
  const rest = new AbortController();
  const ribbon = el("section", { class: `ribbon ${mood}`, "aria-labelledby": "ribbon-title" },
    ...shirt(isFirst), el("div", {}, el("h2", { id: "ribbon-title", textContent: title }), el("p", { textContent: text })), sign(name));
  if (again) ribbon.append(buttons(repeat, share));
  byId("prompt").before(ribbon);
  let timer = 0;
  // Who watches it again isn't led on meanwhile.
  async function repeat(rate) {
    clearTimeout(timer);
    await again(rate);
    wait();
  }
  const wait = () => {
    if (lasts) timer = setTimeout(() => rest.signal.aborted || onward(), lasts);
  };
  const onward = () => {
    if (!next?.stays) dismiss();
    next?.act?.();
  };
  const bar = next && el("div", { class: "bar", id: "next-bar" },
    el("div", {}, el("button", { type: "button", class: "btn go", id: "next", textContent: next.words, onclick: onward })));
  if (bar) match.append(bar);
  match.classList.add("told");
  // A board that fills the window makes room.
  dispatchEvent(new Event("resize"));
  dismiss = () => {
    rest.abort();
    ribbon.remove();
    bar?.remove();
    match.classList.remove("told");
    dismiss = () => {};
    gone();
  };
  wait();
  // Who touches the board has gone on.
  if (!next?.stays) match.querySelector(".field").addEventListener("click", () => dismiss(), { capture: true, signal: rest.signal });
  bar?.querySelector("button").focus({ preventScroll: true });
  return () => dismiss();
}

/** Take away what is shown. */
export const hideRibbon = () => dismiss();

/** Return a shirt off the score board, in a list; an empty one where no one wears any. */
function shirt(isFirst) {
  const worn = [...document.querySelectorAll(".score .shirt")].at(isFirst ? 0 : -1);
  return worn ? [worn.cloneNode(true)] : [];
}

const button = (words, onclick, more = {}) => el("button", { type: "button", class: "btn", textContent: words, ...(onclick && { onclick }), ...more });

function buttons(again, share) {
  const row = el("div", { class: "row" }, button(t("Again"), () => again(1)), button(t("Slow"), () => again(0.35)));
  if (share) row.append(button(t("Share"), null, share));
  const sound = button("", () => {
    const isOn = !kept(localStorage, "sound");
    keep(localStorage, "sound", isOn);
    if (isOn) import("./sounds.js").then(({ play }) => play("net")).catch(() => {});
    label();
  });
  const label = () => {
    sound.textContent = kept(localStorage, "sound") ? t("Turn sound off") : t("Turn sound on");
  };
  label();
  row.append(sound);
  return row;
}
