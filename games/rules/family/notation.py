"""Positions (10.1) and turns (10.2, 10.3) as text."""

from __future__ import annotations

import re
from typing import Final

from games.rules.errors import IllegalPosition, NotationError
from games.rules.family import reach
from games.rules.family.moves import (
    PROMOTION_RANK,
    Move,
    castling_of,
    check_holds,
    is_en_passant,
)
from games.rules.family.position import NO_ONE, OUT, PRESENT, Position
from games.rules.family.squares import (
    FORWARD,
    INDEX,
    NAMES,
    SEATED,
    SEATS,
    SQUARES,
    WIDTH,
    exists,
    own_rank,
    step,
)
from games.rules.text import gettext as _

_MOVE: Final = re.compile(r"([a-l]1?[0-9])([a-l]1?[0-9])([qrbn]?)", re.ASCII)
_CHECK: Final = re.compile(r"\+(w?s?b?g?)", re.ASCII)
_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
_PIECE: Final = re.compile(r"[wsbg][KQRBNP]", re.ASCII)
_RIGHTS: Final = re.compile(r"([wsbg])(K?Q?)", re.ASCII)
_SQUARES_OF: Final = tuple(
    [rank * WIDTH + file for file in range(WIDTH) if exists(file, rank)] for rank in range(WIDTH)
)
"""The squares of each rank, from left to right."""
_STATUS: Final = re.compile(r"[AaLlMRT-]{4}", re.ASCII)


def write_move(move: Move) -> str:
    """Return a move as it is sent: ``c5c6``, ``e9e10q``."""
    return NAMES[move.origin] + NAMES[move.target] + move.promotion


def write_check(said: str) -> str:
    """Return what saying check to these kings is sent as: ``+sg``."""
    return "+" + said


def write_turn(move: Move, said: str) -> str:
    """Return a whole turn: ``c5c6`` or ``c5c6 +s``."""
    return f"{write_move(move)} {write_check(said)}" if said else write_move(move)


def read_move(text: str) -> Move:
    """Return the move of a text; raises ``NotationError``."""
    found = _MOVE.fullmatch(text)
    if found is None or found[1] not in INDEX or found[2] not in INDEX:
        raise NotationError(
            _(
                "{text!r} isn't a move. Write from, to and the promotion q, r, b or n, as in "
                "e9e10q."
            ).format(text=text),
            law="10.2",
        )
    return Move(INDEX[found[1]], INDEX[found[2]], found[3])


def read_check(text: str) -> str:
    """Return the seats to whose kings a text says check; raises ``NotationError``."""
    found = _CHECK.fullmatch(text)
    if found is None or not found[1]:
        raise NotationError(
            _("{text!r} isn't a check. Write + and the seats, as in +sg.").format(text=text),
            law="10.2",
        )
    return found[1]


def write_notation(position: Position, move: Move, said: str) -> str:
    """Return a legal turn as history writes it: ``Rc5-c6+s``, ``d4xe5 e.p.``, ``O-O``."""
    text = write_check(said) if said else ""
    if castling := castling_of(position, move):
        short = castling == reach.CASTLING[position.side]["K"]
        return ("O-O" if short else "O-O-O") + text
    letter = position.board[move.origin][1].replace("P", "")
    passing = is_en_passant(position, move)
    sign = "x" if passing or position.board[move.target] else "-"
    promotion = f"={move.promotion.upper()}" if move.promotion else ""
    suffix = " e.p." if passing else ""
    return f"{letter}{NAMES[move.origin]}{sign}{NAMES[move.target]}{suffix}{promotion}{text}"


def write_position(position: Position) -> str:
    """Return the eight fields."""
    ranks = "/".join(_write_rank(position, rank) for rank in reversed(range(WIDTH)))
    rights = ",".join(
        seat + held for seat, held in zip(SEATS, position.castling, strict=True) if held
    )
    passed = ",".join(
        f"{NAMES[square]}:{NAMES[position.passed[square]]}" for square in sorted(position.passed)
    )
    checks = ",".join(
        f"{position.checks[king]}>{king}" for king in SEATS if king in position.checks
    )
    return (
        f"{ranks} {position.side} {position.status} {rights or '-'} {passed or '-'} "
        f"{checks or '-'} {position.quiet} {position.lap}"
    )


def read_position(text: str) -> Position:
    """Return the position of a text; raises ``NotationError`` or ``IllegalPosition``."""
    fields = text.split(" ")
    if len(fields) != 8:
        raise _unread(
            _(
                "A position has eight fields: placement, side, status, castling, passed squares, "
                "checks, quiet turns, lap."
            )
        )
    placement, side, status, rights, passed, checks, quiet, lap = fields
    if side not in SEATS or len(side) != 1:
        raise _unread(_("The side to play is w, s, b or g."))
    if not _STATUS.fullmatch(status):
        raise _unread(_("The status has a letter of AaLlMRT- for each of the four seats."))
    if not _COUNT.fullmatch(quiet) or not _COUNT.fullmatch(lap) or lap == "0":
        raise _unread(_("Quiet turns count from 0 and laps from 1."))
    position = Position(
        board=_read_placement(placement),
        side=side,
        status=status,
        castling=_read_rights(rights),
        passed=_read_passed(passed),
        checks=_read_checks(checks),
        quiet=int(quiet),
        lap=int(lap),
    )
    if write_position(position) != text:
        raise _unread(_("A position has only one notation: in order, with numbers added up."))
    _check_position(position)
    return position


def _unread(message: str) -> NotationError:
    """Return the refusal of text that is no position."""
    return NotationError(message, law="10.1")


def _write_rank(position: Position, rank: int) -> str:
    parts: list[str] = []
    empty = 0
    for square in _SQUARES_OF[rank]:
        piece = position.board[square]
        if not piece:
            empty += 1
            continue
        if empty:
            parts.append(str(empty))
        parts.append(piece)
        empty = 0
    if empty:
        parts.append(str(empty))
    return ",".join(parts)


def _read_placement(text: str) -> tuple[str, ...]:
    board = [""] * (WIDTH * WIDTH)
    rows = text.split("/")
    if len(rows) != WIDTH:
        raise _unread(_("A placement has twelve ranks with / between them."))
    for rank, row in zip(reversed(range(WIDTH)), rows, strict=True):
        squares = _SQUARES_OF[rank]
        signs: list[str] = []
        for part in row.split(","):
            if part in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"):
                signs += [""] * int(part)
            elif _PIECE.fullmatch(part):
                signs.append(part)
            else:
                raise _unread(
                    _("{part!r} is neither a piece nor a number of squares.").format(part=part[:9])
                )
        if len(signs) != len(squares):
            raise _unread(
                _("Rank {rank} has {squares} squares, not {signs}.").format(
                    rank=rank + 1, squares=len(squares), signs=len(signs)
                )
            )
        for square, sign in zip(squares, signs, strict=True):
            board[square] = sign
    return tuple(board)


def _read_rights(text: str) -> tuple[str, str, str, str]:
    held = dict.fromkeys(SEATS, "")
    for part in _parts(text):
        found = _RIGHTS.fullmatch(part)
        if found is None or not found[2]:
            raise _unread(_("{part!r} isn't a castling right, such as wKQ.").format(part=part[:9]))
        held[found[1]] = found[2]
    return held["w"], held["s"], held["b"], held["g"]


def _read_passed(text: str) -> dict[int, int]:
    passed = {}
    for part in _parts(text):
        square, _colon, pawn = part.partition(":")
        if square not in INDEX or pawn not in INDEX:
            raise _unread(
                _("{part!r} isn't a passed square with its pawn, such as e5:e6.").format(
                    part=part[:9]
                )
            )
        passed[INDEX[square]] = INDEX[pawn]
    return passed


def _read_checks(text: str) -> dict[str, str]:
    checks = {}
    for part in _parts(text):
        if not re.fullmatch(r"[wsbg]>[wsbg]", part, re.ASCII):
            raise _unread(_("{part!r} isn't a check such as w>s.").format(part=part[:9]))
        checks[part[2]] = part[0]
    return checks


def _parts(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def _check_position(position: Position) -> None:
    """Raise ``IllegalPosition`` for what cannot be (10.1)."""
    players = "".join(
        seat for seat, letter in zip(SEATS, position.status, strict=True) if letter != NO_ONE
    )
    if players not in SEATED.values():
        raise IllegalPosition(
            _("White and Black play, or also Silver, or all four (2.1)."), law="2.1"
        )
    for square in SQUARES:
        piece = position.board[square]
        if not piece:
            continue
        if piece[0] not in players:
            raise IllegalPosition(_("An empty seat has no pieces (2.1)."), law="2.1")
        if piece[1] == "P" and not 2 <= own_rank(piece[0], square) < PROMOTION_RANK:
            raise IllegalPosition(_("A pawn is on its own ranks 2 to 9 (3.5)."), law="3.5")
    for seat in players:
        if position.board.count(seat + "K") != 1:
            raise IllegalPosition(_("Every player has exactly one king (6.3)."), law="6.3")
    # With no one present the game waits (7.5), no matter which seat the order of play has come to.
    if position.seats(PRESENT) and position.status_of(position.side) not in PRESENT:
        raise IllegalPosition(_("The side to play is present (10.1)."), law="10.1")
    _check_rights(position)
    for square, pawn in position.passed.items():
        piece = position.board[pawn]
        if position.board[square] or piece[1:] != "P" or step(square, *FORWARD[piece[0]]) != pawn:
            raise IllegalPosition(
                _("A passed square is empty, with its pawn one step beyond (3.4)."), law="3.4"
            )
    for king, sayer in position.checks.items():
        if position.status_of(king) not in PRESENT or king == sayer:
            raise IllegalPosition(
                _("Check is said to another player who is present (7.4)."), law="7.4"
            )
        if not check_holds(position, sayer, king):
            raise IllegalPosition(
                _("A check counts as long as the player who said it attacks the king (5.2)."),
                law="5.2",
            )


def _check_rights(position: Position) -> None:
    for seat, rights in zip(SEATS, position.castling, strict=True):
        if rights and position.status_of(seat) in OUT + NO_ONE:
            raise IllegalPosition(_("A player who is out can't castle (10.1)."), law="10.1")
        for right in rights:
            way = reach.CASTLING[seat][right]
            if position.board[way.king] != seat + "K" or position.board[way.rook] != seat + "R":
                raise IllegalPosition(
                    _("To castle, king and rook must be on their starting squares (10.1)."),
                    law="10.1",
                )


_FOUR: Final = (
    "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/gR,gP,9,sR/gN,gP,8,sP,sN/gB,gP,8,sP,sB/"
    "gK,gP,8,sP,sK/gQ,gP,8,sP,sQ/gB,gP,8,sP,sB/gN,gP,8,sP,sN/gR,9,sP,sR/"
    "wP,wP,wP,wP,wP,wP,wP,1/wR,wN,wB,wQ,wK,wB,wN,wR w AAAA wKQ,sKQ,bKQ,gKQ - - 0 1"
)
_THREE: Final = (
    "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/11,sR/10,sP,sN/10,sP,sB/10,sP,sK/10,sP,sQ/"
    "10,sP,sB/10,sP,sN/10,sP,sR/wP,wP,wP,wP,wP,wP,wP,1/wR,wN,wB,wQ,wK,wB,wN,wR w AAA- "
    "wKQ,sKQ,bKQ - - 0 1"
)
_TWO: Final = (
    "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/12/12/12/12/12/12/12/12/"
    "wP,wP,wP,wP,wP,wP,wP,1/wR,wN,wB,wQ,wK,wB,wN,wR w A-A- wKQ,bKQ - - 0 1"
)
STARTS: Final = {2: _TWO, 3: _THREE, 4: _FOUR}
