// Sentences of scripts in the reader's language. A release has each script in every language, with
// its sentences in place; else the page brings the catalogue as JSON. In the language of the
// sources there is none, and every sentence is its own translation.

const known = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const language = document.documentElement.lang || "en";
const rules = new Intl.PluralRules(language);
// gettext counts its forms in this order, with those left out that a language does not have.
const forms = ["zero", "one", "two", "few", "many", "other"].filter(
  (name) => rules.resolvedOptions().pluralCategories.includes(name));

const fill = (text, given) => text.replace(/\{(\w+)\}/g, (whole, name) => given?.[name] ?? whole);

/** A sentence, with the places in braces filled from `given`. */
export const t = (text, given) => fill(known[text] ?? text, given);

/** A sentence as it is in a context. */
export const tp = (context, text, given) => fill(known[`${context}\u0004${text}`] ?? text, given);

/** The form of a sentence that goes with a number, which stands where it says {n}. */
export function tn(one, many, n, given) {
  const found = Array.isArray(one) ? one : known[one];
  const text = Array.isArray(found)
    ? found[Math.min(forms.indexOf(rules.select(n)), found.length - 1)]
    : n === 1 ? one : many;
  return fill(text, { n, ...given });
}

/** The page's language, for calls whose answers hold sentences. */
export const spoken = language;

/** The locale of times and lists; English is that of the service, with 24 hours. */
export const locale = spoken === "en" ? "en-GB" : spoken;

/** A chance as it is written: `55%`, `55 %`. */
export const percent = (n) => (n / 100).toLocaleString(locale, { style: "percent" });

/** Names as a sentence lists them: `a, b and c`; as a "disjunction" `a, b or c`. */
export const listed = (names, type = "conjunction") => new Intl.ListFormat(locale, { type }).format(names);

/** A score as it is written: `2–1`, `2:1`. */
export const scoreText = (...figures) => figures.join(tp("a score", "–"));

/** The parts of a sentence, with what `make(name)` returns in the places in braces. */
export const places = (text, make) =>
  text.split(/\{(\w+)\}/).map((part, place) => (place % 2 ? make(part) : part));
