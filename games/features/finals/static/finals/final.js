/** The page of a final that is waited for: it opens the board once the final has begun, and is loaded again when
 * it opens or is over.
 */
import { call, newKey } from "../games/page.js";

const { at, closes, here, final } = document.querySelector("script[data-final]").dataset;
const [hour, end] = [Date.parse(at), Date.parse(closes)];
const AROUND = end - hour;
const EVERY = 5000;

async function look() {
  const now = Date.now();
  if (now < hour - AROUND) return setTimeout(look, Math.min(hour - AROUND - now, 60_000));
  const path = `/api/v1/competitions/${final}/final`;
  try {
    // A player who is there starts the final at its hour by asking again.
    const { game, state } = here && now >= hour ? await call("POST", `${path}/here`, { body: {}, key: newKey() }) : await call("GET", path);
    if (game) return location.assign(`/games/${game}/`);
    if (state !== "waiting") return location.reload();
  } catch {
    if (now > end) return location.reload();
  }
  setTimeout(look, EVERY);
}
if (Date.now() <= end) look();
else setTimeout(() => location.reload(), 60_000);
