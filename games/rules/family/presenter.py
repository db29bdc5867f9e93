"""The face of Fun Family Chess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.rules.contract import ABORTED, CLAIM, DECLARED, RESIGN, STAY, ActWords, Reason, Side
from games.rules.family import match
from games.rules.family.acts import LEAVE, RETURN, STAY_AWAY
from games.rules.family.match import State
from games.rules.family.notation import read_position, write_position
from games.rules.family.scene import scene_of
from games.rules.grid import endings
from games.rules.grid.presenter import SENTENCES, GridPresenter
from games.rules.grid.scene import Scene
from games.rules.text import gettext as _
from games.rules.text import gettext_noop

REASONS: Final[Mapping[str, Reason]] = {
    match.CHECKMATE: Reason(
        gettext_noop(" by checkmate"), text=gettext_noop("The last opponent was mated.")
    ),
    match.RESIGNATION: Reason(
        gettext_noop(": {loser} resigned"),
        brief_lost=gettext_noop(": you resigned"),
        text=gettext_noop("{loser} resigned."),
        lost=gettext_noop("You resigned."),
    ),
    match.TIMEOUT: Reason(gettext_noop(" on time"), text=gettext_noop("Time ran out.")),
    match.STALEMATE: Reason(
        gettext_noop(" by stalemate"), text=gettext_noop("No remaining player can move.")
    ),
    match.DEAD_POSITION: Reason(
        gettext_noop(": no mate possible"), text=gettext_noop("No piece is left that can mate.")
    ),
    match.REPETITION: endings.REPEATED,
    match.QUIET_TURNS: Reason(
        gettext_noop(": no capture or pawn move"),
        text=gettext_noop("Too many turns without a capture or a pawn move."),
    ),
    match.AGREEMENT: Reason(
        gettext_noop(" by agreement"), text=gettext_noop("All remaining players agreed to a draw.")
    ),
    DECLARED: Reason(
        gettext_noop(", declared by the supervisor"),
        text=gettext_noop("The supervisor declared a draw."),
    ),
    ABORTED: endings.NOT_BEGUN,
}

ENDINGS: Final[Mapping[str, str]] = {
    **endings.ENDINGS,
    match.RESIGNATION: gettext_noop("{name} wins."),
    match.TIMEOUT: gettext_noop("Time ran out."),
    match.DEAD_POSITION: gettext_noop("No piece is left that can mate. It's a draw."),
    match.QUIET_TURNS: gettext_noop(
        "Too many turns without a capture or a pawn move. It's a draw."
    ),
    DECLARED: gettext_noop("The supervisor declared a draw."),
}

ACTS: Final[Mapping[str, ActWords]] = {
    RESIGN: ActWords(
        gettext_noop("Resign…"),
        gettext_noop("Resign?"),
        gettext_noop("The others continue."),
        gettext_noop("Resign"),
    ),
    CLAIM: ActWords(
        gettext_noop("Claim a draw"),
        gettext_noop("Claim a draw?"),
        gettext_noop(
            "A position occurred three times, or there were many turns without "
            "a capture or a pawn move."
        ),
        gettext_noop("Claim the draw"),
    ),
    LEAVE: ActWords(
        gettext_noop("Leave for now"),
        gettext_noop("Leave the game for a while?"),
        gettext_noop(
            "You miss your turns until you return, and only pawns can capture your pieces."
        ),
        gettext_noop("Leave"),
    ),
    STAY: ActWords(gettext_noop("Stay in game")),
    RETURN: ActWords(gettext_noop("Return to the game")),
    STAY_AWAY: ActWords(gettext_noop("Stay away")),
}


def _scene(position: str, side: Side | None, last: tuple[str, ...]) -> Scene:
    return scene_of(read_position(position), side, last)


def _position(state: State) -> str:
    return write_position(state.position)


def _remark(description: Mapping[str, Any], side: Side | None) -> str:
    if description["waits_for"]:
        return _("waiting for players who are away")
    presence = description["presence"].get(side, "present")
    return {"out": _("you're out"), "away": _("you're away")}.get(presence, "")


PRESENTER: Final = GridPresenter(
    tagline=gettext_noop("Chess for two, three or four on one board"),
    reasons=REASONS,
    acts=ACTS,
    scene=_scene,
    positions=_position,
    sentences={
        **SENTENCES,
        "check_said": gettext_noop("{name} says check to {to}."),
        "mated": gettext_noop("{name} is mated by {by} and out."),
        "left": gettext_noop("{name} leaves the game for a while."),
        "stayed": gettext_noop("{name} can't leave now and stays."),
        "returned": gettext_noop("{name} is back."),
        "passed_over": gettext_noop("{name} can't move and misses the turn."),
        "resign": gettext_noop("{name} resigns."),
        "time_out": gettext_noop("{name}'s time ran out."),
    },
    endings=ENDINGS,
    remark=_remark,
    round_name=gettext_noop("lap {}"),
)
