/** From the line-up to the pitch and back: the page continues with what the service draws for the next
 * phase. Nothing is loaded again, so nothing flashes, and anyone who works by keys or ears stays
 * here.
 */
import { byId, embedded, phase, say } from "../games/page.js";
import { fetched } from "../redraw.js";

const PARTS = ["header.top", "main"];
let isGoing = false;

// Other games have one phase alone.
if (document.querySelector("ce-pitch")) phase.goOn = goOn;

/** Put the page of the next phase in the place of this one. */
async function goOn() {
  if (isGoing) return;
  isGoing = true;
  try {
    // What the next phase needs is fetched before anything is changed.
    const [page, line, play] = await Promise.all([
      fetched(), import("../games/chess_eleven/formation.js"), import("../games/chess_eleven/play.js"), import("../games/game_page.js"), import("./arranging.js"), import("./match.js"),
    ]);
    if (!page?.querySelector("main ce-pitch") || !page.getElementById("page")) return location.reload();
    await dress(page);
    const hadFocus = document.activeElement?.closest("ce-pitch, .bar, .sub, .shapes");
    put(page);
    scrollTo(0, 0);
    await (embedded("page").game.status === "formation" ? line : play).begin();
    if (hadFocus) document.querySelector('ce-pitch [tabindex="0"]')?.focus({ preventScroll: true });
    say([document.querySelector("#clocks .half span")?.textContent.trim(), byId("prompt").textContent].filter(Boolean).join(". "));
  } catch {
    location.reload();
  } finally {
    isGoing = false;
  }
}

/** Fetch the styles that would not stay where they are, or have not come yet. */
function dress(page) {
  const known = new Set([...document.querySelectorAll("head link[rel=stylesheet]")].map(({ href }) => href));
  const missing = [...page.querySelectorAll("link[rel=stylesheet]")].filter(({ href }) => !known.has(href));
  return Promise.all(missing.map(({ href }) => new Promise((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  })));
}

function put(page) {
  for (const one of page.querySelectorAll("main :is(script[src], link)")) one.remove();
  const { textContent: here, className } = byId("here") ?? {};
  phase.life.abort();
  phase.life = new AbortController();
  byId("page").replaceWith(page.getElementById("page"));
  for (const part of PARTS) document.querySelector(part).replaceChildren(...page.querySelector(part).childNodes);
  // Who is here comes with the stream, which continues.
  if (here && byId("here")) Object.assign(byId("here"), { textContent: here, className });
  document.title = page.title;
}
