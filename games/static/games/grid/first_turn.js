/** What isn't as in chess: a bubble says it once, when it is first met. Fetched then alone. */
import { byId, el, keep, kept } from "../page.js";
import { t, tn } from "../../words.js";

const NAME = "explained";
const WORDS = {
  future: (side) => side === "white"
    ? t("You play White. Your king is on the bottom level. Pieces can change levels.")
    : t("You play Black. Your king is on the top level. Pieces can change levels."),
  levels: ({ sign, n }) => tn(
    "▲ is one level up, ▼ one down. {sign} {n} means {n} square. Yellow is straight above and below.",
    "▲ is one level up, ▼ one down. {sign} {n} means {n} squares. Yellow is straight above and below.", n, { sign }),
  family: () => t("The last player left wins. Play goes to the right. Pawns can always move two squares."),
  saying: () => t("If you say check, that player must end it on their turn, or is out."),
  checked: () => t("Move your king, block, or capture the attacker, or you're out."),
};

/** Show the bubble on a subject, which goes when it was read or a square is pressed; that on Family, which
 * is longer, stays until the turn is sent. `example` is what the board shows of it.
 */
export function teach(subject, example) {
  const known = kept(localStorage, NAME) ?? [];
  if (known.includes(subject)) return;
  keep(localStorage, NAME, [...known, subject]);
  const bubble = el("p", { class: "bubble", role: "status", "data-about": subject }, el("span", { textContent: WORDS[subject](example) }), " ",
    el("button", { type: "button", class: "btn", textContent: t("Got it"), onclick: () => bubble.remove() }));
  // A question is asked above what is taught of it.
  (document.querySelector(".question") ?? byId("prompt")).after(bubble);
  if (subject !== "family") document.querySelector("ce-grid").addEventListener("click", () => bubble.remove(), { once: true });
}
