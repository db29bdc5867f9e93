/** Formations of a live game: clocks, and the other line-up as it is put together. Fetched for live
 *  games alone.
 */
import { embedded } from "../games/page.js";
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
