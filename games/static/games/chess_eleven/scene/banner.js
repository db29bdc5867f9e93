/** How a game ended, written across the pitch. */
import { kitOf, lettering, svg, weave } from "./letters.js";

/** Lay a word over the pitch, in the kit of a side or in no one's; a touch takes it away. Return what
 * takes it away too.
 */
export function banner(pitch, word, side) {
  const { x, y, width, height } = pitch.querySelector("svg").viewBox.baseVal;
  const node = svg("svg", { class: `scene-word banner${side ? "" : " yellow"}`, viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
    svg("rect", { x, y, width, height }), weave(kitOf(pitch, side)),
    svg("g", { transform: "translate(4 4)" }, lettering(word, { isWoven: Boolean(side), height: 3.4 })));
  const match = pitch.closest(".match");
  match?.classList.add("spelled");
  const go = () => {
    node.remove();
    match?.classList.remove("spelled");
    pitch.classList.remove("filmed");
    pitch.removeEventListener("click", go);
    pitch.curtain = null;
  };
  pitch.dataset.shooter = side;
  pitch.classList.add("filmed");
  pitch.append(node);
  pitch.addEventListener("click", go);
  return go;
}
