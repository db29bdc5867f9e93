"""A game played live (9.7 to 9.15): two halves, and what it means that a clock has run out.

No clock is here. Anyone who keeps one says that it has run out, and a rule says what follows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from games.rules.chess_eleven import match, stalls
from games.rules.chess_eleven.formation import default_formation
from games.rules.chess_eleven.happenings import game_over, round_ended, score
from games.rules.chess_eleven.match import Live, State, Termination
from games.rules.chess_eleven.notation import SIDES
from games.rules.chess_eleven.position import CORNER
from games.rules.chess_eleven.squares import BLACK, WHITE
from games.rules.chess_eleven.stalls import Stalls
from games.rules.chess_eleven.turn import End, lose_turn
from games.rules.contract import (
    ABORT,
    BY_POST,
    FULL_TIME,
    HALF_TIME,
    RUN_OUT,
    ActRecord,
    Happening,
    OptionField,
    Phase,
    Step,
)
from games.rules.errors import OutOfPhase
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

LAST_HALF: Final = 2
LEFT_AFTER: Final = 3
"""9.10: so many clocks of one side in a row, and it has left the game."""

FIELDS: Final = (
    OptionField(
        name="half",
        kind="choice",
        default=300,
        label=gettext_noop("A half"),
        choices=(
            (120, gettext_noop("2 minutes")),
            (300, gettext_noop("5 minutes")),
            (600, gettext_noop("10 minutes")),
        ),
        words=gettext_noop("two halves of {}"),
    ),
    OptionField(
        name="turn",
        kind="choice",
        default=20,
        label=gettext_noop("A turn"),
        choices=(
            (10, gettext_noop("10 seconds")),
            (20, gettext_noop("20 seconds")),
            (30, gettext_noop("30 seconds")),
        ),
        words=gettext_noop("{} for a turn"),
    ),
    OptionField(
        name="formation",
        kind="choice",
        default=20,
        label=gettext_noop("A formation"),
        choices=(
            (20, gettext_noop("20 seconds")),
            (40, gettext_noop("40 seconds")),
        ),
        words=gettext_noop("{} for a formation"),
    ),
    OptionField(
        name="goals",
        kind="choice",
        default=None,
        label=gettext_noop("Goals to win"),
        choices=(
            (None, gettext_noop("no goal limit")),
            *((goals, str(goals)) for goals in range(1, 10)),
        ),
    ),
)


def start(goals: int | None, stalled: Stalls | None) -> State:
    """Return a live game before anyone has done anything."""
    return State(goals_to_win=goals or 0, live=Live(), stalls=stalled)


def run_out(state: State) -> Step[State]:
    """Return what it means that the clock of a turn has run out (9.9 to 9.11, 9.15)."""
    live, position = state.live, state.position
    assert live is not None
    assert position is not None, "the clock of a formation is another one"
    side = position.side
    record = ActRecord(SIDES[side], RUN_OUT)
    if not any(state.played):
        after = match.finish(state, Termination.ABORTED, None)
        return Step(after, (_run_out(state, side), *game_over(after)), act=record)

    count = live.run_outs[side] + 1
    state = replace(state, live=match.count_run_outs(live, side, count))
    happenings = [_run_out(state, side)]
    if count >= LEFT_AFTER:
        after = match.finish(state, Termination.LEFT, 1 - side)
        return Step(after, (*happenings, *game_over(after)), act=record)

    played = lose_turn(position)
    if isinstance(played.next, End):
        after = replace(state, position=played.final)
        end: End | None = played.next
        because = stalls.BLOCKED
    else:
        if played.goal_kick is not None:
            happenings.append({"type": "goal_kick", "side": SIDES[played.goal_kick]})
        if played.passed_over is not None:
            happenings.append({"type": "passed_over", "side": SIDES[played.passed_over]})
        after, end = match.place(state, position, played.next)
        because = stalls.QUIET_TURNS
    if end is not None:
        after = match.end_round(after, end)
        happenings.append(round_ended(state.round, after, end, because))
    happenings += game_over(after)
    return Step(after, tuple(happenings), act=record, restarts_clock=True)


def may_break(state: State) -> bool:
    """Return whether a half can end here: no corner turn is due (9.11)."""
    if state.live is None or state.phase is Phase.OVER:
        return False
    is_played = state.phase is Phase.PLAYING and state.position is not None
    return not (is_played and state.position is not None and state.position.phase == CORNER)


def full_time(state: State) -> Step[State]:
    """Return the end of a game whose time is over: more goals win (9.12, 9.17)."""
    after = match.whistle(state, Termination.FULL_TIME)
    return Step(after, tuple(game_over(after)), act=ActRecord(SIDES[WHITE], FULL_TIME))


def time_up(state: State) -> Step[State]:
    """Return what follows a half whose time is over (9.12); the turn going on was finished."""
    live = state.live
    if live is None or not may_break(state):
        raise OutOfPhase(_("The half can't end now."), law="9.7")
    if live.half == LAST_HALF:
        if state.phase is Phase.FORMATION:
            # The last turn ended a round, and no other will be played.
            state = replace(state, round=state.round - 1)
        return full_time(state)
    is_broken_off = state.phase is Phase.PLAYING
    after = replace(
        state,
        round=state.round + 1 if is_broken_off else state.round,
        kicks_off=BLACK,  # White kicked off the game (2.2).
        # 3.5 holds for a goal in the very last turn: the formation that follows it is this one.
        may_substitute=None if is_broken_off else state.may_substitute,
        formations=(default_formation(WHITE), default_formation(BLACK)),
        ready=(False, False),
        live=replace(live, half=LAST_HALF),
    )
    if is_broken_off and state.stalls is not None:
        after = replace(after, stalls=stalls.after_round(state.stalls, is_drop_ball=False))
    happenings: list[Happening] = [{"type": HALF_TIME, "score": score(after)}]
    return Step(
        after,
        tuple(happenings),
        act=ActRecord(SIDES[WHITE], HALF_TIME),
        restarts_clock=True,
    )


def may_abort(state: State) -> bool:
    """Return whether the game may be aborted by anyone: a side has not played (9.15)."""
    return state.live is not None and state.phase is not Phase.OVER and not all(state.played)


def abort(state: State, side: str) -> Step[State]:
    """Call off a game in which a side has not played yet (9.15)."""
    if not may_abort(state):
        raise OutOfPhase(
            _("You can abort a game only until both sides have played (9.15)."), law="9.15"
        )
    after = match.finish(state, Termination.ABORTED, None)
    return Step(after, tuple(game_over(after)), act=ActRecord(side, ABORT))


def by_post(state: State) -> Step[State]:
    """Return the same game without a clock of the game: it ends by goals again (9.16)."""
    if state.live is None or state.phase is Phase.OVER:
        raise OutOfPhase(_("This isn't a live game."), law="9.6")
    goals = state.goals_to_win or max(2, max(state.score) + 1)
    # What it began with stands in the act: played again, it begins live.
    agreed = {"goals": state.goals_to_win or None}
    live_description = {"type": BY_POST, "live": agreed, "goals_to_win": goals}
    return Step(
        replace(state, live=None, goals_to_win=goals),
        (live_description,),
        act=ActRecord(SIDES[WHITE], BY_POST),
        restarts_clock=True,
    )


def live_description(state: State) -> dict[str, Any] | None:
    """Return what a live game shows besides the time; ``None`` by correspondence."""
    if state.live is None:
        return None
    return {
        "half": state.live.half,
        "run_outs": dict(zip(SIDES, state.live.run_outs, strict=True)),
        "may_abort": may_abort(state),
    }


def _run_out(state: State, side: int) -> Happening:
    position = state.position
    assert position is not None
    return {"type": RUN_OUT, "side": SIDES[side], "in_check": position.is_check(side)}
