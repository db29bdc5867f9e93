/** Playing a rule set that has no drawing of its own: from the lists alone. */
import { byId, el, entitle } from "./page.js";
import { t } from "../words.js";

const picture = document.querySelector(".field img");

/** What the page asks of a board; this one has the service draw what was played. */
export class Plain {
  connect() {}

  /** Have a button for each kind of action that the turn may hold. */
  show({ options, staged, isMine, last }) {
    entitle(isMine);
    const drawn = new URL(picture.src);
    if (last?.number && last.position_after && drawn.searchParams.get("turn") !== String(last.number)) {
      drawn.searchParams.set("turn", last.number);
      picture.src = drawn;
    }
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
    return t("Send turn");
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

  async play() {}
}

// Another page than that of the game lends the lists to itself, and never loads what sends turns.
if (!("thinking" in picture.dataset)) import("./game_page.js").then(({ GamePage }) => new GamePage(new Plain()).start());
