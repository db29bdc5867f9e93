// What of a sentence goes by the language besides its words. Kept apart from these: most pages
// need none of it.
import { spoken } from "./words.js";

/** The locale of times and lists; English is that of the service, with 24 hours. */
export const locale = spoken === "en" ? "en-GB" : spoken;

/** A chance as it is written: `55%`, `55 %`. */
export const percent = (n) => (n / 100).toLocaleString(locale, { style: "percent" });

/** Names as a sentence lists them: `a, b and c`; as a "disjunction" `a, b or c`. */
export const listed = (names, type = "conjunction") => new Intl.ListFormat(locale, { type }).format(names);

/** The parts of a sentence, with what `make(name)` returns in the places in braces. */
export const places = (text, make) =>
  text.split(/\{(\w+)\}/).map((part, place) => (place % 2 ? make(part) : part));
