"""The text forms of law 10, both ways: positions, actions, turns."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from games.rules.chess_eleven.actions import BY_TEXT, SHOT, TEXT, Action
from games.rules.chess_eleven.position import (
    CORNER,
    KICKOFF,
    MOVED,
    ON_THE_SPOT,
    OPEN,
    PASSED,
    Position,
)
from games.rules.chess_eleven.shot import BLOCK, ShotResult
from games.rules.contract import Side
from games.rules.errors import NotationError
from games.rules.geometry import BIT, BY_NAME, NAMES, each
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

SIDES: Final = ("white", "black")
LETTERS: Final = ("w", "b")

PHASES: Final[dict[str, tuple[int, int]]] = {
    "kickoff": (KICKOFF, 0),
    "kickoff+m": (KICKOFF, MOVED),
    "open": (OPEN, 0),
    "open+m": (OPEN, MOVED),
    "open+p": (OPEN, PASSED),
    "open+mp": (OPEN, MOVED | PASSED),
    "corner": (CORNER, 0),
    "corner+m": (CORNER, MOVED),
    "corner+p": (CORNER, PASSED),
    "corner+mp": (CORNER, MOVED | PASSED),
}
_PHASE_TEXT: Final = {value: text for text, value in PHASES.items()}

_RECORDED = re.compile(
    r"(?P<action>[a-h][1-8][a-h][1-8]|@[a-h][1-8]|![de][18])"
    r"(?:=(?P<outcome>goal|save|corner|block@(?P<square>[de][18])))?(?P<check>[+#]?)"
)


def _unread(message: str) -> NotationError:
    """Return the refusal of text that is no position."""
    return NotationError(message, law="10.4")


def _read_placement(text: str) -> dict[int, str]:
    """Return the pieces by square."""
    rows = text.split("/")
    if len(rows) != 8:
        raise _unread(
            _("The placement has {rows} ranks, not 8: {text!r}.").format(rows=len(rows), text=text)
        )
    pieces: dict[int, str] = {}
    for down, row in enumerate(rows):
        rank, file, after_gap = 7 - down, 0, False
        for sign in row:
            if sign in "12345678" and not after_gap:
                file += int(sign)
                after_gap = True
            elif sign in "kqrbnpKQRBNP" and file < 8:
                pieces[rank * 8 + file] = sign
                file += 1
                after_gap = False
            else:
                raise _unread(
                    _("We can't read rank {rank} of the placement: {row!r}.").format(
                        rank=rank + 1, row=row
                    )
                )
        if file != 8:
            raise _unread(
                _("Rank {rank} of the placement has {file} squares: {row!r}.").format(
                    rank=rank + 1, file=file, row=row
                )
            )
    return pieces


def _read_square(text: str, refusal: str) -> int:
    if text not in BY_NAME:
        raise _unread(_(refusal).format(text=text))
    return BY_NAME[text]


_NO_PAWN: Final = gettext_noop("{text!r} isn't the square of an unmoved pawn.")
_NO_BALL: Final = gettext_noop("The ball isn't on a square: {text!r}.")


def _read_unmoved(text: str) -> int:
    if text == "-":
        return 0
    if not text:
        raise _unread(_("If no pawn is unmoved, write a dash."))
    names = [text[i : i + 2] for i in range(0, len(text), 2)]
    squares = [_read_square(name, _NO_PAWN) for name in names]
    if squares != sorted(set(squares)):
        raise _unread(
            _("The unmoved pawns aren't in order a1 b1 … h8: {text!r}.").format(text=text)
        )
    return sum(BIT[square] for square in squares)


def read_position(text: str) -> Position:
    """Return the position that a string of six fields says; it may still be impossible.

    Raises ``NotationError`` for text that does not read, and for kings that are not one each,
    without which there is no position.
    """
    fields = text.split(" ")
    if len(fields) != 6:
        raise _unread(
            _("A position has six fields with single spaces, not {fields}.").format(
                fields=len(fields)
            )
        )
    placement, side, ball, phase, unmoved, quiet = fields
    pieces = _read_placement(placement)
    kings = []
    for king in "Kk":
        squares = [square for square, piece in pieces.items() if piece == king]
        if not squares:
            raise _unread(_("White has no king.") if king == "K" else _("Black has no king."))
        if len(squares) > 1:
            raise _unread(
                _("White has several kings.") if king == "K" else _("Black has several kings.")
            )
        kings.append(squares[0])
    if side not in LETTERS:
        raise _unread(_("The side to play must be w or b, not {side!r}.").format(side=side))
    if phase not in PHASES:
        raise _unread(_("The phase {phase!r} doesn't exist.").format(phase=phase))
    if not re.fullmatch(r"0|[1-9][0-9]{0,5}", quiet, re.ASCII):
        raise _unread(_("The count of quiet turns isn't a number: {quiet!r}.").format(quiet=quiet))

    def those(letters: str) -> int:
        return sum(BIT[square] for square, piece in pieces.items() if piece in letters)

    return Position(
        white=those("KQRBNP"),
        black=those("kqrbnp"),
        pawns=those("Pp"),
        knights=those("Nn"),
        diagonals=those("BbQq"),
        straights=those("RrQq"),
        white_king=kings[0],
        black_king=kings[1],
        side=LETTERS.index(side),
        ball=ON_THE_SPOT if ball == "-" else _read_square(ball, _NO_BALL),
        phase=PHASES[phase][0],
        used=PHASES[phase][1],
        unmoved=_read_unmoved(unmoved),
        quiet=int(quiet),
    )


def write_placement(position: Position) -> str:
    """Return the first field: the pieces as in FEN."""
    rows = []
    for rank in range(7, -1, -1):
        row, gap = "", 0
        for file in range(8):
            piece = position.piece_at(rank * 8 + file)
            if piece is None:
                gap += 1
            else:
                row += (str(gap) if gap else "") + piece
                gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows)


@lru_cache(maxsize=256)
def write_position(position: Position) -> str:
    """Return a position as a string of six fields (10.4); a turn asks for its two several times."""
    ball = "-" if position.ball == ON_THE_SPOT else NAMES[position.ball]
    unmoved = "".join(NAMES[square] for square in each(position.unmoved)) or "-"
    phase = _PHASE_TEXT[position.phase, position.used]
    side = LETTERS[position.side]
    return f"{write_placement(position)} {side} {ball} {phase} {unmoved} {position.quiet}"


def read_action(text: str) -> Action:
    """Return the action that a player sends (10.1); ``NotationError`` if it is none."""
    action = BY_TEXT.get(text)
    if action is None or text == ".":
        shown = text if len(text) <= 20 else text[:20] + "…"
        raise NotationError(
            _(
                "{shown!r} isn't an action. Write d2d4 for a move, @e1 for a pass, !e8 for a shot."
            ).format(shown=shown),
            law="10.1",
        )
    return action


def write_action(action: Action, outcome: ShotResult | None = None) -> str:
    """Return an action as history records it: a shot with its outcome (10.3)."""
    text = TEXT[action]
    if outcome is None:
        return text
    if outcome.kind == BLOCK and outcome.square is not None:
        return f"{text}={outcome.kind}@{NAMES[outcome.square]}"
    return f"{text}={outcome.kind}"


def read_turn(text: str) -> tuple[str, ...]:
    """Return the recorded actions of a written turn, without the signs of check and mate."""
    found = []
    for word in text.split(" "):
        match = _RECORDED.fullmatch(word)
        if match is None:
            raise NotationError(
                _("We can't read {word!r} as part of a turn.").format(word=word[:20]), law=None
            )
        is_shot = bool(BY_TEXT[match["action"]] & SHOT) if match["action"][0] == "!" else False
        if is_shot != bool(match["outcome"]) or (match["check"] and match["action"][0] in "@!"):
            raise NotationError(
                _("We can't read {word!r} as part of a turn.").format(word=word), law=None
            )
        found.append(word.rstrip("+#"))
    return tuple(found)


def without_outcome(recorded: str) -> str:
    """Return the action as it was sent: ``!e8`` of ``!e8=save``."""
    return recorded.partition("=")[0]


def with_side(text: str, side: Side) -> str:
    """Return the text of a position with another side to play: its second field."""
    fields = text.split(" ")
    fields[1:2] = [side[0]]
    return " ".join(fields)
