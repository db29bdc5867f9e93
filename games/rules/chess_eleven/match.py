"""The game (2): rounds, score, and what ends it. A state is a value with a text form."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.rules.chess_eleven import stalls
from games.rules.chess_eleven.formation import (
    Formation,
    default_formation,
    kickoff_position,
    parse_formation,
)
from games.rules.chess_eleven.notation import LETTERS, SIDES, read_position, write_position
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.squares import BLACK, WHITE
from games.rules.chess_eleven.stalls import Stalls
from games.rules.chess_eleven.turn import DROP_BALL, ROUND_GOAL, ROUND_MATE, End
from games.rules.contract import ABORTED, ADJUDICATED, CALLED_OFF, Outcome, Phase
from games.rules.errors import NotationError
from games.rules.text import gettext as _

CLAIM_AT: Final = 100
"""9.3 of version 1: from so many quiet turns either player may claim the final whistle."""
WHISTLE_AT: Final = 150
"""9.3 of version 1: the number of quiet turns at which it sounds unasked."""

WORTH: Final = {ROUND_GOAL: 1, ROUND_MATE: 2}
"""2.3: what the end of a round counts."""


class Termination(StrEnum):
    """Why a game ended; the words of ``result.reason``."""

    GOALS = "goals"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    AGREEMENT = "agreement"
    FINAL_WHISTLE = "final_whistle"
    FULL_TIME = "full_time"
    LEFT = "left"
    ADJUDICATED = ADJUDICATED
    CALLED_OFF = CALLED_OFF
    ABORTED = ABORTED


@dataclass(frozen=True, slots=True)
class Live:
    """What a game played live knows of its clock, which it has not (9.7)."""

    half: int = 1
    run_outs: tuple[int, int] = (0, 0)
    """The clocks of turns that have run out in a row, by side (9.10)."""


@dataclass(frozen=True, slots=True)
class State:
    """All that is needed to continue with a game.

    While formations are chosen ``position`` is the last one of the round before, or ``None``.
    ``goals_to_win`` is 0 where the clock alone decides (9.14).
    """

    goals_to_win: int
    score: tuple[int, int] = (0, 0)
    round: int = 1
    kicks_off: int = WHITE
    may_substitute: int | None = None
    played: tuple[bool, bool] = (False, False)
    formations: tuple[Formation, Formation] = (default_formation(WHITE), default_formation(BLACK))
    ready: tuple[bool, bool] = (False, False)
    position: Position | None = None
    outcome: Outcome | None = None
    live: Live | None = None
    """``None`` in a correspondence game."""
    stalls: Stalls | None = None
    """``None`` in a game of version 1, which a stalled round ends by the final whistle."""

    @property
    def phase(self) -> Phase:
        if self.outcome is not None:
            return Phase.OVER
        return Phase.PLAYING if all(self.ready) else Phase.FORMATION


def _put(pair: tuple[bool, bool], side: int, value: bool) -> tuple[bool, bool]:
    return (value, pair[1]) if side == WHITE else (pair[0], value)


def set_formation(state: State, side: int, formation: Formation, *, ready: bool) -> State:
    """Return the state with a side's formation; the round starts when both are ready (3.6)."""
    pair = state.formations
    formations = (formation, pair[1]) if side == WHITE else (pair[0], formation)
    after = replace(state, formations=formations, ready=_put(state.ready, side, ready))
    return start_round(after) if all(after.ready) else after


def start_round(state: State) -> State:
    """Lock the formations and put the ball on the spot."""
    position = kickoff_position(state.formations, state.kicks_off)
    return replace(state, ready=(True, True), position=position)


def place(state: State, before: Position, position: Position) -> tuple[State, End | None]:
    """Return the state at the position that a turn leads to, and the drop ball it brings (9.3).

    In version 1 many quiet turns end the game instead of the round.
    """
    after = replace(state, position=position)
    if state.stalls is None:
        return (whistle(after) if position.quiet >= WHISTLE_AT else after), None
    after = replace(after, stalls=stalls.note(state.stalls, before, position))
    return after, DROP_BALL if position.quiet >= stalls.GIVEN_AT else None


def may_claim(state: State) -> bool:
    """Return whether either player may claim a drop ball (9.3); in version 1, the whistle."""
    if state.phase is not Phase.PLAYING or state.position is None:
        return False
    if state.stalls is None:
        return state.position.quiet >= CLAIM_AT
    return stalls.times(state.stalls, state.position) >= stalls.CLAIM_REPEATED


def note_played(state: State, side: int) -> State:
    """Return the state knowing that a side has played a turn of this game (9.5)."""
    after = replace(state, played=_put(state.played, side, True))
    return after if state.live is None else replace(after, live=count_run_outs(state.live, side, 0))


def count_run_outs(live: Live, side: int, count: int) -> Live:
    """Return the live game knowing how many clocks of a side have run out in a row (9.10)."""
    white, black = live.run_outs
    return replace(live, run_outs=(count, black) if side == WHITE else (white, count))


def end_round(state: State, end: End) -> State:
    """Count what a round brought; the game is over or formations follow (2.2 to 2.5, 9.4)."""
    score = list(state.score)
    if end.side is None:
        # 2.5: the side that did not kick off this round kicks off the next.
        kicks_off, may_substitute = 1 - state.kicks_off, None
    else:
        score[end.side] += WORTH[end.kind]
        kicks_off, may_substitute = 1 - end.side, end.side
    after = replace(
        state,
        score=(score[0], score[1]),
        round=state.round + 1,
        kicks_off=kicks_off,
        may_substitute=may_substitute,
        formations=(default_formation(WHITE), default_formation(BLACK)),
        ready=(False, False),
    )
    if state.stalls is not None:
        counted = stalls.after_round(state.stalls, is_drop_ball=end.side is None)
        after = replace(after, stalls=counted)
        if counted.end_the_match:
            return whistle(replace(after, round=state.round))
    if end.side is not None and 0 < after.goals_to_win <= after.score[end.side]:
        return finish(replace(after, round=state.round), Termination.GOALS, end.side)
    return after


def finish(state: State, termination: Termination, winner: int | None) -> State:
    """Return the state with its outcome."""
    if termination in (Termination.ABORTED, Termination.CALLED_OFF):
        ranking: tuple[tuple[str, ...], ...] = ()
    elif winner is None:
        ranking = (SIDES,)
    else:
        ranking = ((SIDES[winner],), (SIDES[1 - winner],))
    return replace(state, outcome=Outcome(termination.value, ranking))


def whistle(state: State, termination: Termination = Termination.FINAL_WHISTLE) -> State:
    """End the match by the final whistle: more goals win (9.4), and at full time (9.12)."""
    white, black = state.score
    winner = None if white == black else (WHITE if white > black else BLACK)
    return finish(state, termination, winner)


def time_out(state: State) -> State:
    """Return what a missed deadline means (3.6, 9.5)."""
    if state.phase is Phase.FORMATION:
        return start_round(state)
    assert state.position is not None
    late = state.position.side
    if not state.played[late]:
        return finish(state, Termination.ABORTED, None)
    return finish(state, Termination.TIMEOUT, 1 - late)


def situation(state: State) -> str:
    """Return what the present turn or formation hangs on, without what only counts.

    A turn does not hang on the score. A formation does, and on whether a piece may be substituted
    (3.4), but not on what the other side puts up meanwhile.
    """
    if state.position is not None and state.phase is not Phase.FORMATION:
        return write_position(state.position).rpartition(" ")[0]
    kicks_off, may = state.kicks_off, state.may_substitute
    substitute = "-" if may is None else LETTERS[may]
    white, black = state.score
    return f"formation {state.round} {white}-{black} {LETTERS[kicks_off]} {substitute}"


def _write_sides(sides: tuple[bool, bool]) -> str:
    return "".join(letter for letter, yes in zip(LETTERS, sides, strict=True) if yes) or "-"


def _read_sides(text: str) -> tuple[bool, bool]:
    if text not in {"-", "w", "b", "wb"}:
        raise NotationError(_("{text!r} names no sides.").format(text=text[:20]), law=None)
    return ("w" in text, "b" in text)


def write_state(state: State) -> str:
    """Return a state as one line, its fields with semicolons between."""
    outcome = "-"
    if state.outcome is not None:
        winner = state.outcome.winner
        outcome = f"{state.outcome.reason} {winner or '-'}"
    fields: tuple[str, ...] = (
        str(state.goals_to_win),
        f"{state.score[0]}-{state.score[1]}",
        str(state.round),
        LETTERS[state.kicks_off],
        "-" if state.may_substitute is None else LETTERS[state.may_substitute],
        _write_sides(state.played),
        state.formations[0].write(),
        state.formations[1].write(),
        _write_sides(state.ready),
        "-" if state.position is None else write_position(state.position),
        outcome,
    )
    if state.stalls is not None:
        fields += (stalls.write_stalls(state.stalls),)
    if state.live is not None:
        white, black = state.live.run_outs
        fields += (f"{state.live.half} {white}-{black}",)
    return ";".join(fields)


def read_state(text: str) -> State:
    """Return the state that ``write_state`` wrote; ``NotationError`` for anything else."""
    fields = text.split(";")
    live = fields.pop() if len(fields) > 11 and not stalls.is_stalls(fields[-1]) else ""
    stalled = fields.pop() if len(fields) == 12 and stalls.is_stalls(fields[-1]) else ""
    if len(fields) != 11:
        raise NotationError(
            _("A state has 11 fields, not {fields}.").format(fields=len(fields)), law=None
        )
    goals, score, number, kicks_off, substitute, played, white, black, ready, position, end = fields
    try:
        white_goals, black_goals = (int(n) for n in score.split("-"))
        state = State(
            goals_to_win=int(goals),
            score=(white_goals, black_goals),
            round=int(number),
            kicks_off=LETTERS.index(kicks_off),
            may_substitute=None if substitute == "-" else LETTERS.index(substitute),
            played=_read_sides(played),
            formations=(parse_formation(white), parse_formation(black)),
            ready=_read_sides(ready),
            position=None if position == "-" else read_position(position),
            live=_read_live(live) if live else None,
            stalls=stalls.read_stalls(stalled) if stalled else None,
        )
        if end == "-":
            return state
        termination, winner = end.split(" ")
        side = None if winner == "-" else SIDES.index(winner)
        return finish(state, Termination(termination), side)
    except NotationError:
        raise
    except ValueError as error:
        raise NotationError(
            _("We can't read the state: {error}.").format(error=error), law=None
        ) from error


def _read_live(text: str) -> Live:
    half, run_outs = text.split(" ")
    white, black = (int(n) for n in run_outs.split("-"))
    return Live(int(half), (white, black))
