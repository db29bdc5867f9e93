"""The game (6 to 9): who is out and when, claims, and the end. A state is a value with a text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.rules import repetition
from games.rules.contract import ABORTED, DECLARED, Outcome
from games.rules.errors import NotationError
from games.rules.family.moves import can_move
from games.rules.family.notation import STARTS, read_position, write_position
from games.rules.family.position import (
    AWAY,
    IN_THE_GAME,
    NO_ONE,
    OUT,
    PRESENT,
    Position,
    is_dead,
    is_waiting,
)
from games.rules.family.squares import SEATS, SIDES
from games.rules.family.turn import Advance, Change, End, go_on
from games.rules.text import gettext as _

CHECKMATE: Final = "checkmate"
STALEMATE: Final = "stalemate"
DEAD_POSITION: Final = "dead_position"
REPETITION: Final = "repetition"
QUIET_TURNS: Final = "quiet_turns"
RESIGNATION: Final = "resignation"
AGREEMENT: Final = "agreement"
TIMEOUT: Final = "timeout"
REASONS: Final = (
    CHECKMATE,
    STALEMATE,
    DEAD_POSITION,
    REPETITION,
    QUIET_TURNS,
    RESIGNATION,
    AGREEMENT,
    DECLARED,
    TIMEOUT,
    ABORTED,
)
_BY_STATUS: Final = {"M": CHECKMATE, "R": RESIGNATION, "T": TIMEOUT}

CLAIM_REPEATED: Final = 3
END_REPEATED: Final = 5
CLAIM_QUIET: Final = 50
"""8.3: quiet turns for each player in the game, from which a draw can be claimed."""
END_QUIET: Final = 75
"""8.3: with which the game is drawn automatically."""


@dataclass(frozen=True, slots=True)
class State:
    """All that is needed to continue with a game.

    ``gone`` lists the seats that are away or out, who went first first (8.1); ``moved`` those that
    have made a move of their own (9.3).
    """

    options: Mapping[str, Any]
    position: Position
    counts: repetition.Counts
    gone: str = ""
    moved: str = ""
    outcome: Outcome | None = None

    @property
    def may_leave(self) -> str:
        """Return the seats that may leave and return (7.1)."""
        return "".join(letter_of(side) for side in self.options["may_leave"])


def letter_of(side: str) -> str:
    """Return the letter of a side."""
    return SEATS[SIDES.index(side)]


def side_of(seat: str) -> str:
    """Return the side of a letter."""
    return SIDES[SEATS.index(seat)]


def sides_of(seats: str) -> tuple[str, ...]:
    """Return the sides of letters."""
    return tuple(side_of(seat) for seat in seats)


def start(options: Mapping[str, Any]) -> State:
    """Return the state before the first move."""
    position = read_position(STARTS[options["seats"]])
    return State(options, position, repetition.count({}, key(position), resets=True))


def at(position: Position) -> State:
    """Return the state of a game that has come to a position no one knows how."""
    seats = sum(letter != NO_ONE for letter in position.status)
    state = State({"seats": seats, "may_leave": []}, position, {})
    playing = position.seats(IN_THE_GAME)
    if len(playing) < 2:
        return finish(state, CHECKMATE, playing)
    if is_dead(position):
        return finish(state, DEAD_POSITION, position.seats(PRESENT) or playing)
    return state


def key(position: Position) -> str:
    """Return the first six fields, which a repetition compares (8.3)."""
    return " ".join(write_position(position).split(" ")[:6])


def to_act(state: State) -> str:
    """Return the seats that the game waits for: the one to play, or those away (7.5)."""
    if state.outcome is not None:
        return ""
    if is_waiting(state.position):
        return state.position.seats(AWAY)
    return state.position.side


def claimable(state: State) -> str | None:
    """Return what a draw can be claimed by (8.3), or ``None``."""
    position = state.position
    if state.outcome is not None or len(position.seats(PRESENT)) < 2:
        return None
    if repetition.times(state.counts, key(position)) >= CLAIM_REPEATED:
        return REPETITION
    playing = len(position.seats(IN_THE_GAME))
    return QUIET_TURNS if position.quiet >= CLAIM_QUIET * playing else None


def after_turn(state: State, mover: str, advance: Advance) -> State:
    """Return the state after a turn and all that the order of play brought about."""
    moved = state.moved if mover in state.moved else state.moved + mover
    return _settled(replace(state, moved=moved), advance, counts_position=True)


def put_out(state: State, seat: str, letter: str) -> State:
    """Return the state with a player out who resigned or overstepped (6.2, 9.3)."""
    position = state.position.with_status(seat, letter)
    state = replace(state, gone=state.gone.replace(seat, "") + seat)
    playing = position.seats(IN_THE_GAME)
    if len(playing) > 1 and is_dead(position):
        end = End("draw", position.seats(PRESENT) or playing, DEAD_POSITION)
        return _settled(state, Advance(position, (), end), counts_position=False)
    if len(playing) == 1:
        return _settled(state, Advance(position, (), End("win", playing)), counts_position=False)
    if seat == position.side:
        return _settled(state, go_on(position, seat), counts_position=False)
    return replace(state, position=position, counts={})


def leave(state: State, seat: str) -> tuple[State, tuple[Change, ...]]:
    """Return the state after a player left in his own turn instead of a move (7.2)."""
    advance = go_on(state.position.with_status(seat, "L"), seat)
    advance = advance._replace(changes=(Change("left", seat), *advance.changes))
    return _settled(state, advance, counts_position=False), advance.changes


def say(state: State, seat: str, letter: str) -> State:
    """Return the state after a player said that he leaves or returns, or took it back (7.2).

    Where the game waited and one returns, play continues with the one who is present (7.5).
    """
    waited = is_waiting(state.position)
    after = replace(state, position=state.position.with_status(seat, letter))
    if not waited or is_waiting(after.position):
        return after
    position = after.position
    if position.seats(PRESENT) and can_move(position):
        return after
    # No one is present, or who is cannot move: the order of play continues from here.
    before = SEATS[(SEATS.index(position.side) - 1) % len(SEATS)]
    back = position._replace(lap=position.lap - (position.side == SEATS[0]))
    return _settled(after, go_on(back, before), counts_position=False)


def wait_over(state: State) -> State:
    """Return the end of a game that waited for nothing (7.5)."""
    present = state.position.seats(PRESENT)
    first = present or state.position.seats(AWAY)
    return finish(state, TIMEOUT, first)


def finish(state: State, reason: str, first: str) -> State:
    """Return the state with its outcome: these share the first place, the others by 8.1."""
    if reason == ABORTED:
        return replace(state, outcome=Outcome(ABORTED))
    behind = [seat for seat in reversed(state.gone) if seat not in first]
    ranking = (sides_of(first), *((side_of(seat),) for seat in behind))
    return replace(state, outcome=Outcome(reason, ranking))


def _settled(state: State, advance: Advance, *, counts_position: bool) -> State:
    """Return the state at what an advance reached, with who is gone and an end if there is one."""
    position = advance.position
    gone = state.gone
    for change in advance.changes:
        gone = gone.replace(change.seat, "") if change.kind == "returned" else gone
        if change.kind in ("mated", "left"):
            gone = gone.replace(change.seat, "") + change.seat
    counts: repetition.Counts = {}
    stood = key(position) if counts_position else ""
    if counts_position:
        counts = repetition.count(state.counts, stood, resets=position.quiet == 0)
    state = replace(state, position=position, gone=gone, counts=counts)
    if (end := advance.end) is not None:
        # A position names a side that is present (10.1), also when no one plays on.
        state = replace(state, position=position._replace(side=end.seats[0]))
        if end.kind == "draw":
            return finish(state, end.reason, end.seats)
        last = next(seat for seat in reversed(gone) if position.status_of(seat) in OUT)
        return finish(state, _BY_STATUS[position.status_of(last)], end.seats)
    return _end_automatically(state, stood) if counts_position else state


def _end_automatically(state: State, stood: str) -> State:
    position = state.position
    present, playing = position.seats(PRESENT), len(position.seats(IN_THE_GAME))
    if repetition.times(state.counts, stood) >= END_REPEATED:
        return finish(state, REPETITION, present)
    if position.quiet >= END_QUIET * playing:
        return finish(state, QUIET_TURNS, present)
    return state


def write_state(state: State) -> str:
    """Return a state as one line, its fields with semicolons between."""
    outcome = "-"
    if state.outcome is not None:
        places = ["".join(map(letter_of, sides)) for sides in state.outcome.ranking]
        outcome = " ".join([state.outcome.reason, *places])
    fields = (
        json.dumps(state.options, separators=(",", ":"), sort_keys=True),
        write_position(state.position),
        repetition.write_counts(state.counts),
        state.gone or "-",
        state.moved or "-",
        outcome,
    )
    return ";".join(fields)


def read_state(text: str, options: Mapping[str, Any]) -> State:
    """Return the state that ``write_state`` wrote, its options read already."""
    fields = text.split(";")
    if len(fields) != 6:
        raise NotationError(
            _("A state has 6 fields, not {fields}.").format(fields=len(fields)), law=None
        )
    return State(
        options,
        read_position(fields[1]),
        repetition.read_counts(fields[2]),
        _read_seats(fields[3]),
        _read_seats(fields[4]),
        _read_outcome(fields[5]),
    )


def _read_seats(text: str) -> str:
    seats = "" if text == "-" else text
    if len(set(seats)) != len(seats) or not set(seats) <= set(SEATS) or not text:
        raise NotationError(_("{text!r} names no seats.").format(text=text[:20]), law=None)
    return seats


def _read_outcome(text: str) -> Outcome | None:
    if text == "-":
        return None
    reason, *places = text.split(" ")
    everyone = "".join(places)
    if reason not in REASONS or (everyone and _read_seats(everyone) != everyone):
        raise NotationError(_("{text!r} isn't an end of a game.").format(text=text[:30]), law=None)
    return Outcome(reason, tuple(sides_of(place) for place in places))
