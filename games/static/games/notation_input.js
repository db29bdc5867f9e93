/** The notation line: a turn written as the laws write it, `c3d5 !e8`. */
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
      fault.textContent = text ? t("{text} isn't legal here.", { text }) : t(
        "Type a turn, such as c3d5 !e8.",
      );
      say(fault.textContent);
      return;
    }
    await stage(choice);
  }
  field.value = "";
  byId("menu").close();
}
