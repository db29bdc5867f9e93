// What makes forms handier; every page works without it.
import { t } from "./words.js";

const make = (text, act) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn";
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
};
export const say = (text) => {
  document.getElementById("live").textContent = text;
};

// What a fold says is chosen, and what a button does once someone is named.
for (const fold of document.querySelectorAll(".fold")) {
  const chosen = fold.querySelector("[data-chosen]");
  const told = () => fold.querySelector(":checked + span")?.firstChild.textContent ?? fold.querySelector("input").value;
  if (chosen) for (const type of ["change", "click"]) fold.addEventListener(type, () => { chosen.textContent = told(); });
}
const act = document.querySelector("[data-named]");
const named = document.getElementById("id_opponent");
const isNamed = () => { act.textContent = named.value.trim() ? act.dataset.named : act.dataset.unnamed; };
if (act) for (const type of ["input", "focus"]) named.addEventListener(type, isNamed);

// A choice applies as it is made.
const pickers = document.querySelector(".pickers");
pickers?.addEventListener("change", ({ target }) => {
  pickers.action = new URL(`#${target.id}`, pickers.action);
  pickers.requestSubmit();
});

// A name is at its seat as soon as it is typed.
for (const input of document.querySelectorAll(".chooses > input")) {
  const name = input.closest(".place").querySelector(".named b");
  input.addEventListener("input", () => { name.textContent = input.value; });
}

// A number between two big buttons.
for (const box of document.querySelectorAll("[data-stepper]")) {
  const input = box.querySelector("input");
  const step = (by) => {
    if (by < 0) input.stepDown();
    else input.stepUp();
    say(input.value);
  };
  const less = make("−", () => step(-1));
  const more = make("+", () => step(1));
  const label = box.parentElement.querySelector("label").textContent;
  less.setAttribute("aria-label", t("{label}: one less", { label }));
  more.setAttribute("aria-label", t("{label}: one more", { label }));
  box.prepend(less);
  box.append(more);
}

// A link that fills in a field, the first empty one of several, instead of loading the page again.
for (const link of document.querySelectorAll("[data-fill]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const fields = link.dataset.fill.split(" ").map((id) => document.getElementById(id));
    const field = fields.find(({ value }) => !value || value === link.dataset.value) ?? fields.at(-1);
    field.value = link.dataset.value;
    field.focus();
  });
}

// Copy what stands in a field.
for (const box of navigator.clipboard ? document.querySelectorAll("[data-copy]") : []) {
  const button = make(t("Copy"), async () => {
    await navigator.clipboard.writeText(document.getElementById(box.dataset.copy).value);
    button.textContent = t("Copied");
    say(t("Copied"));
  });
  box.append(button);
}

// Share or copy a link: the first of the two that the browser can is the main button.
for (const box of document.querySelectorAll("[data-share]")) {
  const { share: url, title, text } = box.dataset;
  const buttons = [];
  if (navigator.share) {
    buttons.push(make(t(
      "Share link",
    ), () => navigator.share({ url, title, text }).catch(() => {})));
  }
  if (navigator.clipboard) {
    const button = make(t("Copy link"), async () => {
      await navigator.clipboard.writeText(url);
      button.textContent = t("Copied");
      button.classList.remove("go");
      say(t("Copied"));
    });
    buttons.push(button);
  }
  buttons[0]?.classList.add("go");
  const inBar = document.querySelector("[data-shares]");
  if (inBar && buttons.length) inBar.replaceWith(buttons.shift());
  box.append(...buttons);
}

// A challenge that is looked at opens its game as soon as it is accepted.
for (const { dataset } of document.querySelectorAll("[data-await]")) {
  const timer = setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(dataset.await).catch(() => null);
    const { status, game, invitations = [] } = (answer?.ok && (await answer.json())) || {};
    // Someone sat down, or left the table: the server draws it again.
    const taken = invitations.filter(({ has_accepted: has }) => has).length + 1;
    if (status === "open" && dataset.taken && dataset.taken !== String(taken)) location.reload();
    if (status === "accepted") location.assign(`/games/${game}/`);
    if (status && status !== "open") clearInterval(timer);
  }, 2000);
}
