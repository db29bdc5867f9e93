// Plays each game with the installed package: node play.js ADDRESS
import { ChessEleven, Refused, checkShots, type AnyGame, type Choice, type Event } from "chess-eleven";

declare const process: { argv: string[] };

const PLENTY = 12;
const password = "seven brave bishops";
const server = process.argv[2] ?? "";

async function logIn(username: string): Promise<ChessEleven> {
  const anyone = new ChessEleven({ server });
  await anyone.createAccount({ username, password, email: `${username}@example.org` });
  const { token } = await anyone.createToken({ username, password });
  return new ChessEleven({ server, token });
}

// The member that decides narrows the union: none of these compiles without that.
const goals = (game: AnyGame) => (game.ruleset === "eleven" ? game.score.white + game.score.black : 0);
const chances = (choice: Choice) => (choice.kind === "shot" ? (choice.chances["goal"] ?? 0) : 0);
const turn = (event: Event) => (event.type === "turn.played" ? event.data.turn : undefined);

async function arrange(player: ChessEleven, game: AnyGame, side: "white" | "black"): Promise<void> {
  if (game.ruleset !== "eleven" || !game.formation) return;
  const { pieces } = game.formation[side];
  await player.saveFormation(game.id, { pieces, ready: true });
}

async function play(ruleset: string, people: Record<string, ChessEleven>): Promise<AnyGame> {
  const { alice, bob } = people as { alice: ChessEleven; bob: ChessEleven };
  const options = ruleset === "family" ? { options: { seats: 2 } } : {};
  const goal = ruleset === "eleven" ? { side: "white", goals_to_win: 1 } : {};
  const challenge = await alice.createChallenge({ opponent: "bob", ruleset, ...options, ...goal });
  const { id } = await bob.acceptChallenge(challenge.id);
  let game = await alice.getGame(id);
  if (game.status === "formation") {
    await arrange(alice, game, "white");
    await arrange(bob, game, "black");
    game = await alice.getGame(id);
  }
  while (!game.result) {
    if (ruleset !== "eleven" && game.turn > PLENTY) {
      await alice.actInGame(id, { name: "resign" });
    } else {
      const seats: Record<string, { username: string }> = { ...game.players };
      const player = people[seats[game.awaiting[0] ?? ""]?.username ?? ""] ?? alice;
      const actions = await player.buildTurn(game, ({ actions, complete }) => {
        const best = [...actions].sort((one, other) => chances(other) - chances(one))[0];
        const any = actions[Math.floor(Math.random() * actions.length)];
        if (best && chances(best) > 0) return best.text;
        return complete === 0 && Math.random() < 0.2 ? null : (any?.text ?? null);
      });
      await player.playTurn(id, { turn: game.turn, actions });
    }
    game = await alice.getGame(id);
  }
  return game;
}

const people: Record<string, ChessEleven> = {};
for (const name of ["alice", "bob"]) people[name] = await logIn(name);
const alice = people["alice"] as ChessEleven;
for (const ruleset of ["eleven", "standard", "future", "family"]) {
  const game = await play(ruleset, people);
  const turns: number[] = [];
  let last: Event["type"] | undefined;
  for await (const event of alice.follow({ game: game.id, after: 0 })) {
    if (!event) continue;
    last = event.type;
    const number = turn(event);
    if (number !== undefined) turns.push(number);
  }
  if (last !== "game.finished" || turns.some((number, at) => number !== at + 1)) {
    throw new Error(`the stream ended with ${last} after ${turns}`);
  }
  console.log(`${ruleset} ${game.status} ${goals(game)} goals`);
  if (ruleset === "eleven") {
    const record = await alice.getGameExport(game.id);
    const wrong = await checkShots(record);
    console.log(wrong.length ? wrong.join() : "Every shot was fair.");
    const shots = record.turns.find((one) => one.rolls.length);
    if (shots) shots.rolls = shots.rolls.map((roll) => (roll + 1) % 100);
    console.log(shots && (await checkShots(record)).length ? "A changed roll is found." : "No roll.");
  }
}
try {
  await alice.getGame("nothing");
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused: ${error.code}`);
}
