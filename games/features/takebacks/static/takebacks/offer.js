/** An offer to take back the last turn, as it is made and answered. Fetched with the first event of one. `page` is
 * what page.js lends: it fetches this module, which can therefore not fetch it.
 */
import { t } from "../words.js";

export function hear({ type, data: { side, turn } }, { byId, say }) {
  const box = byId("takeback");
  const isOwn = side === box?.dataset.side;
  const isOffered = type === "takeback.offered";
  if (!box || isOwn && isOffered) return;
  box.querySelector(":scope > .offer")?.remove();
  if (isOffered) {
    const row = box.querySelector("template").content.firstElementChild.cloneNode(true);
    // The next turn takes it away.
    row.dataset.until = turn + 1;
    box.append(row);
  } else if (type === "takeback.declined" && !isOwn) say(t("Your opponent declined. Your turn stays."));
}
