"""Numbers to hold a client of your own against, worked out by the code that plays."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from games.models import fairness
from games.rules import registry
from games.rules.perft import perft

POSITIONS: Final = (
    (
        "the first kick-off",
        "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0",
        4,
    ),
    (
        "pawns on the back rank",
        "pp1krnbp/2qp4/2r1n3/8/8/2R1N3/2QP4/PP1KRNBP b - kickoff a1b1h1d2d7a8b8h8 0",
        3,
    ),
    (
        "a kick-off move made, the pass due",
        "1brkqr2/2pppp2/2n2n2/8/4N3/5N2/2PPPP2/1BRKQR2 w e4 kickoff+m c2d2e2f2c7d7e7f7 0",
        3,
    ),
    (
        "White has the ball in the open",
        "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open c2f2c7e7f7 4",
        2,
    ),
    (
        "an open goal",
        "8/k1p2p2/2b2q2/8/3R4/2B2Q2/2P2P2/4K3 w d4 open - 6",
        3,
    ),
    (
        "a mate in one",
        "3k4/1R6/R7/8/8/8/8/3K4 w a6 open - 0",
        3,
    ),
    (
        "a corner, the ball loose",
        "3kn2r/2p1pp2/3p1nb1/1Q6/R2P1N2/2N1P3/2P1BP2/3K3R w a8 corner - 1",
        3,
    ),
    (
        "a drop ball",
        "7k/2P3pP/6P1/8/8/1p6/pP6/K7 w c7 open - 5",
        3,
    ),
)
SEED: Final = bytes(range(32))
GAME: Final = "h4Xk93Qm"
SALTS: Final = ("9f86d081884c7d659a2feaa0c55ad015", None)
SHOTS: Final = 8


class Count(NamedTuple):
    """A position and how many leaves its tree has at each depth from 1."""

    name: str
    position: str
    leaves: list[int]


@cache
def counts() -> list[Count]:
    """Return the table of perft; worked out once for each process."""
    tree = registry.tree(registry.DEFAULT)
    assert tree is not None, "the first rule set has a tree"
    return [
        Count(name, text, [perft(tree, tree.read(text), n) for n in range(1, depth + 1)])
        for name, text, depth in POSITIONS
    ]


def rolls() -> list[dict[str, Any]]:
    """Return the first rolls of a game by each scheme and what they follow from."""
    found = []
    for scheme, salts in ((fairness.SEED_ALONE, ()), (fairness.WITH_SALTS, SALTS)):
        key = fairness.key_of(scheme, SEED, GAME, salts)
        found.append(
            {
                "scheme": scheme,
                "salts": [salt or "" for salt in salts],
                "key": key.hex(),
                "rolls": [fairness.roll(key, GAME, shot) for shot in range(SHOTS)],
            }
        )
    return found


def fair() -> dict[str, Any]:
    """Return a seed with its commitment and first rolls."""
    return {
        "game": GAME,
        "seed": SEED.hex(),
        "commitment": fairness.commitment(SEED),
        "rolls": rolls(),
    }
