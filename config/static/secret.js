// A button in each password field that shows what was typed.
import { t } from "./words.js";

for (const box of document.querySelectorAll(".secret:not(:has(button))")) {
  const field = box.querySelector("input");
  const button = document.createElement("button");
  button.type = "button";
  const label = field.labels[0].textContent;
  const name = () => {
    button.textContent = field.type === "password" ? t("Show") : t("Hide");
    button.setAttribute("aria-label", `${button.textContent}: ${label}`);
  };
  button.setAttribute("aria-controls", field.id);
  button.addEventListener("click", () => {
    field.type = field.type === "password" ? "text" : "password";
    name();
    field.focus();
  });
  // Browsers remember what was typed into a readable field.
  field.form?.addEventListener("submit", () => { field.type = "password"; });
  name();
  box.append(button);
}
