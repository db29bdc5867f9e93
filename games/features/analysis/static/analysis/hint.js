/** Point at the square at which a better turn begins, as long as its hint is open. */
const hint = document.querySelector(".task [data-hinted]");

hint?.addEventListener("toggle", () => {
  document.querySelector(`[data-square="${hint.dataset.hinted}"]`)?.classList.toggle("hinted", hint.open);
});
