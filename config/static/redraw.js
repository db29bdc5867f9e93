/** A list that keeps itself true: the page is asked for again and its content put in, so that the
 * place, the focus and what is said stay where they are.
 */
const SOON = 150;

/** Return a function that draws the page again, soon and once for several calls; `drawn(page)` is
 * given the page as it came.
 */
export function redrawing(drawn = () => {}) {
  let timer = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const page = await fetched();
      if (!page) return;
      // Whoever is logged out meanwhile gets another page.
      if (!page.querySelector("script[data-heard]")) return location.reload();
      put(page);
      drawn(page);
    }, SOON);
  };
}

/** Return this page as the service has it now, or null. A document that is fetched runs no script. */
export function fetched() {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.onloadend = () => resolve(request.status === 200 ? request.response : null);
    request.open("GET", location.href);
    request.send();
  });
}

function put(page) {
  const focused = document.activeElement?.closest("main a")?.getAttribute("href");
  for (const part of ["main .page", "header.top nav"]) {
    const [old, fresh] = [document, page].map((one) => one.querySelector(part));
    if (old && fresh && !old.isEqualNode(fresh)) old.replaceChildren(...fresh.childNodes);
  }
  document.title = page.title;
  if (focused) document.querySelector(`main a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}
