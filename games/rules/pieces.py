"""The pieces as sentences name them: as what goes, and as what is taken, in another case."""

from __future__ import annotations

import re
from typing import Final

from games.rules.text import gettext as _
from games.rules.text import gettext_noop, pgettext, pgettext_noop

_GOES: Final = "piece that goes"
_TAKEN: Final = "piece that is taken"

_NAMES: Final = {
    "K": (pgettext_noop("piece that goes", "king"), pgettext_noop("piece that is taken", "king")),
    "Q": (pgettext_noop("piece that goes", "queen"), pgettext_noop("piece that is taken", "queen")),
    "R": (pgettext_noop("piece that goes", "rook"), pgettext_noop("piece that is taken", "rook")),
    "B": (
        pgettext_noop("piece that goes", "bishop"),
        pgettext_noop("piece that is taken", "bishop"),
    ),
    "N": (
        pgettext_noop("piece that goes", "knight"),
        pgettext_noop("piece that is taken", "knight"),
    ),
    "P": (pgettext_noop("piece that goes", "pawn"), pgettext_noop("piece that is taken", "pawn")),
}

_YOURS: Final = {
    "K": pgettext_noop("piece that is taken", "your king"),
    "Q": pgettext_noop("piece that is taken", "your queen"),
    "R": pgettext_noop("piece that is taken", "your rook"),
    "B": pgettext_noop("piece that is taken", "your bishop"),
    "N": pgettext_noop("piece that is taken", "your knight"),
    "P": pgettext_noop("piece that is taken", "your pawn"),
}


def goes(letter: str) -> str:
    """Return the name of a piece as a sentence's subject: ``knight``."""
    return pgettext(_GOES, _NAMES[letter.upper()][0])


def taken(letter: str) -> str:
    """Return the name of a piece as it stands after *takes the*."""
    return pgettext(_TAKEN, _NAMES[letter.upper()][1])


def yours(letter: str) -> str:
    """Return the name of the reader's own piece as it stands after *takes*: ``your knight``."""
    return pgettext(_TAKEN, _YOURS[letter.upper()])


_LETTERS: Final = {
    "K": pgettext_noop("letter of a piece", "K"),
    "Q": pgettext_noop("letter of a piece", "Q"),
    "R": pgettext_noop("letter of a piece", "R"),
    "B": pgettext_noop("letter of a piece", "B"),
    "N": pgettext_noop("letter of a piece", "N"),
}
_PIECE_OF_A_MOVE: Final = re.compile("^[KQRBN]|(?<==)[KQRBN]")


def sign(piece: str) -> str:
    """Return the letter of a piece in the reader's language; a pawn has none."""
    letter = piece.upper()
    return pgettext("letter of a piece", _LETTERS[letter]) if letter in _LETTERS else ""


def with_signs(notation: str) -> str:
    """Return a recorded move with the letters of the reader's language: ``Sg1-f3``."""
    return _PIECE_OF_A_MOVE.sub(lambda found: sign(found[0]), notation)


def owned(owner: str, letter: str) -> str:
    """Return a piece with its side: ``White knight``."""
    return _("{owner} {piece}").format(owner=side_name(owner), piece=goes(letter))


SIDE_NAMES: Final = {
    "white": gettext_noop("White"),
    "silver": gettext_noop("Silver"),
    "black": gettext_noop("Black"),
    "gold": gettext_noop("Gold"),
}
"""The sides of the games on squares as people call them."""


def side_name(side: str) -> str:
    """Return a side as a person reads it: ``Silver``."""
    return _(SIDE_NAMES[side])
