import type { Analysis, AnyGame, AnyOptions, Event, Problem } from "./types.js";

/** The service said no. `code` is the stable word to switch on. */
export class Refused extends Error {
  status: number;
  code: Problem["code"];
  problem: Partial<Problem>;
}

export interface Options {
  server?: string;
  token?: string;
}

export class Connection {
  constructor(options?: Options);
  /** Send until there is an answer. An idempotency key makes it safe to send a second time. */
  call<Answer>(method: string, path: string, body?: object, query?: object): Promise<Answer>;
  /**
   * Yield each event once and in order, over every break of the connection. `null` is yielded
   * whenever the stream has been opened, and when all is quiet. A game's stream ends with the game.
   */
  follow(what?: { game?: string; after?: number; signal?: AbortSignal }): AsyncGenerator<Event | null>;
  /** Return what decided a finished game, once it is there or has one of these statuses. */
  analysis(game: string, until?: Analysis["status"][]): Promise<Analysis>;
  /** Ask for better turns and return the analysis with them; without if none can be had. */
  betterTurns(game: string): Promise<Analysis>;
  /** Return a turn, each action chosen among those that the service says are legal. */
  buildTurn(
    game: Pick<AnyGame, "id" | "turn">,
    choose?: (options: AnyOptions) => string | null,
  ): Promise<string[]>;
}
