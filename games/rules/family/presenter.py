"""The face of Fun Family Chess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.rules.contract import ABORTED, CLAIM, RESIGN, ActWords, Reason, Side
from games.rules.family import match
from games.rules.family.match import State
from games.rules.family.notation import read_position, write_position
from games.rules.family.rule_set import LEAVE, RETURN, STAY, STAY_AWAY
from games.rules.family.scene import scene_of
from games.rules.grid.presenter import SENTENCES, GridPresenter
from games.rules.grid.scene import Scene

REASONS: Final[Mapping[str, Reason]] = {
    match.CHECKMATE: Reason(" by checkmate", told="The last opponent was mated."),
    match.RESIGNATION: Reason(
        ": the last opponent resigned", told="The last opponent resigned.", lost="You resigned."
    ),
    match.TIMEOUT: Reason(" on time", told="Time ran out."),
    match.STALEMATE: Reason(" by stalemate", told="Nobody who is left can move."),
    match.DEAD_POSITION: Reason(": kings alone", told="Only kings are left."),
    match.REPETITION: Reason(" by repetition", told="The position came back too often."),
    match.QUIET_TURNS: Reason(
        " by quiet turns", told="Too many turns without a capture or a pawn move."
    ),
    match.AGREEMENT: Reason(" by agreement", told="All who were left agreed on a draw."),
    ABORTED: Reason(
        told="{loser}'s time ran out before their first move, so nobody has lost.",
        lost="Your time ran out before your first move, so nobody has lost.",
    ),
}

ENDINGS: Final[Mapping[str, str]] = {
    match.CHECKMATE: "{name} wins.",
    match.RESIGNATION: "{name} wins.",
    match.TIMEOUT: "The game ends on time.",
    match.STALEMATE: "Stalemate: a draw.",
    match.DEAD_POSITION: "Only kings are left: a draw.",
    match.REPETITION: "A draw by repetition.",
    match.QUIET_TURNS: "A draw by quiet turns.",
    match.AGREEMENT: "A draw by agreement.",
    ABORTED: "The game is aborted, without a result.",
}

ACTS: Final[Mapping[str, ActWords]] = {
    RESIGN: ActWords("Resign…", "Resign?", "The others play on.", "Resign"),
    CLAIM: ActWords(
        "Claim a draw",
        "Claim a draw?",
        "The position has come back three times, or there were many quiet turns.",
        "Claim the draw",
    ),
    LEAVE: ActWords(
        "Leave for a while",
        "Leave the game for a while?",
        "Your turns are passed over until you return, and only pawns can take your pieces.",
        "Leave",
    ),
    STAY: ActWords("Stay after all"),
    RETURN: ActWords("Return to the game"),
    STAY_AWAY: ActWords("Stay away after all"),
}


def _scene(position: str, side: Side | None, last: tuple[str, ...]) -> Scene:
    return scene_of(read_position(position), side, last)


def _position(state: State) -> str:
    return write_position(state.position)


def _situation(description: Mapping[str, Any], side: Side | None) -> str:
    if description["waits_for"]:
        return "waiting for those who are away"
    presence = description["presence"].get(side, "present")
    return {"out": "you are out", "away": "you are away"}.get(presence, "")


PRESENTER: Final = GridPresenter(
    tagline="Chess for two, three or four round one board",
    reasons=REASONS,
    acts=ACTS,
    scene=_scene,
    positions=_position,
    sentences={
        **SENTENCES,
        "check_said": "{name} says check to {to}.",
        "mated": "{name} is mated by {by} and out of the game.",
        "left": "{name} leaves the game for a while.",
        "stayed": "{name} cannot leave now and plays on.",
        "returned": "{name} is back.",
        "passed_over": "{name} cannot move and is passed over.",
        "resign": "{name} resigns.",
        "time_out": "{name}'s time ran out.",
    },
    endings=ENDINGS,
    situation=_situation,
    round_name="lap {}",
)
