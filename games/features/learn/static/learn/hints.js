/** Hints in a game against the easiest bot: three a game, counted by this device. */
import { byId, call, el, embedded, keep, kept, say } from "../games/page.js";
import { t, tn } from "../words.js";

const MOST = 3;
const { game } = embedded("page");
const NAME = `hints:${game.id}`;
const buttons = [...document.querySelectorAll("[data-hint]")];
const pitch = document.querySelector("ce-pitch");
let bubble = null;

const left = () => MOST - (kept(localStorage, NAME)?.length ?? 0);

function label() {
  for (const button of buttons) {
    button.textContent = left() ? tn(
      "Hint ({n} left)", "Hint ({n} left)", left()) : t("No hints left");
    button.disabled = !left();
    button.hidden = byId("kinds").hidden;
  }
}

async function ask() {
  byId("menu").close();
  try {
    const { turn, actions, labels } = await call("GET", `/api/v1/games/${game.id}/hint`, { fresh: true });
    const told = kept(localStorage, NAME) ?? [];
    // The same turn again is the same hint.
    if (!told.includes(turn)) keep(localStorage, NAME, [...told, turn]);
    show(actions, t("Try: {actions}.", { actions: labels.join(", ") }));
  } catch (error) {
    show([], error.message);
  }
  label();
}

function show([first = ""], words) {
  close();
  bubble = el("p", { class: "bubble", role: "status" }, words, " ", el("button", { type: "button", class: "btn", textContent: t(
    "Got it",
  ), onclick: close }));
  // Above what is explained of the marks, where there is room for one of the two.
  ([...document.querySelectorAll(".bubble")].at(-1) ?? byId("kinds")).after(bubble);
  for (const square of first.match(/[a-h][1-8]/g) ?? []) pitch.buttonOf(square).classList.add("hinted");
  say(words);
}

function close() {
  bubble?.remove();
  bubble = null;
  for (const one of pitch.querySelectorAll(".hinted")) one.classList.remove("hinted");
}

for (const button of buttons) button.addEventListener("click", ask);
pitch.addEventListener("tap", close);
new MutationObserver(label).observe(byId("kinds"), { attributes: true, attributeFilter: ["hidden"] });
label();
