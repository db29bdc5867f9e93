/** The line of text on the page of a game. Fetched when a message comes or is sent. `page` is what page.js lends: it
 * fetches this module, which can therefore not fetch it.
 */
import { t } from "../words.js";

const LINES = 5;
const addressOf = ({ embedded }) => `/api/v1/games/${embedded("page").game.id}/talk`;

/** Show the newest messages. The event has no text. */
export async function hear(_event, page) {
  const { byId, call, el, embedded, say } = page;
  const list = byId("talk-lines");
  // A player who has just agreed sees the line once the page is loaded again.
  if (!list) return say(t("There's a new message."));
  const { game, names } = embedded("page");
  const known = await call("GET", `${addressOf(page)}?limit=${LINES}`, { fresh: true });
  if (!known) return;
  list.replaceChildren(...known.results.reverse().map(({ side, text }) => el("li", {},
    el("b", { textContent: names?.[side] ?? game.players[side].username }), " ", el("bdi", { textContent: text }))));
}

/** Send what was written. */
export async function act(page) {
  const { byId, call, newKey, say } = page;
  const field = byId("talk-text");
  if (!field.reportValidity()) return;
  try {
    await call("POST", addressOf(page), { body: { text: field.value }, key: newKey() });
    field.value = "";
    await hear(null, page);
  } catch (error) {
    say(error.message);
  }
}
