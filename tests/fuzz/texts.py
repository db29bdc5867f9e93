"""Broken text thrown at every parser of the rules: each reads it or refuses it, nothing else.

``python -m tests.fuzz.texts [CASES] [SEED]`` changes good text at random, a million times unless
told otherwise. What is read must come out as it went in.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from games.rules import registry
from games.rules.chess_eleven.formation import parse_formation, read_formation
from games.rules.chess_eleven.notation import (
    read_action,
    read_position,
    read_turn,
    write_action,
    write_position,
)
from games.rules.chess_eleven.turn import edges
from games.rules.chess_eleven.validity import load_position
from games.rules.errors import IllegalPosition, RulesError
from tests.rules.boards import RULES, START, playing

POSITIONS = (
    START,
    "1brkqr2/2pppp2/2n2n2/8/4N3/5N2/2PPPP2/1BRKQR2 w e4 kickoff+m c2d2e2f2c7d7e7f7 0",
    "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open c2f2c7e7f7 4",
    "r2kn2r/2p1pp2/3p1nb1/1Q1N4/3P1N2/4P3/2P1BP2/R2K3R w b5 open+mp - 149",
    "3kn2r/2p1pp2/3p1nb1/1Q6/R2P1N2/2N1P3/2P1BP2/3K3R w a8 corner - 1",
    "k7/7Q/8/8/8/8/3P4/3K4 w h7 open - 4",
)
ACTIONS = ("d2d4", "@e1", "!e8", "!d1", "h7h8")
TURNS = ("d2d4 @e1", "@h4 h4h7 !d8=save", "a6a8#", "d4d7+ !e8=block@d8", "!e8=corner", "!d1=goal")
STATES = (
    RULES.dump(RULES.start({})),
    RULES.dump(playing(POSITIONS[2], score=(1, 0), played=(True, False))),
    RULES.dump(RULES.act(playing(POSITIONS[4]), "white", "resign").state),
)
_PIECES = RULES.describe(RULES.start({}))["formation"]["white"]["pieces"]
FORMATIONS = (json.dumps(_PIECES), json.dumps(_PIECES | {"c2": "B"}))
WRITTEN = tuple(state.split(";")[6] for state in STATES)

# What a later rule set must read, by its key: positions, then turns of the first of them.
ON_SQUARES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "standard": (
        (
            "rnbqkbnr/pppppp1p/8/5Pp1/8/8/PPPPP1PP/RNBQKBNR w KQkq g6 0 3",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/8/8/4k3/8/3BK3/8/8 w - - 149 90",
        ),
        ("e2e4", "g1f3"),
    ),
    "future": (
        (
            "rqkbr/ppnpp/5/5/5|pbpnp/5/5/5/PBPNP|5/5/5/PPNPP/RQKBR w 0 1",
            "1k3/4S/5/5/5|5/S2P1/2n2/p1s2/1P3|4s/P4/5/5/2K2 w 0 30",
            "k4/2Q2/5/5/5|5/1K3/5/5/5|5/5/5/5/5 b 0 1",
        ),
        ("2c12c2", "1b12a2"),
    ),
    "family": (
        (
            "3,bK,4/8/12/3,sP,3,gP,4/6,bP,wP,4/gK,3,gP,7/3,bP,3,sP,3,sK/2,wP,9/3,gP,wP,sP,2,bP,3/"
            "12/8/4,wK,3 w AAAA - - - 0 1",
            "6,bK,1/8/bR,11/12/1,wR,bN,5,sB,3/wQ,11/11,sK/gK,2,gP,8/4,gQ,5,sP,1/9,sR,2/8/3,wK,4"
            " s AAAA - - w>g 0 1",
            "bR,3,bK,2,bR/2,bP,5/gR,10,sR/12/12/gK,10,sK/1,gP,8,sP,1/12/12/gR,10,sR/3,wP,1,wP,2/"
            "wR,3,wK,2,wR w ALAa wKQ,sKQ,bKQ,gKQ - - 0 1",
            "2,bK,1,bR,3/8/12/12/12/gK,11/12/12/4,wP,7/1,gP,6,sP,3/8/4,wK,2,sK s AAAA - e3:e4 - 0"
            " 1",
            "3,bK,4/3,bP,4/2,gR,9/3,bQ,8/9,sR,2/gK,10,sK/7,sN,4/1,gP,6,wP,1,sP,1/5,wN,6/9,wR,2/8/"
            "4,wK,3 w ALAM - - - 0 1",
        ),
        ("e2e4", "d1e3", "j1j11"),
    ),
}

# Digits of other scripts, letters that are none of ours, ends of lines.
SIGNS = "abcdefgh12345678KQRBNPkqrbnpw-/ @!.+=#;,{}\"'0９٣²éß\x00\n\t\u2028\U0001f600"  # noqa: RUF001


class Stumble(AssertionError):
    """A parser did something else than read or refuse."""


def _position(text: str) -> None:
    if write_position(read_position(text)) != text:
        raise Stumble("the position is written otherwise than it was read")
    try:
        position = load_position(text)
    except IllegalPosition:
        return
    edges(position)


def _action(text: str) -> None:
    if write_action(read_action(text)) != text:
        raise Stumble("the action is written otherwise than it was read")


def _turn(text: str) -> None:
    if " ".join(read_turn(text)) != text.replace("+", "").replace("#", ""):
        raise Stumble("the turn is written otherwise than it was read")


def _state(text: str) -> None:
    state = RULES.load(text)
    if RULES.load(RULES.dump(state)) != state:
        raise Stumble("the state is not the same when written and read again")


def _formation(text: str) -> None:
    try:
        pieces: Any = json.loads(text)
    except ValueError:
        pieces = text
    formation = read_formation(0, {"pieces": pieces}, may_substitute=True)
    if parse_formation(formation.write()) != formation:
        raise Stumble("the formation is not the same when written and read again")


def _written(text: str) -> None:
    if parse_formation(text).write() != text:
        raise Stumble("the formation is written otherwise than it was read")


def _squares(key: str, text: str) -> None:
    tree = registry.tree(key)
    assert tree is not None
    position = tree.read(text)
    if tree.write(position) != text:
        raise Stumble("the position is written otherwise than it was read")
    tree.edges(position)


def _game(key: str, text: str) -> None:
    rules = registry.get(key)
    state = rules.load(text)
    if rules.load(rules.dump(state)) != state:
        raise Stumble("the state is not the same when written and read again")
    rules.summary(rules.describe(state))


def _act(key: str, text: str) -> None:
    rules = registry.get(key)
    state = rules.start(rules.check_options({}))
    rules.act(state, "white", text)


def _played(key: str, text: str) -> None:
    rules = registry.get(key)
    state = rules.start(rules.check_options({}))
    rules.play(state, "white", text.split(" "), roll=0)


def _games_of(key: str) -> tuple[str, ...]:
    """Return states of a rule set: at the start, and ended."""
    rules = registry.get(key)
    start = rules.start(rules.check_options({}))
    return rules.dump(start), rules.dump(rules.act(start, "white", "resign").state)


PARSERS: dict[str, tuple[tuple[str, ...], Callable[[str], None]]] = {
    "position": (POSITIONS, _position),
    "action": (ACTIONS, _action),
    "turn": (TURNS, _turn),
    "state": (STATES, _state),
    "formation": (FORMATIONS, _formation),
    "written formation": (WRITTEN, _written),
}
for _key, (_positions, _turns) in ON_SQUARES.items():
    PARSERS |= {
        f"{_key} position": (_positions, partial(_squares, _key)),
        f"{_key} turn": (_turns, partial(_played, _key)),
        f"{_key} act": (("resign",), partial(_act, _key)),
        f"{_key} state": (_games_of(_key), partial(_game, _key)),
    }


def mutate(text: str, rng: random.Random, others: tuple[str, ...]) -> str:
    """Return the text with one to four changes: signs, pieces of it, pieces of another."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 4])):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice([0, 1, 1, 1, 2, 8]))
        choice = rng.randrange(6)
        if choice == 0:
            text = text[:at] + text[end:]
        elif choice in (1, 2):
            text = text[:at] + rng.choice(SIGNS) + text[end:]
        elif choice == 3:
            text = text[:at] + text[at:end] * rng.choice([2, 3, 50]) + text[end:]
        elif choice == 4:
            other = rng.choice(others)
            cut = rng.randrange(len(other) + 1)
            text = text[:at] + other[cut:]
        elif text:
            other_at = rng.randrange(len(text))
            signs = list(text)
            signs[other_at], signs[at - 1] = signs[at - 1], signs[other_at]
            text = "".join(signs)
    return text


def attack(cases: int, seed: int) -> Counter[str]:
    """Return how many texts each parser read and refused; raises ``Stumble``."""
    rng = random.Random(seed)
    names = list(PARSERS)
    found: Counter[str] = Counter()
    for number in range(cases):
        name = names[number % len(names)]
        good, read = PARSERS[name]
        text = mutate(rng.choice(good), rng, good)
        try:
            read(text)
        except RulesError as refusal:
            if not str(refusal):
                raise Stumble(f"{name}, case {number}: no reason given for {text!r}") from refusal
            found[f"{name} refused"] += 1
        except Exception as error:
            raise Stumble(f"{name}, case {number}: {error!r} from {text!r}") from error
        else:
            found[f"{name} read"] += 1
    return found


def main() -> None:
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    begin = time.monotonic()
    found = attack(cases, seed)
    for what, count in sorted(found.items()):
        print(f"{what}: {count:,}")
    print(f"{cases:,} cases, nothing stumbled; {time.monotonic() - begin:.0f} s, seed {seed}")


if __name__ == "__main__":
    main()
