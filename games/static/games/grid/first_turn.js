/** The first turn of a game that isn't chess: a bubble says once what differs. Fetched then alone. */
import { byId, el, keep, kept } from "../page.js";
import { t } from "../../words.js";

const NAME = "explained";
const WORDS = {
  future: t("Three boards, one above the other. Triangles lead up or down."),
  family: t("The last player in the game wins."),
};

/** Show the bubble of a game, which goes when it was read or a square is pressed. */
export function teach(ruleset) {
  const known = kept(localStorage, NAME) ?? [];
  if (known.includes(ruleset)) return;
  keep(localStorage, NAME, [...known, ruleset]);
  const bubble = el("p", { class: "bubble", role: "status" }, WORDS[ruleset], " ",
    el("button", { type: "button", class: "btn", textContent: t("Got it"), onclick: () => bubble.remove() }));
  byId("prompt").after(bubble);
  document.querySelector("ce-grid").addEventListener("click", () => bubble.remove(), { once: true });
}
