/** Those who watch a shot while the page is quiet: silhouettes with the scarves of the reader's kit,
 *  who wait, and then cheer or sink. Drawn in pixels of a phone.
 */
import { svg } from "./letters.js";

const path = (name, d) => svg("path", { class: name, d });
const BODY = "M-26 70q0-46 15-50h22q15 4 15 50z";

const scarf = (d) => [path("fan-scarf", d), path("fan-scarf fan-pale", d)];

/** One who waits and one who cheers, to be used again and again. */
function models() {
  const head = () => svg("circle", { r: 13 });
  return svg("defs", {},
    svg("g", { id: "fan-waits" }, path("", BODY), head(), ...scarf("M-14 17q14 8 28 0")),
    svg("g", { id: "fan-cheers" }, path("", BODY), path("fan-arms", "M-17 34L-21-18M17 34L21-18"), head()),
    svg("g", { id: "fan-waves" }, path("", BODY), path("fan-arms", "M-17 34L-21-20M17 34L21-20"), head(), ...scarf("M-27-24H27")));
}

/** Return `{node, waiting, cheering}`: the picture, those in it who wait, and the rows of the same
 *  when they cheer.
 */
export function fans() {
  const waiting = svg("g");
  const cheering = svg("g", { opacity: 0 });
  for (const [row, top] of [[0, 34], [1, 66]]) {
    const [still, up] = [svg("g", { class: `row${row}` }), svg("g", { class: `row${row}` })];
    for (let seat = -2; seat < 16; seat++) {
      const x = seat * 54 + row * 27;
      const y = top + ((((seat * 7 + row * 3) % 5) + 5) % 5) * 2.4;
      const use = (model) => svg("use", { href: `#fan-${model}`, x, y });
      still.append(use("waits"));
      up.append(use((seat + 2 * row) % 3 ? "cheers" : "waves"));
    }
    waiting.append(still);
    cheering.append(up);
  }
  const node = svg("svg", { class: "fans", viewBox: "0 0 390 132", preserveAspectRatio: "xMidYMin slice", "aria-hidden": "true" }, models(), waiting, cheering);
  return { node, waiting, cheering };
}
