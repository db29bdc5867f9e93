"""Chess as every chess program reads it: Portable Game Notation in its export format.

https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Final

from games.rules import duel_outcome as duel
from games.rules.contract import ABORTED, Outcome

WIDTH: Final = 79
ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The seven tags that every game has, in this order."""
_KEPT: Final = "\u00a0"
"""A space at which no line is broken."""
_TERMINATIONS: Final = {duel.TIMEOUT: "time forfeit", ABORTED: "abandoned"}
_RESULTS: Final = {"white": "1-0", "black": "0-1"}


def write_pgn(
    tags: Mapping[str, str],
    moves: Sequence[str],
    outcome: Outcome | None,
    comments: Sequence[str] = (),
) -> str:
    """Return a game as PGN. ``moves`` are in standard algebraic notation, White's first.

    ``comments`` are one for each move, empty where there is none, or none at all.
    A tag of the roster that no one knows is written as the standard has it: ``?``.
    """
    result = _result(outcome)
    written = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"} | dict(tags) | {"Result": result}
    written["PlyCount"] = str(len(moves))
    written["Termination"] = _termination(outcome)
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in written.items()]
    numbered = _numbered(moves, tags.get("FEN", ""), comments or [""] * len(moves))
    words = " ".join([*numbered, result]).split(" ")
    return "\n".join([*lines, "", *_wrapped(words), ""])


def _numbered(moves: Sequence[str], begins_at: str, comments: Sequence[str]) -> list[str]:
    """Return the moves with their numbers, from the position where they begin, if not the first.

    A move of Black has its number at the start and after a comment.
    """
    side, number = "w", 1
    if begins_at:
        _board, side, *_rights, full = begins_at.split(" ")
        number = int(full)
    first = 2 * (number - 1) + (side == "b")
    written, before = [], "-" if side == "b" else ""
    for ply, (move, comment) in enumerate(zip(moves, comments, strict=True), start=first):
        dots = "..." if ply % 2 else "."
        text = f"{ply // 2 + 1}{dots} {move}" if before or ply % 2 == 0 else move
        # It is broken nowhere: programs look for it in one line.
        written.append(f"{text} {{{comment.replace(' ', _KEPT)}}}" if comment else text)
        before = comment
    return written


def _result(outcome: Outcome | None) -> str:
    """Return the token of a result; ``*`` for a game that continues or came to nothing."""
    if outcome is None or outcome.is_aborted:
        return "*"
    return _RESULTS.get(outcome.winner or "", "1/2-1/2")


def _termination(outcome: Outcome | None) -> str:
    return "unterminated" if outcome is None else _TERMINATIONS.get(outcome.reason, "normal")


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: Sequence[str]) -> list[str]:
    # Neither "O-O" nor "1-0" may be broken.
    text = " ".join(words)
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_KEPT, " ") for line in lines]
