/** What has just happened, told under the board, and the way on. Fetched when there is such a thing. */
import { byId, el, keep, kept, say } from "./page.js";
import { sign } from "./sheets.js";
import { t } from "../words.js";

let dismiss = () => {};

/** Show what a shot or a mate came to. `next` is `{words, act}` of the button that leads on, or null
 *  where the bar leads on by itself; `again(rate)` plays it once more. It stays until the reader
 *  goes on. Returns what takes it away.
 */
export function showRibbon({ title, text, mood, sign: name }, { next = null, again = null, gone = () => {} } = {}) {
  dismiss();
  say(`${title}. ${text}`, { urgent: true });
  const match = byId("prompt").parentElement;
  const rest = new AbortController();
  const ribbon = el("section", { class: `ribbon ${mood}`, "aria-labelledby": "ribbon-title" },
    sign(name), el("div", {}, el("h2", { id: "ribbon-title", textContent: title }), el("p", { textContent: text })));
  if (again) ribbon.append(buttons(again));
  byId("prompt").before(ribbon);
  const bar = next && el("div", { class: "bar", id: "next-bar" },
    el("div", {}, el("button", { type: "button", class: "btn go", id: "next", textContent: next.words, onclick: () => {
      if (!next.stays) dismiss();
      next.act?.();
    } })));
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
  // Who touches the board has gone on.
  if (!next?.stays) match.querySelector(".field").addEventListener("click", () => dismiss(), { capture: true, signal: rest.signal });
  bar?.querySelector("button").focus({ preventScroll: true });
  return () => dismiss();
}

function buttons(again) {
  const row = el("div", { class: "row" },
    el("button", { type: "button", class: "btn", textContent: t("Again"), onclick: () => again(1) }),
    el("button", { type: "button", class: "btn", textContent: t("Slow"), onclick: () => again(0.35) }));
  row.append(el("button", { type: "button", class: "btn", id: "sound", onclick: () => hear(!kept(localStorage, "sound")) }));
  const hear = (isOn) => {
    keep(localStorage, "sound", isOn);
    label();
    if (isOn) import("./sounds.js").then(({ play }) => play("net")).catch(() => {});
  };
  const label = () => {
    const isOn = kept(localStorage, "sound");
    // Asked once: whoever has never answered is asked, and not merely told.
    row.lastChild.textContent = isOn === null ? t("Sound?") : isOn ? t("Sound off") : t("Sound on");
  };
  label();
  return row;
}
