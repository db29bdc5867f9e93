/** The stars of lessons, as this device keeps them: lists of lessons read them without a board. */
const NAME = "lessons";

/** Return the stars by step, such as `{ "shooting/1": 3 }`. */
export function starsKept() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

/** Keep the stars of a step, unless there were more. */
export function keepStars(step, stars) {
  const all = starsKept();
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...all, [step]: Math.max(stars, all[step] ?? 0) }));
  } catch { /* private windows refuse */ }
}
