/** A certificate that is printed by a button, where a browser can print. */
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
