/** Lining up for the first time: a hand drags a knight, and a bubble tells of the substitute. Fetched then
 *  alone.
 */
import { byId, el } from "../page.js";
import { t } from "../../words.js";

const MOTION = { duration: 2200, easing: "ease-in-out" };

/** Show both; `done()` is called when the bubble was read. */
export function teach(pitch, side, done) {
  point(pitch, side === "white" ? ["c3", "b3"] : ["c6", "b6"]);
  const bubble = el("p", { class: "bubble", role: "status" }, t("After you score, it may replace a pawn too."), " ",
    el("button", { type: "button", class: "btn", textContent: t("Got it"), onclick: () => {
      bubble.remove();
      done();
    } }));
  byId("bench").after(bubble);
}

/** Let a hand drag the man on the first square to the second, once, unless a finger comes before. */
function point(pitch, [from, to]) {
  const hand = byId("hand");
  const man = pitch.manOn(from);
  if (!hand || !man || pitch.manOn(to)) return;
  const [[x, y], [u, v]] = [pitch.centre(from), pitch.centre(to)];
  hand.querySelector(".way").setAttribute("d", `M${x} ${y - 0.3}Q${(x + u) / 2} ${y - 1} ${u} ${v - 0.35}`);
  hand.querySelector(".point").setAttribute("d", `M${u} ${v - 0.12}l-.16-.3h.32z`);
  const tip = hand.querySelector("g");
  tip.setAttribute("transform", `translate(${x} ${y})`);
  pitch.append(hand);
  hand.removeAttribute("hidden");
  document.addEventListener("pointerdown", () => hand.remove(), { once: true });
  if (pitch.isStill) return;
  const drag = (node, [a, b]) => {
    const [here, there] = [`translate(${a}px, ${b}px)`, `translate(${a + u - x}px, ${b + v - y}px)`];
    return node.animate({ transform: [here, here, there, there, here] }, MOTION);
  };
  drag(man, pitch.corner(from));
  drag(tip, [x, y]).finished.then(() => hand.remove(), () => {});
}
