/** What a scene is played with: light, ball, ring of odds, net, gloves, flag. All of it is drawn here;
 *  one unit is one square.
 */
import { path, round, svg } from "./letters.js";

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
    const figure = svg("text", { x: percent === 100 ? 0.16 : 0.12, y: 0.115, ...(percent === 100 && { textLength: 0.42, lengthAdjust: "spacingAndGlyphs" }) });
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
