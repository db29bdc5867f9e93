/** A competition that waits for its players: share its link, save its settings, see who joins. */
import { shareBy } from "./share.js";

const link = document.getElementById("link");
// The end of the link is what tells it from others.
if (link) link.scrollLeft = link.scrollWidth;
if (link) shareBy(document.getElementById("share"), link.value);

const settings = document.getElementById("settings");
if (settings) {
  settings.querySelector("p").hidden = true;
  settings.addEventListener("change", () => settings.requestSubmit());
}

const off = document.getElementById("call-off");
off?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { ask } = await import("../games/sheets.js");
  const { title, text, yes, no } = off.dataset;
  if (await ask(title, [["yes", yes, "bad"]], { text, back: no })) off.submit();
});

const { watch, count } = document.getElementById("people").dataset;
const timer = setInterval(async () => {
  // A page on which someone types or chooses is left alone.
  if (document.hidden || document.activeElement?.matches("input:not(#link), select") || document.querySelector("details[open], dialog[open]")) return;
  const answer = await fetch(watch).catch(() => null);
  if (!answer?.ok) return;
  const { entries, status } = await answer.json();
  const joined = entries.filter((one) => one.status === "entered");
  if (status === "entries" && joined.length === Number(count)) return;
  clearInterval(timer);
  location.reload();
}, 5000);
