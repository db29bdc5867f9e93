/** The sheet of presets: arrangements to use again, and keeping this one.
 *
 *  Fetched when the sheet is asked for. Presets are kept as White would set them up, so that they
 *  serve both sides.
 */
import { ask } from "../sheets.js";
import { byId, call, embedded, open } from "../page.js";
import { t } from "../../words.js";

const { kept, side, game: { ruleset } } = embedded("page");
const standard = embedded("default");
const SLOTS = [1, 2, 3];

const mirrored = (placed) =>
  Object.fromEntries(Object.entries(placed).map(([square, letter]) => [square[0] + (9 - square[1]), letter]));
const asWhite = (placed) => (side === "white" ? placed : mirrored(placed));
const pawnsOf = (placed) => Object.values(placed).filter((letter) => letter === "P").length;

/** Ask which arrangement to take, and return it as `{pieces}` or as `{told}`, what else was done;
 *  null if nothing was. Throws what the service says no with.
 */
export async function choosePreset({ pieces, opponent, theirs, maySubstitute }) {
  const { last, presets } = kept;
  const free = SLOTS.find((slot) => !presets.some((one) => one.slot === slot));
  const answer = await ask(t("Presets"), [
    ["default", t("Default")],
    ...(last ? [["last", t("Last used")]] : []),
    ["mirror", t("Mirror {opponent}'s", { opponent })],
    ...presets.map(({ slot, name }) => [`${slot}`, name]),
    ...(pawnsOf(pieces) === 4 && free ? [["keep", t("Save this one…")]] : []),
    ...presets.map(({ slot, name }) => [`-${slot}`, t("Delete “{name}”", { name }), "bad"]),
  ]);
  if (!answer) return null;
  if (answer === "keep") return keepPreset(free, pieces);
  if (answer < 0) return forgetPreset(-answer);
  const placed = {
    default: () => standard,
    last: () => (last.side === side ? last.pieces : mirrored(last.pieces)),
    mirror: () => mirrored(theirs),
  }[answer]?.() ?? asWhite(presets.find(({ slot }) => `${slot}` === answer).pieces);
  if (pawnsOf(placed) < 4 && !maySubstitute) return { told: t(
    "That formation has one pawn too few right now.",
  ) };
  return { pieces: { ...placed } };
}

async function keepPreset(slot, pieces) {
  const field = byId("keep-name");
  field.value = "";
  const answer = await open(byId("keep"));
  const name = field.value.trim();
  if (answer !== "keep" || !name) return null;
  const body = { name, ruleset, pieces: asWhite(pieces) };
  kept.presets.push(await call("PUT", `/api/v1/presets/${slot}`, { body }));
  kept.presets.sort((a, b) => a.slot - b.slot);
  return { told: t("Saved as “{name}”.", { name }) };
}

async function forgetPreset(slot) {
  await call("DELETE", `/api/v1/presets/${slot}?ruleset=${ruleset}`);
  kept.presets = kept.presets.filter((one) => one.slot !== slot);
  return { told: t("Deleted.") };
}
