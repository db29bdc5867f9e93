/** One button that shares a link, or copies it where nothing can share. */
import { t } from "../words.js";

export function shareBy(button, url) {
  if (!button || !(navigator.share || navigator.clipboard)) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (navigator.share) {
      await navigator.share({ url, title: button.dataset.title }).catch(() => {});
      return;
    }
    await navigator.clipboard.writeText(url);
    button.textContent = t("Copied");
    document.getElementById("live").textContent = t("Copied");
  });
}
