// After a turn was sent, whoever was never asked is asked once whether this device may tell them
// of the next.
import { pushState, turnOn } from "./push.js";
import { t } from "../words.js";

const ASKED = "push-asked";

const button = (text, act) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
};

/** Call it when a turn was sent; `after` is the element below which the question may stand. */
export const offerPush = async (opponent, after) => {
  const bar = document.getElementById("play-bar");
  if (localStorage.getItem(ASKED) || (await pushState()) !== "off") return;
  // The answer may have come meanwhile: there is nothing to wait for any more.
  if (bar && !bar.hidden) return;
  const box = document.createElement("div");
  box.className = "offer";
  const words = document.createElement("span");
  words.textContent = t("Notify you when {opponent} plays?", { opponent });
  const answer = (act) => async () => {
    localStorage.setItem(ASKED, "1");
    try {
      await act?.();
      box.remove();
    } catch (error) {
      words.textContent = error.message;
    }
  };
  box.append(words, button(t("Yes"), answer(turnOn)), button(t("Not now"), answer()));
  after.after(box);
  if (bar) new MutationObserver(() => bar.hidden || box.remove()).observe(bar, { attributeFilter: ["hidden"] });
  document.getElementById("live").textContent += ` ${words.textContent}`;
};
