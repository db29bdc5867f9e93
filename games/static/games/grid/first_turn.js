/** What isn't as in chess: a bubble says it once, when it is first met. Fetched then alone. */
import { byId, el, keep, kept } from "../page.js";
import { t } from "../../words.js";

const NAME = "explained";
const WORDS = {
  future: t("Three boards, one above the other. Pieces can change levels."),
  levels: t("Arrows: ▲ one level up, ▼ one down, ▲▲ two up. ▲ 15 means 15 squares."),
  family: t("The last player in the game wins."),
  saying: t("If you say check, that player must end it on their turn, or is out."),
  checked: t("Move your king, block, or capture the attacker, or you're out."),
};

/** Show the bubble on a subject, which goes when it was read or a square is pressed. */
export function teach(subject) {
  const known = kept(localStorage, NAME) ?? [];
  if (known.includes(subject)) return;
  keep(localStorage, NAME, [...known, subject]);
  const bubble = el("p", { class: "bubble", role: "status", "data-about": subject }, WORDS[subject], " ",
    el("button", { type: "button", class: "btn", textContent: t("Got it"), onclick: () => bubble.remove() }));
  byId("prompt").after(bubble);
  document.querySelector("ce-grid").addEventListener("click", () => bubble.remove(), { once: true });
}
