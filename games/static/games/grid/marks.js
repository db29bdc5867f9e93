/** Marks on squares: a shape for each meaning, so that no colour is needed to tell them apart. */

const NS = "http://www.w3.org/2000/svg";

/** Return an SVG element with attributes and children. */
export function svg(tag, attributes, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Each is drawn in a box of 24; `wide` ones are stretched over the whole square. */
const SHAPES = {
  dot: "M12 6.500a5.500 5.500 0 1 1-.01 0z",
  up: "M12 5.500L20 18.500H4z",
  down: "M4 5.500H20L12 18.500z",
  up2: "M12 1L19 10.500H5zM12 12L19 21.500H5z",
  down2: "M5 1.500H19L12 11zM5 12.500H19L12 22z",
  ghost: "M12 4a8 8 0 1 1-.01 0z",
};
const BRACKETS = "M1 30V1H30M70 1H99V30M99 70V99H70M30 99H1V70";
const FRAME = "M2 2H98V98H2z";

const drawing = (name, box, paths, stretched) =>
  svg("svg", {
    class: `mark ${name}`, viewBox: `0 0 ${box} ${box}`, "aria-hidden": "true", focusable: "false",
    ...(stretched && { preserveAspectRatio: "none" }),
  }, ...paths);

/** Return a mark by its name: `dot`, `up`, `down`, `up2`, `down2`, `ghost`; `capture`, `frame`,
 *  `waits` and `check` lie round the whole square.
 */
export function mark(name) {
  if (name === "check") {
    const badge = svg("svg", { class: "mark bang", viewBox: "0 0 20 20", "aria-hidden": "true" },
      svg("circle", { cx: 10, cy: 10, r: 9 }), svg("path", { d: "M10 4.500v6.500M10 14.800v.2" }));
    return [around("check", FRAME), badge];
  }
  if (name === "capture") return [around("capture", BRACKETS)];
  if (["frame", "waits"].includes(name)) return [around(name, FRAME)];
  return [drawing(name, 24, [svg("path", { d: SHAPES[name] })])];
}

const around = (name, d) =>
  drawing(`around ${name}`, 100, [svg("path", { class: "casing", d }), svg("path", { class: "core", d })], true);

/** Return a piece as it stands on a square. */
export function man({ art, owner, state, level }, signs) {
  const look = state === "out" ? "stone" : owner;
  const parts = [svg("use", { href: `#p-${art}` })];
  // A pawn on its second level wears a band.
  if (level === 2) parts.push(svg("path", { class: "band", d: "M31 70H69" }));
  const node = svg("svg", { class: `man ${look} ${state}`, viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
    svg("g", state === "out" ? { fill: "url(#g-hatch)" } : {}, ...parts));
  // A stone has no side any more.
  if (signs && state !== "out") node.append(svg("use", { class: "sign", href: `#g-${owner}`, transform: "translate(83 83)scale(1.35)" }));
  return node;
}

/** Return the sign of a side. */
export function sign(side, isOut) {
  return svg("svg", { class: `sign-of ${isOut ? "stone" : side}`, viewBox: "-13 -13 26 26", "aria-hidden": "true" },
    svg("use", { href: `#g-${side}`, ...(isOut && { fill: "url(#g-hatch)" }) }));
}

/** Return an arrow over the whole board, from one point to another, in squares. One with a `bend`, a
 * part of its length by which it leaves the straight line, begins in the middle of its square.
 */
export function lane(kind, [x1, y1], [x2, y2], bend = 0) {
  const [cx, cy] = [(x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend];
  const half = Math.hypot(x2 - cx, y2 - cy);
  const [ux, uy] = [(x2 - cx) / half, (y2 - cy) / half];
  const gap = bend ? 0 : 0.4;
  const [sx, sy] = [x1 + ux * gap, y1 + uy * gap];
  const [ex, ey] = [x2 - ux * 0.45, y2 - uy * 0.45];
  const [hx, hy] = [ex - ux * 0.3, ey - uy * 0.3];
  const d = `M${sx} ${sy}Q${cx} ${cy} ${hx} ${hy}`;
  const head = `M${ex} ${ey}L${hx - uy * 0.17} ${hy + ux * 0.17}L${hx + uy * 0.17} ${hy - ux * 0.17}z`;
  return svg("g", { class: `lane ${kind}` },
    svg("path", { class: "casing", d }), svg("path", { class: "core", d }), svg("path", { class: "head", d: head }));
}
