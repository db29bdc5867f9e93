// Settings save themselves as they are changed, and can be taken back once.
import { ownDevice, pushState, sendTest, turnOff, turnOn } from "./push.js";
import { locale, t } from "../words.js";

const live = document.getElementById("live");
const button = (text, act, kind = "") => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `btn ${kind}`;
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
};

// --- saving -----------------------------------------------------------------------------------

let timer;
const toast = (text, undo) => {
  document.querySelector(".toast")?.remove();
  clearTimeout(timer);
  const box = document.createElement("div");
  box.className = "toast";
  box.append(text);
  if (undo) {
    const back = button(t("Undo"), undo, "");
    back.className = "link";
    box.append(back);
  }
  document.getElementById("main").append(box);
  live.textContent = undo ? t("{text} Undo is the last button of the main part.", { text }) : text;
  timer = setTimeout(() => box.remove(), 8000);
};

const values = (form) => [...form.elements].map(({ checked, value }) => ({ checked, value }));
const restore = (form, kept) =>
  kept.forEach(({ checked, value }, index) => Object.assign(form.elements[index], { checked, value }));

/** Shows immediately what the next page would show anyway. */
const apply = ({ elements: { high_contrast: contrast, time_zone: zone } }) => {
  const { dataset } = document.documentElement;
  if (contrast?.checked) dataset.contrast = "more";
  else if (contrast) delete dataset.contrast;
  if (!zone) return;
  const clock = document.querySelector("[data-clock]");
  const form = { timeZone: zone.value, hour: "2-digit", minute: "2-digit" };
  clock.textContent = new Date().toLocaleTimeString(locale, form);
};

for (const form of document.querySelectorAll("form[data-save]")) {
  form.querySelector("button:not([type])").hidden = true;
  let kept = values(form);
  const send = async (text, undo) => {
    let answer;
    try {
      answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { Accept: "application/json" },
      });
    } catch {
      toast(t("You're offline. Nothing was saved."));
      return;
    }
    if (!answer.ok) {
      const problem = await answer.json().catch(() => ({}));
      toast(problem.detail ?? t("Not saved. Try again."));
      restore(form, kept);
      return;
    }
    kept = values(form);
    apply(form);
    if (answer.status === 200) form.closest(".card").querySelector("[data-told]").textContent = (await answer.json()).told;
    toast(text, undo);
  };
  form.addEventListener("change", () => {
    const before = kept;
    send(t("Saved."), () => {
      restore(form, before);
      send(t("Undone."));
    });
  });
}

// --- the clock of this device -----------------------------------------------------------------

const guess = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = document.querySelector("select[name=time_zone]");
if (guess && zones && zones.value !== guess && [...zones.options].some(({ value }) => value === guess)) {
  const use = button(t("Use {zone}, as this device does", { zone: guess.replaceAll("_", " ") }), () => {
    zones.value = guess;
    zones.dispatchEvent(new Event("change", { bubbles: true }));
    use.remove();
  });
  document.querySelector("[data-zone-guess]").append(use);
}

// --- notifications on this device -------------------------------------------------------------

const words = document.getElementById("push-words");
const buttons = document.getElementById("push-buttons");
const SAID = {
  on: t("This device notifies you when it's your turn."),
  off: t("We can notify you on this device when it's your turn, even when the site is closed."),
  denied: t(
    "You blocked notifications for this site. Allow them in your browser settings, then come back.",
  ),
  install: t("Install this site to get notifications on this device when it's your turn."),
  none: t("This browser has no notifications. Email works everywhere."),
};
const trying = (act) => async () => {
  try {
    await act();
  } catch (error) {
    toast(error.message);
  }
  show();
};

// The server's list: what it no longer tells of, or tells someone else, is off, no matter what this
// browser believes. This device has buttons of its own.
const devices = document.getElementById("devices");
const listed = new Set([...document.querySelectorAll("[data-device]")].map(({ dataset }) => dataset.device));
document.querySelector(`[data-device="${ownDevice()}"]`)?.remove();
if (devices) {
  devices.querySelector("h3").textContent = t("Your other devices");
  devices.hidden = !devices.querySelector("[data-device]");
}

const turnOnHere = async () => {
  await turnOn();
  listed.add(ownDevice());
};
const show = async () => {
  let state = await pushState();
  if (state === "on" && !listed.has(ownDevice())) state = "off";
  words.textContent = SAID[state];
  buttons.replaceChildren();
  document.getElementById("push-install").hidden = state !== "install";
  if (state === "off") buttons.append(button(t("Turn on notifications"), trying(turnOnHere), "go"));
  if (state === "on") {
    buttons.append(
      button(t("Send a test"), trying(async () => (await sendTest(), toast(t(
        "We're sending a test.",
      ))))),
      button(t("Turn off notifications"), trying(turnOff)),
    );
  }
};
if (words) show();
