// Sentences of scripts in the reader's language. The page brings the catalogue as JSON; in the
// language of the sources there is none, and every sentence is its own translation.

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
  const found = known[one];
  const text = Array.isArray(found)
    ? found[Math.min(forms.indexOf(rules.select(n)), found.length - 1)]
    : n === 1 ? one : many;
  return fill(text, { n, ...given });
}

/** The page's language, for calls whose answers hold sentences. */
export const spoken = language;
