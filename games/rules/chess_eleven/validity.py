"""Which positions can be, and why the others cannot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.rules.chess_eleven.actions import has_legal_move, legal_actions
from games.rules.chess_eleven.formation import OWNED
from games.rules.chess_eleven.notation import SIDES, read_position
from games.rules.chess_eleven.position import CORNER, KICKOFF, ON_THE_SPOT, PASSED, Position
from games.rules.chess_eleven.squares import (
    BLACK,
    CIRCLE,
    CORNER_OF,
    GOALS,
    HOME,
    KING_HOME,
    KING_PAWN,
    RANK_1,
    WHITE,
)
from games.rules.chess_eleven.turn import play
from games.rules.errors import IllegalPosition
from games.rules.geometry import BIT, NAMES, each
from games.rules.text import gettext as _

ON_THE_PITCH: Final = 11

OFFICERS: Final = "QRBN"
ALL_OFFICERS: Final = 7
"""1.4, 3.5: so many play only where the substitute is on for a pawn."""

BACK_RANK: Final = (RANK_1, RANK_1 << 56)


def load_position(text: str) -> Position:
    """Return the position that a string says.

    Raises ``NotationError`` if it does not read and ``IllegalPosition``, with the reason, if it
    cannot be.
    """
    position = read_position(text)
    for reason in _objections(position):
        raise IllegalPosition(reason, law="10.4")
    return position


def _objections(position: Position) -> Iterator[str]:
    """Yield why a position cannot be, the plainest reasons first."""
    yield from _pieces(position)
    yield from _unmoved(position)
    if position.phase == KICKOFF:
        yield from _kickoff(position)
    elif position.ball == ON_THE_SPOT:
        yield _("The ball is on the centre spot after the kick-off.")
    elif position.phase == CORNER:
        yield from _corner(position)
    else:
        yield from _open(position)
    if position.used & PASSED and position.own.bit_count() == 1:
        yield _("{side} has only one piece, so it had no one to pass to (6.7).").format(
            side=_name(position.side)
        )
    yield from _checks(position)
    if not legal_actions(position):
        yield _("{side} has no legal action, so the turn is over (6.6, 9.1).").format(
            side=_name(position.side)
        )


def _name(side: int) -> str:
    return _(SIDES[side].capitalize())


def _letters(position: Position, side: int) -> list[str]:
    """Return the pieces of a side in upper case."""
    return [(position.piece_at(square) or "").upper() for square in each(position.of(side))]


def _has_substitute_on(position: Position, side: int) -> bool:
    """Return whether a side certainly plays with its substitute; captures may hide it."""
    letters = _letters(position, side)
    return sum(letters.count(officer) for officer in OFFICERS) >= ALL_OFFICERS


def _pieces(position: Position) -> Iterator[str]:
    for side in (WHITE, BLACK):
        letters = _letters(position, side)
        for letter, most in OWNED.items():
            count = letters.count(letter)
            # That each side has one king is a matter of notation.
            if letter != "K" and count > most:
                yield _("{side} has {count} of {letter} and owns {most} (1.4).").format(
                    side=_name(side), count=count, letter=letter, most=most
                )
        if len(letters) > ON_THE_PITCH:
            yield _("{side} has {n} pieces on the pitch, but eleven play (1.4).").format(
                side=_name(side), n=len(letters)
            )
    if all(_has_substitute_on(position, side) for side in (WHITE, BLACK)):
        yield _(
            "Both substitutes are on, but only the side that scored can bring its own on (3.5)."
        )


def _unmoved(position: Position) -> Iterator[str]:
    for square in each(position.unmoved):
        bit = BIT[square]
        if not position.pawns & bit:
            yield _("No unmoved pawn is on {square}.").format(square=NAMES[square])
        side = WHITE if position.white & bit else BLACK
        if not HOME[side] & bit:
            yield _(
                "A pawn on {square} has moved. It started on its first three ranks (3.1)."
            ).format(square=NAMES[square])
    for side in (WHITE, BLACK):
        own = position.pawns & position.of(side)
        for square in each(own & BACK_RANK[side]):
            if square == KING_HOME[side]:
                yield _(
                    "A pawn on {square} started there, but the king starts there (3.2)."
                ).format(square=NAMES[square])
            if not position.unmoved & BIT[square]:
                yield _("A pawn on {square} hasn't moved, or it would be further on (4.2).").format(
                    square=NAMES[square]
                )
        begun = OWNED["P"] - _has_substitute_on(position, side)
        if (own & position.unmoved & ~BIT[KING_PAWN[side]]).bit_count() >= begun:
            yield _("One of {side}'s pawns started on {square} (3.3).").format(
                side=_name(side), square=NAMES[KING_PAWN[side]]
            )


def _kickoff(position: Position) -> Iterator[str]:
    taken = 0
    if position.used:
        if position.ball == ON_THE_SPOT or not position.own & BIT[position.ball] & CIRCLE:
            yield _("After the kick-off move a piece in the centre circle has the ball (6.1).")
        taken = BIT[position.ball] if position.ball != ON_THE_SPOT else 0
    elif position.ball != ON_THE_SPOT:
        yield _("Before the kick-off the ball is on the centre spot (5.1).")
    if position.quiet:
        yield _("At a kick-off, there are no quiet turns yet, not {quiet} (9.3).").format(
            quiet=position.quiet
        )
    for side in (WHITE, BLACK):
        count = position.of(side).bit_count()
        if count != ON_THE_PITCH:
            yield _(
                "{side} kicks off with {count} pieces on the pitch, but eleven play (3.4)."
            ).format(side=_name(side), count=count)
        if position.of(side) & ~HOME[side] & ~taken:
            yield _("{side} starts on its first three ranks (3.1).").format(side=_name(side))
        king = position.king(side)
        if king != KING_HOME[side]:
            yield _("{side}'s king starts on {square} (3.2).").format(
                side=_name(side), square=NAMES[KING_HOME[side]]
            )
        pawn = BIT[KING_PAWN[side]]
        if not position.pawns & position.of(side) & pawn and not (taken and side == position.side):
            yield _("A pawn starts in front of {side}'s king (3.3).").format(side=_name(side))
    if _has_substitute_on(position, position.side):
        # 2.2, 2.5: who kicks off has conceded, or no one has scored.
        yield _("{side} kicks off, so it didn't score and gets no substitute (3.5).").format(
            side=_name(position.side)
        )
    still = position.pawns & ~taken
    if position.unmoved != still:
        yield _("Before the kick-off no pawn has moved (4.2).")
    if position.used and not _is_kicked_off(position):
        yield _("No kick-off move to {square} leads here (6.1).").format(
            square=NAMES[position.ball]
        )


def _is_kicked_off(position: Position) -> bool:
    """Return whether some kick-off move leads to a position in which the pass is due."""
    carrier = BIT[position.ball]
    for start in each(HOME[position.side] & ~position.occupied):
        swap = carrier | BIT[start]

        def back(squares: int, swap: int = swap) -> int:
            return squares ^ swap if squares & carrier else squares

        before = position._replace(
            white=back(position.white),
            black=back(position.black),
            pawns=back(position.pawns),
            knights=back(position.knights),
            diagonals=back(position.diagonals),
            straights=back(position.straights),
            ball=ON_THE_SPOT,
            used=0,
            unmoved=0,
        )
        before = before._replace(unmoved=before.pawns)
        move = start | position.ball << 6
        if any(_kickoff(before)) or move not in legal_actions(before):
            continue
        if play(before, move).next == position:
            return True
    return False


def _corner(position: Position) -> Iterator[str]:
    corners = {CORNER_OF[goal] for goal in GOALS[1 - position.side]}
    holds = bool(position.own & BIT[position.ball])
    if not holds and position.ball not in corners:
        yield _("A loose ball is on a corner square at the defenders' end (8.4).")
    if not position.used and position.ball not in corners:
        yield _("A corner starts with the ball on a corner square at the defenders' end (8.4).")
    if not holds and position.used & PASSED:
        yield _("After a pass, a piece has the ball (8.5).")


def _open(position: Position) -> Iterator[str]:
    if not position.occupied & BIT[position.ball]:
        yield _("The ball is on {square}, but no piece is there (5.1).").format(
            square=NAMES[position.ball]
        )
    if position.used and not position.own & BIT[position.ball]:
        yield _("A side without the ball has one move and no more (6.2).")


def _checks(position: Position) -> Iterator[str]:
    side = position.side
    in_turn = position.used != 0 or position.phase == CORNER
    if position.is_check(1 - side):
        if not in_turn:
            yield _("{side} is in check, but it isn't its turn (4.5).").format(side=_name(1 - side))
        if not has_legal_move(position._replace(side=1 - side)):
            yield _("{side} is in checkmate, so the round is over (7.2).").format(
                side=_name(1 - side)
            )
    if position.is_check(side) and in_turn:
        # No move leaves the own king attacked, no pass changes that and no shot comes first.
        yield _("{side} is in check in the middle of its turn (4.5, 6.5).").format(side=_name(side))
