/** Formations as pictures: those with a name, the last one and the reader's own, to choose and to keep.
 *
 *  The reader's own are kept as White would set them up, so that they serve both sides.
 */
import { Refusal, byId, call, el, embedded, inTime, offline, open, phase } from "../page.js";
import { t } from "../../words.js";
import { FILES } from "./pieces.js";

const SLOTS = [1, 2, 3];
const NS = "http://www.w3.org/2000/svg";
const DARK = [0, 1, 2].flatMap((y) => [0, 2, 4, 6].map((x) => `M${x + ((y + 1) % 2)} ${y}h1v1h-1z`)).join("");

const mirrored = (placed) =>
  Object.fromEntries(Object.entries(placed).map(([square, letter]) => [square[0] + (9 - square[1]), letter]));
const pawnsOf = (placed) => Object.values(placed).filter((letter) => letter === "P").length;
const isSame = (a, b) => Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((square) => a[square] === b[square]);

export class Shapes {
  #page = embedded("page");
  #box = byId("shapes");
  #shown = [];
  #save = el("button", { type: "button", class: "shape", textContent: t("Save…"), onclick: () => this.#try(() => this.#manage()) });

  /** `read()` returns what stands now and whether a pawn may be replaced; `choose(pieces)` takes another
   *  arrangement, `tell(words, error)` says what came of something.
   */
  constructor({ read, choose, tell }) {
    Object.assign(this, { read, choose, tell });
    this.#fill();
    const button = byId("shapes-open");
    const toggle = (isOpen) => {
      this.#box.classList.toggle("open", isOpen);
      button.setAttribute("aria-expanded", String(isOpen));
    };
    button.addEventListener("click", () => toggle(!this.#box.classList.contains("open")));
    this.#box.addEventListener("click", ({ detail, target }) => detail && target.matches("input") && toggle(false));
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.#box.classList.contains("open")) return;
      toggle(false);
      button.focus();
    }, { signal: phase.life.signal });
  }

  /** Show which of them stands now, or none once it is locked. */
  render(isLocked) {
    for (const node of [this.#box, byId("shapes-open")]) node.hidden = isLocked;
    const { pieces } = this.read();
    const here = this.#shown.find(({ placed }) => isSame(placed, pieces));
    for (const one of this.#shown) one.input.checked = one === here;
    this.#save.hidden = !this.#mayKeep() && !this.#page.kept.presets.length;
  }

  #asWhite(placed) {
    return this.#page.side === "white" ? placed : mirrored(placed);
  }

  #fill() {
    const { kept: { last, presets }, side } = this.#page;
    const all = [
      ...embedded("named"),
      ...(last ? [{ name: t("Last used"), pieces: last.side === side ? last.pieces : mirrored(last.pieces) }] : []),
      ...presets.map(({ name, pieces }) => ({ name, pieces: this.#asWhite(pieces) })),
    ];
    this.#shown = all.map(({ name, spoken, pieces: placed }) => {
      const input = el("input", { type: "radio", name: "shape", "aria-label": spoken ?? name, onchange: () => this.#use(placed) });
      return { placed, input, label: el("label", { class: "shape" }, input, this.#draw(placed), el("span", { textContent: name })) };
    });
    this.#box.replaceChildren(this.#box.firstElementChild, ...this.#shown.map(({ label }) => label), this.#save);
  }

  /** Return the picture of an arrangement, the reader's back rank below. */
  #draw(placed) {
    const paths = { turf: DARK, men: "", keeper: "" };
    for (const [square, letter] of Object.entries(this.#asWhite(placed))) {
      const file = FILES.indexOf(square[0]);
      const x = this.#page.side === "white" ? file : 7 - file;
      paths[letter === "K" ? "keeper" : "men"] += `M${x + 0.16} ${3.5 - square[1]}a.34.34 0 1 0 .68 0a.34.34 0 1 0-.68 0`;
    }
    const drawing = document.createElementNS(NS, "svg");
    drawing.setAttribute("viewBox", "0 0 8 3");
    drawing.setAttribute("aria-hidden", "true");
    for (const [name, d] of Object.entries(paths)) {
      const path = document.createElementNS(NS, "path");
      path.setAttribute("class", name);
      path.setAttribute("d", d);
      drawing.append(path);
    }
    return drawing;
  }

  #use(placed) {
    if (pawnsOf(placed) < 4 && !this.read().maySubstitute) this.tell(t("That formation has one pawn too few right now."));
    else this.choose({ ...placed });
  }

  /* --- the reader's own --- */

  get #free() {
    return SLOTS.find((slot) => !this.#page.kept.presets.some((one) => one.slot === slot));
  }

  #mayKeep() {
    return pawnsOf(this.read().pieces) === 4 && Boolean(this.#free);
  }

  async #try(act) {
    try {
      const words = await act();
      if (!words) return;
      this.#fill();
      this.tell(words);
    } catch (error) {
      this.tell(error instanceof Refusal ? error.message : t("You're offline."), error);
    }
  }

  /** Keep what stands now or forget what was kept, and return what was done. */
  async #manage() {
    const { presets } = this.#page.kept;
    if (!presets.length) return this.#keep();
    const { ask } = await inTime(import("../sheets.js")).catch(offline);
    const answer = await ask(t("Your formations"), [
      ...(this.#mayKeep() ? [["keep", t("Save this one…")]] : []),
      ...presets.map(({ slot, name }) => [`${slot}`, t("Delete “{name}”", { name }), "bad"]),
    ]);
    if (!answer) return null;
    return answer === "keep" ? this.#keep() : this.#forget(Number(answer));
  }

  async #keep() {
    const field = byId("keep-name");
    field.value = "";
    const answer = await open(byId("keep"));
    const name = field.value.trim();
    if (answer !== "keep" || !name) return null;
    const { game: { ruleset }, kept: { presets } } = this.#page;
    const body = { name, ruleset, pieces: this.#asWhite(this.read().pieces) };
    presets.push(await call("PUT", `/api/v1/presets/${this.#free}`, { body }));
    presets.sort((a, b) => a.slot - b.slot);
    return t("Saved as “{name}”.", { name });
  }

  async #forget(slot) {
    const { game: { ruleset }, kept } = this.#page;
    await call("DELETE", `/api/v1/presets/${slot}?ruleset=${ruleset}`);
    kept.presets = kept.presets.filter((one) => one.slot !== slot);
    return t("Deleted.");
  }
}
