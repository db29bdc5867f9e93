// The check of shots: what "Check a game" on the developers' pages says, in code.

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function hmac(key, words) {
  const how = { name: "HMAC", hash: "SHA-256" };
  const made = await crypto.subtle.importKey("raw", key, how, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, new TextEncoder().encode(words)));
}

/** Return the roll of the game's shot, counted from 0, as the key fixes it. */
export async function roll(key, game, shot) {
  for (let attempt = 0; ; attempt++) {
    const drawn = await hmac(key, `${game}:${shot}:${attempt}`);
    const number = new DataView(drawn.buffer).getUint32(0);
    if (number < 4_294_967_200) return number % 100;
  }
}

/**
 * Return what is wrong with the shots of an exported, finished game; nothing if all is fair.
 * `noted` has the salts that were added while the game went on, by commitment and side.
 */
export async function checkShots(record, noted = {}) {
  const { game, turns } = record;
  const { fairness } = game;
  const scheme = fairness.scheme ?? 1;
  if (![1, 2].includes(scheme)) return [`scheme ${scheme} is newer than this client`];
  // Where a backup was restored another seed followed, for the shots from then on.
  const seeds = [...(fairness.earlier ?? []), fairness];
  const begins = seeds.map((seed) => seed.first_shot ?? 0);
  const wrong = [];
  for (const seed of seeds) {
    const hash = seed.seed && (await crypto.subtle.digest("SHA-256", bytesOf(seed.seed)));
    if (!hash) wrong.push("a seed is not shown");
    else if (hexOf(new Uint8Array(hash)) !== seed.commitment) {
      wrong.push("the seed is not the one that was committed to");
    }
  }
  if (begins[0] !== 0 || begins.some((first, at) => at && first < begins[at - 1])) {
    wrong.push("the seeds do not follow each other from the first shot on");
  }
  if (wrong.length) return wrong;
  for (const [commitment, added] of Object.entries(noted)) {
    const found = seeds.find((seed) => seed.commitment === commitment);
    if (!found) wrong.push("a commitment was changed during the game");
    else if (Object.entries(added).some(([side, salt]) => found.salts[side] !== salt)) {
      wrong.push("a salt is not the one that was added");
    }
  }
  let shot = 0;
  for (const turn of turns) {
    const outcomes = turn.actions.filter((action) => action.startsWith("!"));
    if (outcomes.length !== turn.rolls.length) {
      wrong.push(`turn ${turn.number}: ${outcomes.length} shots, ${turn.rolls} rolled`);
    }
    for (const [at, rolled] of turn.rolls.slice(0, outcomes.length).entries()) {
      const seed = seeds.filter((_, index) => begins[index] <= shot).at(-1);
      const fair = await roll(await keyOf(scheme, seed, game), game.id, shot);
      if (rolled !== fair) wrong.push(`turn ${turn.number}: rolled ${rolled}, should be ${fair}`);
      const target = outcomes[at].slice(1, 3);
      const due = `!${target}=${outcomeOf(turn, target, rolled)}`;
      if (outcomes[at] !== due) wrong.push(`turn ${turn.number}: ${outcomes[at]}, should be ${due}`);
      shot += 1;
    }
  }
  return wrong;
}

async function keyOf(scheme, seed, game) {
  const raw = bytesOf(seed.seed);
  if (scheme === 1) return raw;
  const salts = Object.keys(game.players).map((side) => seed.salts[side] ?? "");
  return hmac(raw, [game.id, ...salts].join(":"));
}

/** Return what a roll means by the odds of law 8.3, for the position at the time of the shot. */
export function outcomeOf(turn, target, rolled) {
  const board = {};
  const ranks = turn.position_before.split(" ")[0].split("/");
  for (const [row, rank] of ranks.entries()) {
    const squares = rank.replace(/\d/g, (digit) => ".".repeat(Number(digit)));
    for (const [column, piece] of [...squares].entries()) board["abcdefgh"[column] + (8 - row)] = piece;
  }
  for (const action of turn.actions) {
    if ("@!".includes(action[0])) continue;
    board[action.slice(2, 4)] = board[action.slice(0, 2)];
    board[action.slice(0, 2)] = ".";
  }
  const other = { d: "e", e: "d" }[target[0]] + target[1];
  const isOurs = (piece) => (target[1] === "8" ? /[A-Z]/ : /[a-z]/).test(piece);
  // Our own pieces in their goal count as nothing.
  const guard = (square) => {
    const piece = board[square];
    return piece === "." || isOurs(piece) ? null : /k/i.test(piece) ? "king" : "piece";
  };
  const [onTarget, beside] = [guard(target), guard(other)];
  if (!onTarget && !beside) return "goal";
  const save = onTarget === "king" ? 50 : beside === "king" ? 25 : 0;
  const block = onTarget === "piece" ? 35 : 0;
  const blockBeside = beside === "piece" ? 10 : 0;
  const goal = 100 - save - block - blockBeside - 20;
  const odds = { goal, save, [`block@${target}`]: block, [`block@${other}`]: blockBeside };
  for (const [name, chance] of Object.entries(odds)) {
    if (rolled < chance) return name;
    rolled -= chance;
  }
  return "corner";
}
