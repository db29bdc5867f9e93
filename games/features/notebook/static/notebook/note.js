/** A note to oneself, which saves itself: a moment after the last letter, when the field is left, and
 *  when the page is. What could not be sent is kept in this tab and sent as soon as that works.
 */
import { Offline, byId, call, isLoggedOut, keep, kept, say } from "../games/page.js";
import { t } from "../words.js";

const PAUSE = 800;

class Note {
  #timer = null;
  #isBusy = false;

  constructor(box) {
    this.path = box.dataset.note;
    this.field = box.querySelector("textarea");
    this.state = byId("note-state");
    // What was typed before this was fetched is not saved yet.
    this.saved = this.field.defaultValue;
    this.name = `note:${this.path}`;
    this.field.addEventListener("input", () => this.#written());
    this.field.addEventListener("change", () => this.save());
    document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? this.#look() : this.save({ keepalive: true })));
    addEventListener("pagehide", () => this.save({ keepalive: true }));
    addEventListener("online", () => this.save());
    const unsent = kept(sessionStorage, this.name);
    if (unsent !== null) this.field.value = unsent;
    this.save();
  }

  get isSaved() {
    return this.field.value === this.saved;
  }

  #written() {
    // Kept before it is sent: the page may be closed in between.
    keep(sessionStorage, this.name, this.field.value);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), PAUSE);
  }

  /** Send what was written since it was sent last; one call at a time, the newest words last. */
  async save({ keepalive = false } = {}) {
    clearTimeout(this.#timer);
    if (this.#isBusy || this.isSaved) return;
    this.#isBusy = true;
    const text = this.field.value;
    try {
      await call("PUT", this.path, { body: { text }, keepalive });
      this.saved = text;
      if (this.isSaved) keep(sessionStorage, this.name, null);
      this.#tell(t("Saved. Only you can read it."));
    } catch (error) {
      this.#tell(fault(error));
      say(fault(error));
      return;
    } finally {
      this.#isBusy = false;
    }
    if (!this.isSaved) this.#written();
  }

  /** Show what was written on another device meanwhile, unless something is being written here. */
  async #look() {
    if (!this.isSaved || document.activeElement === this.field) return;
    const note = await call("GET", this.path).catch(() => null);
    if (note && this.isSaved) this.saved = this.field.value = note.text;
  }

  #tell(words) {
    this.state.textContent = words;
  }
}

function fault(error) {
  if (error instanceof Offline) return t(
    "You're offline. We keep your note here and save it later.",
  );
  if (isLoggedOut(error)) return t("You were logged out. We keep your note here until you log in.");
  return error.message;
}

for (const box of document.querySelectorAll("[data-note]")) new Note(box);
