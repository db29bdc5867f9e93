/** Words in large letters, woven like a kit. All of it is drawn here; one unit is one square. */
const NS = "http://www.w3.org/2000/svg";

/** Return an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export const path = (name, d, more = {}) => svg("path", { class: name, d, ...more });
export const round = (n) => Math.round(n * 1000) / 1000;

/** Capitals as lines on a grid three wide and five high, to be drawn with a thick pen. */
const LETTERS = {
  A: "M0 5V1L1 0H2L3 1V5M0 3.1H3", B: "M0 0H2L3 .9V1.6L2.2 2.5 3 3.4V4.1L2 5H0ZM0 2.5H2.2",
  C: "M3 1.5V1L2 0H1L0 1V4L1 5H2L3 4V3.5", D: "M0 0H2L3 1V4L2 5H0Z", E: "M3 0H0V5H3M0 2.5H2.3",
  F: "M3 0H0V5M0 2.5H2.3", G: "M3 1.2V1L2 0H1L0 1V4L1 5H2L3 4V3H1.9", H: "M0 0V5M3 0V5M0 2.5H3",
  I: "M0 0V5", J: "M3 0V4L2 5H1L0 4V3.5", K: "M0 0V5M3 0V.8L.8 2.5 3 4.2V5", L: "M0 0V5H3",
  M: "M0 5V0L2 2.3 4 0V5", N: "M0 5V0H.4L2.6 5H3V0", O: "M1 0H2L3 1V4L2 5H1L0 4V1Z", P: "M0 5V0H2L3 1V2L2 3H0",
  Q: "M1 0H2L3 1V4L2 5H1L0 4V1ZM1.8 3.5 3.3 5.1", R: "M0 5V0H2L3 1V1.9L2 2.9H0M1.4 2.9 3 5",
  S: "M3 1.1V1L2 0H1L0 1V1.6L.8 2.5H2.2L3 3.4V4L2 5H1L0 4V3.9", T: "M0 0H3M1.5 0V5",
  U: "M0 0V4L1 5H2L3 4V0", V: "M0 0V2.5L1.5 5 3 2.5V0", W: "M0 0V4L.7 5 2 3.3 3.3 5 4 4V0",
  X: "M0 0V.5L3 4.5V5M3 0V.5L0 4.5V5", Y: "M0 0V1.4L1.5 2.8 3 1.4V0M1.5 2.8V5", Z: "M0 0H3V.6L0 4.4V5H3", "-": "M0 2.5H1.4", " ": "M0 0",
};
const WIDE = { "-": 1.4, " ": .5, I: 0, M: 4, W: 4 };
const GAP = 2;
/** How thick the pen is, with the edge round what it draws. */
const PEN = 2.1;

/** The patterns of the kits, which tell them apart without any colour: tile, path, ink and how much
 *  of it. One letter is three or four wide and five high.
 */
const WEAVES = {
  hoops: [0, -0.35, 9, 1.5, "M0 0H9V.55H0z", "#fff", 0.68],
  stripes: [-0.22, 0, 1.1, 9, "M0 0H.44V9H0z", "#fff", 0.68],
  sash: [-2, -2, 12, 12, "M1 1H3.3L7 6.8V9.5z", "#12324a", 1],
  halves: [-2, -2, 12, 12, "M0 0H3.5V12H0z", "#7b1fa2", 1],
};

const USUAL = { white: "hoops", black: "stripes" };

/** Return the kit that a side wears on a pitch. */
export const kitOf = ({ dataset }, side) => dataset[side] ?? USUAL[side];

/** Return the pattern of a kit, to be drawn with as `url(#scene-weave)`. */
export function weave(kit) {
  const [x, y, width, height, d, fill, opacity] = WEAVES[kit] ?? WEAVES.hoops;
  return svg("pattern", { id: "scene-weave", patternUnits: "userSpaceOnUse", x, y, width, height }, svg("path", { d, fill, "fill-opacity": opacity }));
}

/** Return a word in large letters, one group for each, no wider than `width`, woven like the kit if
 *  it `isWoven`; a word in another script is set in the reader's own type.
 */
export function lettering(word, { width = 7.6, height = 2.7, isWoven = false } = {}) {
  const signs = [...word.toUpperCase()];
  const node = svg("g", { class: "scene-letters" });
  if (signs.some((sign) => !LETTERS[sign])) {
    const text = svg("text", { "text-anchor": "middle", "font-size": Math.min(height, (width / signs.length) * 1.2) });
    text.textContent = word.toUpperCase();
    node.append(svg("g", {}, text));
    return node;
  }
  const total = signs.reduce((sum, sign) => sum + (WIDE[sign] ?? 3) + GAP, -GAP) + PEN;
  const scale = round(Math.min(width / total, height / (5 + PEN)));
  let x = (PEN - total) / 2;
  for (const sign of signs) {
    const d = LETTERS[sign];
    const letter = svg("g", { transform: `scale(${scale})translate(${round(x)} -2.5)` });
    for (const name of ["edge", "rim", "fill"]) letter.append(path(name, d));
    if (isWoven) letter.append(path("weave", d, { stroke: "url(#scene-weave)" }));
    node.append(svg("g", {}, letter));
    x += (WIDE[sign] ?? 3) + GAP;
  }
  return node;
}
