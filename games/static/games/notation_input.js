/** The notation line: a turn written as its laws write it. */
import { byId, say } from "./page.js";
import { t } from "../words.js";

/** Stage what is written, action by action; `turn()` is the turn being built. */
export async function readLine(turn, stage) {
  const field = byId("line-text");
  const fault = byId("line-fault");
  fault.textContent = "";
  while (turn()?.undo());
  for (const text of field.value.trim().split(/\s+/)) {
    const choice = turn()?.options?.actions.find((one) => one.text === text);
    if (!choice) {
      const [first] = turn()?.options?.actions ?? [];
      fault.textContent = text || !first ? t("{text} isn't legal here.", { text }) : t(
        "For example: {turn}.", { turn: first.text });
      say(fault.textContent);
      return;
    }
    await stage(choice);
  }
  field.value = "";
  byId("menu").close();
}
