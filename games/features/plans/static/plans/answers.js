/** The answers that wait, as sentences: to be opened, gone on from, and taken back. */
import { byId, call, el, say } from "../games/page.js";
import { isSame } from "../notebook/walk.js";
import { t } from "../words.js";

/** Return a turn of an answer as it is sent. */
export const asked = ({ actions, outcome }) => ({ actions, outcome });

export class Answers {
  #shown = "";

  /** `open(entry)` stands where its turn has been played, `failed(error)` says why it was not done. */
  constructor({ api, turn, open, failed }) {
    Object.assign(this, { api, turn, open, failed, waiting: [], fallback: null });
    for (const box of byId("unless").querySelectorAll("input")) box.addEventListener("change", () => this.#except());
  }

  /** What is tried at the turn of this number. */
  tries(number) {
    return this.fallback?.turn === number ? this.fallback.tries : [];
  }

  async load() {
    const plans = await call("GET", `${this.api}/plans`).catch(() => null);
    if (!plans) return;
    this.waiting = plans.results.filter(({ status }) => status === "waiting").map((entry) => this.#ahead(entry));
    this.fallback = plans.fallback?.status === "waiting" ? plans.fallback : null;
    this.#shown = "";
    this.render(this.walk);
  }

  /** Return an entry with what is left of its line, now that turns have been played. */
  #ahead(entry) {
    return { ...entry, line: entry.line.slice(Math.max(0, this.turn - entry.made_at_turn)) };
  }

  /** Show the list; what stands on the board is marked in it, and among the ways of a shot. */
  render(walk) {
    this.walk = walk;
    this.#markOutcomes();
    const here = this.waiting.find(({ line }) => isLine(line, walk?.line ?? []))?.id;
    const key = JSON.stringify([here, this.waiting.map(({ id }) => id), this.fallback]);
    if (key === this.#shown) return;
    this.#shown = key;
    const rows = this.waiting.map((entry) => this.#row(entry, entry.id === here));
    if (this.fallback) rows.push(el("li", {}, el("span", { textContent: this.#otherwise() }), this.#remover(this.#otherwise(), "/plans/fallback")));
    byId("plans").replaceChildren(...rows);
    byId("no-plans").hidden = rows.length > 0;
    byId("unless").hidden = !this.fallback;
    for (const box of byId("unless").querySelectorAll("input")) box.checked = this.fallback?.unless.includes(box.value) ?? false;
  }

  #otherwise() {
    const { turn, tries } = this.fallback;
    return t(
      "Any play before turn {n}: {answer}.", { n: turn, answer: tries.map((actions) => actions.join(" ")).join(", ") });
  }

  #row(entry, isHere) {
    const words = sentence(entry);
    const open = entry.line.length
      ? el("button", { type: "button", class: "btn", onclick: () => this.open(entry) }, el("span", { textContent: words }))
      : el("span", { textContent: words });
    if (isHere) open.setAttribute("aria-current", "true");
    return el("li", {}, open, this.#remover(words, `/plans/${entry.id}`));
  }

  #remover(words, path) {
    return el("button", { type: "button", class: "btn", "aria-label": t("Remove: {words}", { words }), textContent: "✕", onclick: async () => {
      try {
        await call("DELETE", `${this.api}${path}`);
      } catch (error) {
        return this.failed(error);
      }
      await this.load();
      say(t("Removed."));
      byId("plans-title").focus();
    } });
  }

  /** Keep what is done without the answer to whatever else. */
  async #except() {
    const unless = [...byId("unless").querySelectorAll("input:checked")].map(({ value }) => value);
    const { turn, tries } = this.fallback;
    try {
      await call("PUT", `${this.api}/plans/fallback`, { body: { turn, tries, unless } });
    } catch (error) {
      this.failed(error);
    }
    await this.load();
  }

  /** Tick the ways of a shot that have an answer. */
  #markOutcomes() {
    const { walk } = this;
    if (!walk?.outcomes.length) return;
    [...byId("outcomes").children].forEach((button, n) => {
      const line = [...walk.line, { actions: walk.actions, outcome: walk.outcomes[n]?.[0] }];
      button.classList.toggle("done", this.waiting.some((entry) => isLine(entry.line, line)));
    });
  }
}

const isLine = (one, other) => one.length === other.length && one.every((turn, n) => isSame(asked(turn), other[n]));

function sentence({ line, reply }) {
  const told = line.map(({ text }) => text).join(" ");
  return told ? t("If: {line} Then: {answer}", { line: told, answer: reply.text }) : t(
    "If it happens again: {answer}", { answer: reply.text });
}
