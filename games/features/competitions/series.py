"""The games of one match: colours, the second and the deciding game, who advances (chapter 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from games.features.competitions.bracket import NO_ONE, By, Match
from games.features.competitions.draw import Lot

DRAW: Final = None
"""The winner of a drawn game."""


class Format(Enum):
    """How matches of a game are decided."""

    THREE_GAMES = "three games"
    """A drawn game is followed by a second, that by a deciding one."""
    SHOOTOUT = "shoot-out"
    """One game; level at its end, penalties decide."""
    ONE_GAME = "one game"
    """As in a league: the upper place has White, and a draw is a result."""


class Played(NamedTuple):
    """A game of a match that is over: who had White, and who won it."""

    white: int
    winner: int | None


class NextGame(NamedTuple):
    """A game is to be started; ``role`` is 1, 2 or 3, the deciding one."""

    role: int
    white: int


class Decided(NamedTuple):
    """Who advances, and by what."""

    winner: int
    by: By


class ShootoutDue(NamedTuple):
    """Penalties are to be handed in."""


Verdict = NextGame | Decided | ShootoutDue


def first_white(match: Match, whites: Mapping[int, int], lot: Lot) -> int:
    """Return who has White in the first game (law 7.3).

    ``whites`` counts how often each has had White in this section so far.
    """
    assert match.upper is not None, "it is known who plays"
    assert match.lower is not None, "it is known who plays"
    had_upper, had_lower = whites.get(match.upper, 0), whites.get(match.lower, 0)
    if had_upper != had_lower:
        return match.upper if had_upper < had_lower else match.lower
    return (match.upper, match.lower)[lot(f"white:{match.name}", 2)]


def next_step(
    match: Match, played: Sequence[Played], whites: Mapping[int, int], lot: Lot, way: Format
) -> Verdict:
    """Return what follows from the games that are over (law 7.4)."""
    upper, lower = match.upper, match.lower
    assert upper, "it is known who plays"
    assert lower, "it is known who plays"
    if not played:
        is_fixed = way is Format.ONE_GAME
        return NextGame(1, upper if is_fixed else first_white(match, whites, lot))
    last = played[-1]
    if last.winner is not DRAW or way is Format.ONE_GAME:
        return Decided(last.winner or NO_ONE, By.GAME)
    if way is Format.SHOOTOUT:
        return ShootoutDue()
    if len(played) == 1:
        return NextGame(2, lower if last.white == upper else upper)
    if len(played) == 2:
        return NextGame(3, (upper, lower)[lot(f"white:{match.name}.3", 2)])
    black = lower if last.white == upper else upper
    return Decided(black, By.DECIDING_DRAW)


def decide_on_last_day(
    match: Match, counted: Mapping[int, int], seconds: Mapping[int, int], lot: Lot
) -> Decided:
    """Return who advances from a match that its round's last day has ended (law 7.6).

    ``counted`` has what each has on the board, ``seconds`` what each has used; both may be
    empty where no game is running.
    """
    upper, lower = match.upper or NO_ONE, match.lower or NO_ONE
    ours, theirs = counted.get(upper, 0), counted.get(lower, 0)
    if ours != theirs:
        return Decided(upper if ours > theirs else lower, By.COUNT)
    ours, theirs = seconds.get(upper, 0), seconds.get(lower, 0)
    if ours != theirs:
        return Decided(upper if ours < theirs else lower, By.TIME_USED)
    return Decided((upper, lower)[lot(f"count:{match.name}", 2)], By.LOT)
