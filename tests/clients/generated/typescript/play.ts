// Plays each game with generated types, then reads the answers of a later service.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

type Schemas = components["schemas"];
type Person = ReturnType<typeof createClient<paths>>;

const PLENTY = 12;
const [service = "", later = ""] = process.argv.slice(2);

function check(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

function known<Data>(answer: { data?: Data | undefined; error?: unknown }): Data {
  check(answer.data !== undefined, JSON.stringify(answer.error));
  return answer.data;
}

const api = (address: string, token = "") =>
  createClient<paths>({ baseUrl: address, headers: token ? { Authorization: `Bearer ${token}` } : {} });

async function logIn(username: string): Promise<Person> {
  const password = "seven brave bishops";
  const anyone = api(service);
  const email = `${username}@example.org`;
  known(await anyone.POST("/api/v1/accounts", { body: { username, password, email } }));
  const answer = await anyone.POST("/api/v1/auth/token", { body: { username, password } });
  return api(service, known(answer).token);
}

// The member that decides narrows the union: none of these lines compiles without that.
function describe(game: Schemas["AnyGame"]): string {
  switch (game.ruleset) {
    case "eleven":
      return `${game.score.white}-${game.score.black}`;
    case "standard":
    case "future":
      return `duel in check: ${game.in_check}`;
    case "family":
      return `round ${game.round}, away ${Object.values(game.presence).join()}`;
    default:
      return `a game of tomorrow, ${game.status}`;
  }
}

function chancesOf(choice: Schemas["Choice"]): number {
  return choice.kind === "shot" ? (choice.chances["goal"] ?? 0) : 0;
}

function turnOf(event: Schemas["Event"]): number | undefined {
  if (event.type === "turn.played") return event.data.turn;
  if (event.type === "game.finished") return undefined;
  return undefined;
}

function playerOf(game: Schemas["AnyGame"], side: string): string {
  if (game.ruleset === "eleven") return game.players[side as "white" | "black"].username;
  const player = game.players[side];
  check(player, side);
  return player.username;
}

async function play(ruleset: string, people: Map<string, Person>): Promise<string> {
  const [white, black] = [...people.values()];
  check(white && black, "two people");
  const options = ruleset === "family" ? { options: { seats: 2 } } : {};
  const body = { ruleset, opponent: "bob", ...options };
  const challenge = known(await white.POST("/api/v1/challenges", { body }));
  const accepting = { params: { path: { challenge_id: challenge.id } } };
  const game_id = known(await black.POST("/api/v1/challenges/{challenge_id}/accept", accepting)).id;
  const path = { game_id };
  const look = async () => known(await white.GET("/api/v1/games/{game_id}", { params: { path } }));
  const who = (game: Schemas["AnyGame"], side: string): Person => {
    const person = people.get(playerOf(game, side));
    check(person, side);
    return person;
  };

  let game = await look();
  if (game.ruleset === "eleven" && game.formation) {
    for (const side of ["white", "black"] as const) {
      const { pieces } = game.formation[side];
      const body = { pieces, ready: true };
      known(await who(game, side).PUT("/api/v1/games/{game_id}/formation", { params: { path }, body }));
    }
    game = await look();
  }
  while (!game.result && game.turn <= PLENTY) {
    const [side] = game.awaiting;
    check(side, "someone is to play");
    const player = who(game, side);
    const actions: string[] = [];
    for (;;) {
      const query = { turn: game.turn, after: actions.join(" ") };
      const address = "/api/v1/games/{game_id}/options";
      const options = known(await player.GET(address, { params: { path, query } }));
      if (options.complete >= 0) break;
      const best = [...options.actions].sort((one, other) => chancesOf(other) - chancesOf(one))[0];
      check(best, "a choice");
      actions.push(best.text);
    }
    const body = { turn: game.turn, actions };
    known(await player.POST("/api/v1/games/{game_id}/turns", { params: { path }, body }));
    game = await look();
  }
  if (!game.result) {
    const body = { name: "resign" };
    known(await white.POST("/api/v1/games/{game_id}/acts", { params: { path }, body }));
    game = await look();
  }
  check(game.status === "finished" && game.result, "the game is over");
  return describe(game);
}

async function readTomorrow(): Promise<void> {
  const anyone = api(later);
  const events = known(await anyone.GET("/api/v1/events")).results;
  check(events.length === 2 && turnOf(events[0]!) !== undefined, "a known event");
  check(turnOf(events[1]!) === undefined, "an event of tomorrow");
  const one = (game_id: string) => ({ params: { path: { game_id } } });
  const adjourned = known(await anyone.GET("/api/v1/games/{game_id}", one("status")));
  check(adjourned.ruleset === "eleven" && adjourned.status === "adjourned", "a status of tomorrow");
  check("of_tomorrow" in adjourned, "a member of tomorrow");
  const draughts = known(await anyone.GET("/api/v1/games/{game_id}", one("ruleset")));
  check(describe(draughts).startsWith("a game of tomorrow"), "a game of tomorrow");
  const options = known(await anyone.GET("/api/v1/games/{game_id}/options", one("status")));
  check(options.actions.at(-1)?.text === "t3-4", "a choice of tomorrow");
  const refused = await anyone.GET("/api/v1/games/{game_id}", one("refused"));
  check(refused.error?.code === "too_rainy", "a refusal of tomorrow");
}

const people = new Map<string, Person>();
for (const name of ["alice", "bob"]) people.set(name, await logIn(name));
for (const ruleset of ["eleven", "standard", "future", "family"]) {
  console.log(`played ${ruleset}: ${await play(ruleset, people)}`);
}
await readTomorrow();
console.log("read the words of tomorrow");
