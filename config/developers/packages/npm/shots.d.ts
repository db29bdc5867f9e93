import type { AnyExport } from "./types.js";

/** Salts that were added while the game went on, by commitment and side. */
export type Noted = Record<string, Record<string, string>>;

/** Return what is wrong with the shots of an exported, finished game; nothing if all is fair. */
export function checkShots(record: AnyExport, noted?: Noted): Promise<string[]>;
/** Return the roll of the game's shot, counted from 0, as the key fixes it. */
export function roll(key: Uint8Array, game: string, shot: number): Promise<number>;
/** Return what a roll means by the odds of law 8.3, for the position at the time of the shot. */
export function outcomeOf(
  turn: { position_before: string; actions: string[] },
  target: string,
  rolled: number,
): string;
