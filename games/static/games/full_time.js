/** The page of a game that is over: its goals again, and a rematch that leads straight on. Fetched
 * for such a page alone.
 */
import { byId, call, embedded, inUse, phase, say, watch } from "./page.js";
import { t } from "../words.js";

const [SOON, LATER, PATIENCE] = [1000, 5000, 60_000];

let isBegun = false;
let isPlaying = false;
let lift = null;

/** Write how the game ended, by `spell(word, winner)`, which returns what takes it away; hear of a
 * rematch. All else waits until the page is touched.
 */
export function begin(spell) {
  isBegun = true;
  const { textContent: word, dataset } = byId("full-time") ?? { dataset: {} };
  if ("winner" in dataset) lift = spell(word.trim(), dataset.winner);
  // Who looks on is not asked for a rematch.
  const { signal } = phase.life;
  if (embedded("page").side) inUse().then(() => signal.aborted || watch(() => {}, 600, ({ type }) => type === "challenge.received" && lookForRematch() && false));
  const { challenge } = byId("rematch")?.dataset ?? {};
  if (challenge) awaitRematch(challenge);
}

/** Bring the page to life; `play(turn)` plays a turn on the `board`. */
export function startFullTime(play, board) {
  const { goals } = embedded("page");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-goal]");
    const turn = link && goals.find(({ number }) => String(number) === link.dataset.goal);
    if (!turn) return;
    event.preventDefault();
    if (isPlaying) return;
    isPlaying = true;
    // A head that stays would lie over the board.
    scrollTo(0, 0);
    await play(turn).catch(() => {});
    isPlaying = false;
    // After the goal the page is that of full time again.
    const { textContent: word, dataset } = byId("full-time");
    if ("winner" in dataset) board.spell?.(word.trim(), dataset.winner);
  });
  if (!isBegun) begin((...word) => board.spell?.(...word));
  // What is played takes the word away.
  else if (board.pitch) board.pitch.curtain = lift;
}

/** Show that the other side would like a rematch, where it was asked for while this page lay open. */
async function lookForRematch() {
  const { fetched } = await import("../redraw.js");
  const page = await fetched();
  const [asked, button] = [page?.getElementById("rematch"), byId("rematch")];
  if (!asked || !button || asked.textContent === button.textContent) return;
  const line = page.getElementById("asked");
  button.replaceWith(...[line, asked].filter(Boolean));
  say((line ?? asked).textContent.trim(), { urgent: true });
}

/** Continue to the rematch as soon as everyone wants it. */
export async function awaitRematch(id) {
  const button = byId("rematch");
  button.disabled = true;
  button.textContent = t("Rematch offered…");
  const since = Date.now();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, Date.now() - since < PATIENCE ? SOON : LATER));
    if (document.hidden) continue;
    const { status, game } = await call("GET", `/api/v1/challenges/${id}`).catch(() => ({}));
    if (game) return location.assign(`/games/${game}/`);
    if (status && status !== "open") break;
  }
  button.textContent = t("No rematch this time");
  say(button.textContent);
}
