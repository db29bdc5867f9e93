/** Playing a rule set that has no drawing of its own: from the lists alone. */
import { byId, el, entitle } from "./page.js";
import { start } from "./shell.js";

/** What the page asks of a board; this one draws nothing. */
class Plain {
  connect() {}

  /** Have a button for each kind of action that the turn may hold. */
  show({ options, staged, isMine }) {
    entitle(isMine);
    const row = byId("kinds");
    for (const { kind } of [...(options?.actions ?? []), ...staged]) {
      if (row.querySelector(`[data-kind="${kind}"]`)) continue;
      row.append(el("button", { type: "button", "data-kind": kind }, el("b", { textContent: kind }), el("span")));
    }
  }

  prompt() {
    return "";
  }

  detail(kind, open, done) {
    return done.map(({ text }) => text).join(" ") || open.length || "–";
  }

  sendWords() {
    return "Send turn";
  }

  groupName({ from }) {
    return from ?? "";
  }

  chances() {
    return [];
  }

  verdict() {
    return null;
  }

  tell({ notation }) {
    return notation;
  }

  async play() {}
}

start(new Plain());
