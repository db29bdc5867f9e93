/** A turn that waited to be sent and was refused: it stays as a line on the analysis board. */

const MOST = 40;

/** Keep it as the newest line of its game, and return the address of the board. `call` asks the
 * service below `api`.
 */
export async function keepTurn(call, api, { game, turn, actions }) {
  const { lines } = await call("GET", `${api}/lines`);
  const isKept = lines.some((one) => one.turn === turn && one.line[0]?.actions.join() === actions.join());
  const newest = { turn, line: [{ actions, outcome: null }] };
  const all = [newest, ...lines.map((one) => ({ turn: one.turn, line: one.line }))].slice(0, MOST);
  if (!isKept) await call("PUT", `${api}/lines`, { body: { lines: all } });
  return `/games/${game}/think/?turn=${turn}`;
}
