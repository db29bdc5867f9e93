/** What a page of a game hears as it happens. Fetched once the page stands. `page` is what page.js
 * lends: it fetches this module, which can therefore not fetch it.
 */
import { follow } from "../live.js";

let company = null;
/** Let the script act that knows of the others at this page; it comes with the first of them. */
const meet = (act) => (company ??= import("./company.js")).then(act).catch(() => (company = null));

/** Follow the log of the page: `look()` where there are news, which `isNews(event)` may deny. Return
 * a function that tells whether news come automatically at this moment.
 */
export function hear(page, isNews, look, signal) {
  const { game, scripts, news: { path, after, at } } = page.embedded("page");
  return follow(path, after, (event) => {
    const { type } = event;
    const isHere = event.game === game.id;
    // Another clock is another page, and so is an earlier state.
    if (isHere && /^(by_post|take_back)$/.test(event.data?.name)) return location.reload();
    const isPresence = type === "presence";
    const isMeeting = /^(playing_on|by_post)\./.test(type);
    // Who is alone needs none of it.
    if (isPresence ? company || event.here.length : isHere && (company || isMeeting)) meet((script) => script.hear(event, page, isMeeting));
    if (isPresence || isMeeting) return;
    // Some events are a feature's own.
    if (scripts[type]) isHere && import(scripts[type]).then((script) => script.hear(event, page)).catch(() => {});
    else if (isNews(event)) look();
  }, at, signal);
}
