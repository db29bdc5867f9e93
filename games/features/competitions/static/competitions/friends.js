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

const { watch, count } = document.getElementById("people").dataset;
const timer = setInterval(async () => {
  // A page on which someone types or chooses is left alone.
  if (document.hidden || document.activeElement?.matches("input:not(#link), select") || document.querySelector("details[open]")) return;
  const answer = await fetch(watch).catch(() => null);
  if (!answer?.ok) return;
  const { entries, status } = await answer.json();
  const joined = entries.filter((one) => one.status === "entered");
  if (status === "entries" && joined.length === Number(count)) return;
  clearInterval(timer);
  location.reload();
}, 5000);
