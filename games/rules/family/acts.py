"""What is done outside a turn: resigning, claiming, leaving and returning (chapters 6 to 8)."""

from __future__ import annotations

from typing import Final

from games.rules.contract import (
    CLAIM,
    LET_LEAVE,
    LET_RETURN,
    RESIGN,
    STAY,
    ActRecord,
    Happening,
    Side,
    Step,
)
from games.rules.errors import OutOfPhase
from games.rules.family.happenings import describe_change, describe_end
from games.rules.family.match import State, letter_of, sides_of, to_act
from games.rules.family.position import AWAY, IN_THE_GAME, PRESENT, is_waiting
from games.rules.family.squares import SEATED
from games.rules.family.turn import Change
from games.rules.pieces import side_name
from games.rules.text import gettext as _

LEAVE, RETURN, STAY_AWAY = "leave", "return", "away"
ACTS: Final = (RESIGN, CLAIM, LEAVE, STAY, RETURN, STAY_AWAY)
SAYS: Final = {LEAVE: ("A", "a"), STAY: ("a", "A"), RETURN: ("L", "l"), STAY_AWAY: ("l", "L")}
"""What each act makes of a status: it needs the first and gives the second."""

LETS: Final = {LET_LEAVE: {"A": "a", "l": "L"}, LET_RETURN: {"L": "l", "a": "A"}}
"""What a supervisor makes of a status (9.5): there is no other that it can be made of."""


def seated(state: State) -> str:
    """Return the letters of the seats that are taken."""
    return SEATED[state.options["seats"]]


def may_go(state: State, seat: str) -> bool:
    """Return whether 7.3 lets a player leave in his own turn."""
    position = state.position
    return seat not in position.checks and len(position.seats(PRESENT)) > 1


def acts_of(state: State, side: Side, claim: str | None) -> tuple[str, ...]:
    """Return what a side may do now besides its turn; ``claim`` is what can be claimed."""
    if state.outcome is not None or side not in sides_of(seated(state)):
        return ()
    seat, position = letter_of(side), state.position
    status = position.status_of(seat)
    if status not in IN_THE_GAME:
        return ()
    acts = [RESIGN]
    if status in PRESENT and claim:
        acts.append(CLAIM)
    own_turn = seat == position.side and not is_waiting(position)
    for name, (needed, _given) in SAYS.items():
        # 9.5: a player whom the supervisor let leave may return, but not leave again.
        void = name == LEAVE and (
            seat not in state.may_leave or (own_turn and not may_go(state, seat))
        )
        if status == needed and not void:
            acts.append(name)
    return tuple(acts)


def out_of_phase(state: State, side: Side, name: str) -> OutOfPhase:
    """Return the refusal of an act that this side cannot do now."""
    seat = letter_of(side)
    status = state.position.status_of(seat)
    if status not in IN_THE_GAME:
        what = _("{side} is out of the game (6.3).").format(side=side_name(side))
        return OutOfPhase(what, law="6.3")
    if name == CLAIM:
        return OutOfPhase(_("You can't claim a draw in this position (8.3)."), law="8.3")
    if seat not in state.may_leave:
        what = _("Only players chosen before the game can leave and return (7.1).")
        return OutOfPhase(what, law="7.1")
    if name == LEAVE and status == "A":
        what = _("You can't leave while you're in check or the last player present (7.3).")
        return OutOfPhase(what, law="7.3")
    if name in (LEAVE, STAY) and status in AWAY:
        return OutOfPhase(_("You can return only when you're away (7.2)."), law="7.2")
    return OutOfPhase(_("You can leave only when you're present (7.2)."), law="7.2")


def acted(
    before: State, after: State, record: ActRecord, changes: tuple[Change, ...] = ()
) -> Step[State]:
    """Return the step of an act; the clock starts again where others have to act after it."""
    happening: Happening = {"type": "act", "side": record.side, "act": record.name}
    changed = [describe_change(change) for change in changes]
    return Step(
        after,
        (happening, *changed, *describe_end(after)),
        act=record,
        restarts_clock=after.outcome is None and to_act(after) != to_act(before),
    )
