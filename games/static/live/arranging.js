/** Formations of a live game: clocks, and the other line-up as it is put together. Fetched for live
 *  games alone.
 */
import { byId, embedded, keep, kept, phase, say } from "../games/page.js";
import { standing } from "../games/chess_eleven/result_banner.js";
import { spell } from "../games/chess_eleven/motion.js";
import { tp } from "../words.js";
import { runClocks, showLine } from "./clock.js";
import { follow } from "./line.js";

/** Join the formation of a live game. The page lends `read()`, the game as it stands, `take(game)`,
 *  which shows it, and `refresh()`, which asks for it.
 */
export function join({ api, side, isPlayer, refresh, read, take }) {
  const { after, server_time: at } = embedded("page").live;
  const offset = Date.parse(at) - performance.now();
  const now = isPlayer ? follow(api, after, heard) : () => performance.now() + offset;
  runClocks(isPlayer ? side : null, read, now);

  function heard(record) {
    const { type } = record;
    if (type === "lost" || type === "back") showLine(type === "lost");
    if (type === "draft") {
      const game = read();
      if (game.formation) take({ ...game, formation: { ...game.formation, [record.side]: record.formation } });
      return;
    }
    if (record.data?.live && read().formation) take({ ...read(), live: record.data.live });
    if (type !== "presence" && type !== "lost") refresh();
  }
}

const BREAK = 1500;

/** Show once that the half is over, and the score; return whether it was. A touch ends it. */
export async function showHalfTime(pitch, { id, ...game }, side, called) {
  const name = `half-time:${id}`;
  if (!document.querySelector("#clocks .break") || kept(sessionStorage, name)) return false;
  keep(sessionStorage, name, true);
  byId("prompt").textContent = standing(game, side, called);
  say(byId("prompt").textContent);
  await spell(pitch, tp("cheer", "HALF-TIME"), null);
  await new Promise((resolve) => {
    setTimeout(resolve, BREAK);
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, resolve, { once: true, signal: phase.life.signal });
  });
  return true;
}
