"""The formation (3): eleven pieces on a side's own three ranks, one on the sideline."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.rules import geometry
from games.rules.chess_eleven import squares
from games.rules.chess_eleven.notation import SIDES
from games.rules.chess_eleven.position import KICKOFF, ON_THE_SPOT, Position
from games.rules.errors import IllegalArrangement, NotationError
from games.rules.geometry import BIT, BY_NAME
from games.rules.pieces import goes
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

OWNED: Final = Counter("KPPPPQRRBBNN")
"""1.4: a side's twelve pieces, the substitute included."""
NAMES: Final = {
    "K": "king",
    "Q": "queen",
    "R": "rook",
    "B": "bishop",
    "N": "knight",
    "P": "pawn",
}
RANKS: Final = ("123", "876")
"""3.1: a side's own three ranks, from the back."""
KING: Final = tuple(geometry.NAMES[square] for square in squares.KING_HOME)
KING_PAWN: Final = tuple(geometry.NAMES[square] for square in squares.KING_PAWN)

_TEXT: Final = re.compile(r"(?:[KQRBNP][a-h][1-8])+")


class Formation(NamedTuple):
    """Where a side's eleven stand: upper-case letters by square, in the order a1, b1 … h8."""

    pieces: tuple[tuple[str, str], ...]

    @property
    def substitute(self) -> str:
        """The piece on the sideline."""
        return next((OWNED - Counter(letter for _, letter in self.pieces)).elements())

    def as_dict(self) -> dict[str, str]:
        return dict(self.pieces)

    def write(self) -> str:
        """Return the formation as text: ``Bb1Rc1Kd1…``."""
        return "".join(letter + square for square, letter in self.pieces)


class Shape(NamedTuple):
    """A formation with a name: letters and files of each rank, from the back."""

    name: str
    spoken: str
    """The name with what tells it from the others, for those who listen."""
    ranks: tuple[tuple[str, str], ...]

    def of(self, side: int) -> Formation:
        """Return it as this side sets it up."""
        return _ordered(
            {
                file + rank: letter
                for rank, (letters, files) in zip(RANKS[side], self.ranks, strict=True)
                for letter, file in zip(letters, files, strict=True)
            }
        )


SHAPES: Final = (
    Shape(
        gettext_noop("Classic"),
        gettext_noop("Classic, two knights in front"),
        (("BRKQR", "bcdef"), ("PPPP", "cdef"), ("NN", "cf")),
    ),
    Shape(
        gettext_noop("Attack"),
        gettext_noop("Attack, four in front"),
        (("RKQ", "cde"), ("PPPP", "cdef"), ("NBBN", "bcfg")),
    ),
    Shape(
        gettext_noop("Wall"),
        gettext_noop("Wall, five at the back"),
        (("BRKQR", "bcdef"), ("NPPPPN", "bcdefg"), ("", "")),
    ),
    Shape(
        gettext_noop("Wings"),
        gettext_noop("Wings, rooks on both sides"),
        (("BKQ", "cde"), ("PPPP", "bdeg"), ("RNNR", "adeh")),
    ),
)
"""Formations to choose by name, the default one first."""


def default_formation(side: int) -> Formation:
    """Return the formation that every round starts from (3.7)."""
    return SHAPES[0].of(side)


def _ordered(pieces: Mapping[str, str]) -> Formation:
    return Formation(tuple(sorted(pieces.items(), key=lambda item: BY_NAME[item[0]])))


def read_formation(side: int, content: Any, *, may_substitute: bool) -> Formation:
    """Return the formation that ``{"pieces": {"d1": "K", …}}`` says.

    Raises ``NotationError`` for what is no formation at all and ``IllegalArrangement`` with the
    law that it breaks.
    """
    pieces = content.get("pieces") if isinstance(content, Mapping) else None
    if not isinstance(pieces, Mapping):
        raise NotationError(_("Send a formation as an object of pieces by square."), law="3.1")
    for square, letter in pieces.items():
        if square not in BY_NAME:
            raise NotationError(_("{x!r} isn't a square.").format(x=str(square)[:10]), law="3.1")
        if not isinstance(letter, str) or letter not in NAMES:
            raise NotationError(
                _("{x!r} on {square} isn't one of K Q R B N P.").format(
                    x=str(letter)[:10], square=square
                ),
                law="3.1",
            )
    _check(side, pieces, may_substitute=may_substitute)
    return _ordered(pieces)


def parse_formation(text: str) -> Formation:
    """Return the formation that ``Formation.write`` wrote."""
    if not _TEXT.fullmatch(text):
        raise NotationError(_("{x!r} isn't a formation.").format(x=text[:20]), law=None)
    return Formation(tuple((text[i + 1 : i + 3], text[i]) for i in range(0, len(text), 3)))


def _check(side: int, pieces: Mapping[str, str], *, may_substitute: bool) -> None:
    name = SIDES[side].capitalize()
    for square in pieces:
        if square[1] not in RANKS[side]:
            raise IllegalArrangement(
                _("{square} isn't on {name}'s first three ranks.").format(square=square, name=name),
                law="3.1",
            )
    if pieces.get(KING[side]) != "K":
        raise IllegalArrangement(_("The king must be on {x}.").format(x=KING[side]), law="3.2")
    if pieces.get(KING_PAWN[side]) != "P":
        raise IllegalArrangement(
            _("A pawn must be in front of the king, on {x}.").format(x=KING_PAWN[side]), law="3.3"
        )
    missing = OWNED - Counter(pieces.values())
    extra = Counter(pieces.values()) - OWNED
    if extra:
        letter = next(iter(extra))
        raise IllegalArrangement(
            _("You have at most {most} of these: {piece}.").format(
                most=OWNED[letter], piece=goes(letter)
            ),
            law="3.4",
        )
    if missing.total() != 1:
        raise IllegalArrangement(
            _("You need eleven pieces, not {pieces}.").format(pieces=len(pieces)), law="3.4"
        )
    if missing["P"] and not may_substitute:
        raise IllegalArrangement(
            _("The substitute can replace a pawn only right after you score."),
            law="3.5",
        )


def kickoff_position(formations: tuple[Formation, Formation], kicks_off: int) -> Position:
    """Return the position before the kick-off."""
    sets = dict.fromkeys(NAMES, 0)
    sides = [0, 0]
    for side, formation in enumerate(formations):
        for square, letter in formation.pieces:
            bit = BIT[BY_NAME[square]]
            sets[letter] |= bit
            sides[side] |= bit
    return Position(
        white=sides[0],
        black=sides[1],
        pawns=sets["P"],
        knights=sets["N"],
        diagonals=sets["B"] | sets["Q"],
        straights=sets["R"] | sets["Q"],
        white_king=BY_NAME[KING[0]],
        black_king=BY_NAME[KING[1]],
        side=kicks_off,
        ball=ON_THE_SPOT,
        phase=KICKOFF,
        used=0,
        unmoved=sets["P"],
        quiet=0,
    )
