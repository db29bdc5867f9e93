/** What a scene is played with: light, ball, ring of odds, net, gloves, flag, letters. All of it is
 *  drawn here; one unit is one square.
 */
const NS = "http://www.w3.org/2000/svg";

/** Return an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const path = (name, d, more = {}) => svg("path", { class: name, d, ...more });
const round = (n) => Math.round(n * 1000) / 1000;
const on = (angle, r) => [round(Math.sin(angle) * r), round(-Math.cos(angle) * r)];

/** Darkness over all but one bright place. */
export function lights([x, y]) {
  const glow = svg("radialGradient", { id: "scene-light", gradientUnits: "userSpaceOnUse", cx: x, cy: y, r: 5.2 });
  for (const [offset, opacity] of [[0.3, 0], [0.6, 0.5], [1, 0.86]]) {
    glow.append(svg("stop", { offset, "stop-color": "#06140b", "stop-opacity": opacity }));
  }
  return svg("g", { class: "scene-dark", opacity: 0 }, glow, svg("rect", { x: -2, y: -4, width: 12, height: 16, fill: "url(#scene-light)" }));
}

/** A ball, a group in a group: the outer one is moved, the inner one spins. */
export function ball() {
  const spin = svg("g", { class: "ball" }, svg("use", { href: "#p-ball", transform: "scale(.01)" }));
  return { node: svg("g", {}, spin), spin };
}

export const shadow = () => svg("ellipse", { class: "scene-shadow", rx: 0.2, ry: 0.09 });

export const streak = ([x, y], [u, v]) => path("scene-streak", `M${x} ${y}L${u} ${v}`);

/** The odds as a ring, read clockwise from the top as the law prints them, and the needle on it. */
export function ring(chances) {
  const needle = svg("g", {}, path("scene-needle", "M0-.46l.13-.34h-.26z"));
  const node = svg("g", { class: "scene-ring" }, svg("circle", { r: 0.62, class: "scene-track" }));
  let share = 0;
  for (const { word, percent } of chances) {
    const [a, b] = [share, (share += percent)].map((part) => (part / 100) * 2 * Math.PI);
    if (percent === 100) node.append(svg("circle", { r: 0.62, class: `arc ${word}` }));
    else {
      const [[x, y], [u, v]] = [on(a, 0.62), on(b, 0.62)];
      const d = `M${x} ${y}A.62 .62 0 ${percent > 50 ? 1 : 0} 1 ${u} ${v}`;
      node.append(path(`arc ${word}`, d));
      if (word === "save") node.append(svg("path", { class: "arc gap", d }));
    }
  }
  share = 0;
  for (const { word, percent, sign } of chances) {
    const [x, y] = on(((share + percent / 2) / 100) * 2 * Math.PI, 1.06);
    share += percent;
    const figure = svg("text", { x: 0.12, y: 0.115 });
    figure.textContent = percent;
    node.append(svg("g", { class: `odds ${word}`, transform: `translate(${x} ${y})` },
      svg("rect", { x: -0.42, y: -0.2, width: 0.84, height: 0.4, rx: 0.2 }),
      svg("use", { href: `#s-${sign}`, transform: "translate(-.36 -.14)scale(.0117)" }), figure));
  }
  node.append(needle);
  return { node, needle };
}

/** A net that a ball has run into at a place: the meshes of the goal, drawn out round it, behind
 *  the posts.
 */
export function bulge([u, v], isUp) {
  const [mouth, depth] = isUp ? [0, -0.8] : [8, 0.8];
  const spot = (x, deep) => {
    const y = mouth + depth * deep;
    // Held at the goal line, it gives the more the deeper it hangs.
    const give = Math.exp(-((x - u) ** 2 + (y - v) ** 2) / 0.34) * Math.min(1, deep * 1.6);
    return `${round(x + (x - u) * 0.8 * give)} ${round(y + ((y - v) * 0.8 + Math.sign(depth) * 0.2) * give)}`;
  };
  const line = (count, at) => `M${Array.from({ length: count + 1 }, (_, i) => at(i / count)).join("L")}`;
  let d = "";
  for (let i = 0; i <= 16; i++) d += line(8, (deep) => spot(3 + i / 8, deep));
  for (let i = 1; i <= 6; i++) d += line(24, (share) => spot(3 + 2 * share, i / 6));
  const cloth = `${line(24, (share) => spot(3 + 2 * share, 1))}L5 ${mouth}H3z`;
  return svg("g", {}, path("scene-net", cloth), path("scene-bulge", d), path("scene-posts", `M3 ${mouth}v${depth}h2v${-depth}`));
}

/** Lines that burst out of a place. */
export function burst(count = 12) {
  let d = "";
  for (let i = 0; i < count; i++) {
    const angle = (i * 2 * Math.PI) / count;
    d += `M${on(angle, 0.62)}L${on(angle, i % 2 ? 1.06 : 0.92)}`;
  }
  return svg("g", { class: "scene-burst" }, path("case", d), path("core", d));
}

/** Two gloves, for the left and the right of a ball; their fingers point up. */
export function gloves() {
  const hand = "M-.12.2V-.02q-.09-.06-.06-.13.04-.06.1-.02V-.2q.1-.1.2-.06.08.04.08.14L.18.02.1.2z";
  return [0, 1].map(() => svg("g", { class: "scene-glove" }, path("", hand), path("cuff", "M-.14.12h.27v.1h-.27z")));
}

/** The flag at a corner; `side` is the side to which its cloth flies. */
export function flag(side) {
  const cloth = path("scene-cloth", `M0-1l${0.5 * side} .17L0-.62z`);
  return { node: svg("g", {}, path("scene-pole", "M0 0V-1.02"), cloth), cloth };
}

export const trail = (d) => path("scene-trail", d);
export const post = (x, y, depth) => path("scene-post", `M${x} ${y}v${depth}`);

/** Return scraps of paper, as many as a slow phone can move. */
export const paper = () => Array.from({ length: 24 }, (_, i) => svg("rect", {
  class: `paper p${i % 3}`, x: -0.07, y: -0.045, width: 0.14, height: 0.09,
}));

/* --- letters --- */

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
  X: "M0 0V.5L3 4.5V5M3 0V.5L0 4.5V5", Y: "M0 0V1.4L1.5 2.8 3 1.4V0M1.5 2.8V5", Z: "M0 0H3V.6L0 4.4V5H3",
};
const WIDE = { I: 0, M: 4, W: 4 };
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
    const text = svg("text", { "text-anchor": "middle", "font-size": Math.min(height, (width / signs.length) * 1.5) });
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
