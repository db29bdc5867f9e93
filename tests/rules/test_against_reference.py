"""The fast engine and the plain one agree on every edge of games played at random."""

import random

import pytest

from tests.rules import reference
from tests.rules.boards import START, TREE, edges


def plain_edges(pos):
    return {
        edge: after if isinstance(after, str) else reference.dump(after)
        for edge, after in reference.edges(pos).items()
    }


def random_start(rng: random.Random) -> reference.Pos:
    board: dict[str, str] = {}
    substitute = rng.choice(["w", "b", None])
    for side, ranks in (("w", "123"), ("b", "876")):
        officers = list("QRRBBNN")
        rng.shuffle(officers)
        rest = ["P", "P", *officers] if side == substitute else ["P", "P", "P", *officers[:6]]
        king, pawn = "d" + ranks[0], "d" + ranks[1]
        free = [f + r for r in ranks for f in reference.FILES if f + r not in (king, pawn)]
        rng.shuffle(free)
        for square, piece in [(king, "K"), (pawn, "P"), *zip(free, rest, strict=False)]:
            board[square] = piece if side == "w" else piece.lower()
    unmoved = frozenset(square for square, piece in board.items() if piece in "Pp")
    return reference.Pos(board, rng.choice("wb"), None, "kickoff", "", unmoved, 0)


def thinned(pos: reference.Pos, rng: random.Random) -> reference.Pos | None:
    """Return the position with some pieces gone, if it can still be: open boards come sooner."""
    board = dict(pos.board)
    for square, piece in list(board.items()):
        if piece.upper() != "K" and square != pos.ball and rng.random() < 0.4:
            del board[square]
    unmoved = pos.unmoved & set(board)
    fewer = reference.Pos(board, pos.side, pos.ball, pos.phase, pos.used, unmoved, pos.quiet)
    try:
        TREE.read(reference.dump(fewer))
    except ValueError:
        return None
    return fewer


def weigh(edge: str) -> int:
    """Seek what random play seldom finds: corners, shots, passes, stops."""
    return 10 if "corner" in edge else 4 if edge[0] in "!@." else 1


@pytest.mark.parametrize("seed", range(6))
def test_every_edge_of_random_games_is_the_same(seed):
    rng = random.Random(seed)
    seen = set()
    for _ in range(2):
        pos = random_start(rng) if rng.random() < 0.8 else reference.parse(START)
        for _ in range(18):
            text = reference.dump(pos)
            expected = plain_edges(pos)
            assert edges(text) == expected, text
            seen.add(pos.phase + pos.used)
            onwards = {
                edge: after
                for edge, after in reference.edges(pos).items()
                if not isinstance(after, str)
            }
            if not onwards:
                break
            pos = onwards[rng.choices(list(onwards), [weigh(edge) for edge in onwards])[0]]
            if pos.phase == "open" and rng.random() < 0.15:
                pos = thinned(pos, rng) or pos
    assert "open" in seen
