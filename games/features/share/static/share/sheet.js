/** The sheet by which a game is shared: the system's own, its link, its notation, a clip, a frame. */
import { t } from "../words.js";

const USUAL = 3;
// Lent by the page.
let el, open, say;

/** Return what is shared: where a replay stands counts, not where it stood when it was fetched. */
function shared({ shareGame: game, turns, url, title }) {
  const turn = location.pathname.endsWith("/history/") && new URLSearchParams(location.search).get("turn");
  if (!turn) return { game, turns, url, title };
  // The clip of the first turn begins at the start.
  const here = Math.max(Number(turn), 1);
  const address = new URL(url);
  address.pathname = location.pathname;
  address.search = `?turn=${turn}`;
  return { game, turns: `${Math.max(here - USUAL + 1, 1)}-${here}`, url: String(address), title, here };
}

/** Open the sheet; `data` are those of the button, `page` is what the page lends. */
export async function act(page, data) {
  ({ el, open, say } = page);
  const { game, turns, url, title, here } = shared(data);
  const api = `/api/v1/games/${game}`;
  const clip = `${api}/clip.gif?turns=${turns}`;
  // A browser lets a page copy only right after a tap: the text has to be there by then.
  const text = fetch(`${api}/export?format=text`).then((answer) => (answer.ok ? answer.text() : ""));
  let notation = "";
  text.then((found) => (notation = found)).catch(() => {});
  const frame = new URL(url);
  frame.pathname = `/embed/games/${game}`;
  frame.search = here ? `?turn=${here}` : "";
  const code = `<iframe src="${quoted(String(frame))}" width="400" height="500" title="${quoted(title)}" loading="lazy"></iframe>`;
  // A clip plays for ever; anyone who wants nothing to move sees where it ends.
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const seen = isStill ? `${api}/board.png?turn=${turns.split("-").at(-1)}` : clip;
  const picture = el("img", { src: seen, alt: t(
    "Clip of turns {turns}", { turns }), class: "clip" });
  // Clips are made one at a time: anyone who asks meanwhile is told to ask again in two seconds.
  let tries = 0;
  picture.addEventListener("error", () => {
    tries += 1;
    if (tries <= 5) setTimeout(() => (picture.src = seen), 2000);
  });
  const save = el("a", { class: "btn", href: clip, download: `${game}-${turns}.gif`, textContent: t(
    "Save clip",
  ) });
  picture.addEventListener("error", () => {
    picture.remove();
    save.remove();
  });
  const list = el("div", { class: "list" });
  if (navigator.share) list.append(button(t("Share…"), () => navigator.share({ url, title }).catch(() => {}), "go"));
  if (navigator.clipboard) {
    list.append(button(t(
      "Copy link",
    ), (one) => copy(one, url)), button(t("Copy notation"), (one) => copy(one, notation)));
  }
  list.append(save);
  if (navigator.clipboard && "frame" in data) list.append(button(t(
    "Copy embed code",
  ), (one) => copy(one, code)));
  const dialog = el("dialog", { class: "sheet share", "aria-labelledby": "share-title" },
    el("form", { method: "dialog" }, el("h2", { id: "share-title", textContent: t("Share") }), picture, el("p", { class: "small mute", textContent: title }), list,
      el("button", { class: "btn", textContent: t("Close") })));
  document.body.append(dialog);
  await open(dialog);
  dialog.remove();
}

const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

function button(words, act, look = "") {
  return el("button", { type: "button", class: `btn ${look}`, textContent: words, onclick: ({ currentTarget }) => act(currentTarget) });
}

async function copy(one, text) {
  try {
    // The notation may still be on its way.
    if (!text) return;
    await navigator.clipboard.writeText(text);
    one.textContent = t("Copied");
    say(t("Copied."));
  } catch {
    say(t("Your browser doesn't allow copying."));
  }
}
