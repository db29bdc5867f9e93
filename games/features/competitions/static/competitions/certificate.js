import { shareBy } from "./share.js";

// Without a script the browser's own menu prints it.
const print = document.getElementById("print");
print.hidden = false;
print.addEventListener("click", () => window.print());
shareBy(document.getElementById("share"), location.href);
