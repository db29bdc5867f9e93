"""What goes into a rule set and comes out of it.

A *side* is the name of a seat ("white", "black", "silver", "gold"). A *turn* is a tuple of
*actions*, each a short text. An *act* is what a side does outside its turn: resigning, claiming,
leaving, or missing a deadline. Chance comes in as ``roll`` and is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, TypedDict, TypeVar

StateT = TypeVar("StateT")

Side = str
"""The name of a seat, as the API spells it."""

Terms = Mapping[str, Any]
"""The agreed terms of a game that the rules need, such as ``{"goals_to_win": 2}``."""

Happening = Mapping[str, Any]
"""One thing that happened, as plain JSON data with a ``type``; the rule set's own words.

If chance decides it, its ``outcome`` says how. Where a turn is shown before its roll, as in
conditional moves, the presenter gets it with ``type``, ``side`` and ``to`` alone, and nothing
after it (``before_chance``). So narrate every happening without its ``outcome`` too.
"""


def before_chance(happenings: Sequence[Happening]) -> list[Happening]:
    """Return what happens up to that of which chance decides the outcome, which is left open."""
    shown: list[Happening] = []
    for one in happenings:
        if "outcome" in one:
            return [*shown, {key: one[key] for key in ("type", "side", "to") if key in one}]
        shown.append(one)
    return []


Narration = tuple[str, ...]
"""Sentences for people, in order."""

Roll = int | Callable[[], int]
"""A roll from 0 to 99, or what draws one; it is asked at most once a turn."""

RESIGN: Final = "resign"
CLAIM: Final = "claim"
FINAL_WHISTLE: Final = "final_whistle"
"""A claim in a game that it ends by the final whistle; history keeps it as ``CLAIM``."""
TIME_OUT: Final = "time_out"
AGREE_DRAW: Final = "agree_draw"
"""Acts that every game has; a rule set may know others, such as ``leave``."""
STAY: Final = "stay"
"""Takes back that one is about to leave, where the players of a game may leave it."""
LET_LEAVE: Final = "let_leave"
LET_RETURN: Final = "let_return"
"""How history keeps that a supervisor let a player leave or return. No player can do either."""
ADJUDICATE: Final = "adjudicate"
ADJUDICATE_DRAW: Final = "adjudicate_draw"
"""How history keeps that a competition ended a game: by the side that it gave it to, or by the
first side, as a draw. No player can do either."""
CALL_OFF: Final = "call_off"
"""How history keeps, by the first side, that a competition ended a game without a result."""

CAPTURE: Final = "capture"
BALL_WON: Final = "ball_won"
CHECK: Final = "check"
SHOT: Final = "shot"
ALARMS: Final = frozenset({CAPTURE, BALL_WON, CHECK, SHOT})
"""What others can do to a side that it may want to answer by hand."""

ABORT: Final = "abort"
"""Calls off a live game before both sides have played; see ``Timed``."""
RUN_OUT: Final = "run_out"
HALF_TIME: Final = "half_time"
FULL_TIME: Final = "full_time"
BY_POST: Final = "by_post"
"""How history keeps what the clock of a live game has done, and that it continues by
correspondence."""

ABORTED: Final = "aborted"
"""The one reason that every game has: it was aborted and no one is placed."""
ADJUDICATED: Final = "adjudicated"
"""A competition ended it, as its own laws say."""
DECLARED: Final = "declared"
"""The reason of a draw that a supervisor declared."""
CALLED_OFF: Final = "called_off"
"""A competition ended it and it does not count: others play in its place."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    ``reason`` is the rule set's own word, which ``Presenter.reasons`` shows in sentences.
    ``ranking`` lists the sides best first, a tuple for each place; it is empty for a game without
    result.
    """

    reason: str
    ranking: tuple[tuple[Side, ...], ...] = ()

    @property
    def is_aborted(self) -> bool:
        """Whether the game has no result, not even a draw."""
        return not self.ranking

    @property
    def winner(self) -> Side | None:
        """The one side on the first place; ``None`` where several share it, or none is placed."""
        return self.ranking[0][0] if self.ranking and len(self.ranking[0]) == 1 else None

    @cached_property
    def places(self) -> Mapping[Side, int]:
        """The place of each side, from 1; those who share one stand on the same."""
        places: dict[Side, int] = {}
        for sides in self.ranking:
            places |= dict.fromkeys(sides, len(places) + 1)
        return places

    @cached_property
    def points(self) -> Mapping[Side, float]:
        """A point for every side placed behind, half a one for every other on the same place."""
        points: dict[Side, float] = {}
        behind = sum(len(sides) for sides in self.ranking)
        for sides in self.ranking:
            behind -= len(sides)
            points |= dict.fromkeys(sides, behind + (len(sides) - 1) / 2)
        return points


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One played turn as history keeps it.

    ``actions`` carry their outcomes (``!e8=save``), ``rolls`` the numbers that decided them,
    in order. ``position_after`` is ``None`` where the turn ended the round. ``round`` counts
    from 1; a game without rounds counts as its players do.
    """

    side: Side
    round: int
    actions: tuple[str, ...]
    notation: str
    rolls: tuple[int, ...]
    position_before: str
    position_after: str | None


@dataclass(frozen=True, slots=True)
class ActRecord:
    """Something that changed the state and was no turn, as history keeps it: who did what."""

    side: Side
    name: str


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """A new state and what happened on the way to it, in order.

    ``turn`` is set by ``play`` alone. ``locked`` maps each side to the arrangement with which
    a round begins, when the step began one; replaying needs it. ``act`` says what was done
    outside a turn; a step without turn, act and arrangements leaves no trace in history.

    The clock starts again with a turn, with a round, and where ``restarts_clock`` is set: others
    have to act now, or something else is.
    """

    state: StateT
    happenings: tuple[Happening, ...] = ()
    turn: TurnRecord | None = None
    locked: Mapping[Side, Mapping[str, Any]] | None = None
    act: ActRecord | None = None
    restarts_clock: bool = False


Choice = TypedDict(
    "Choice",
    {
        "text": str,
        "kind": str,
        "label": str,
        "from": str,
        "to": str,
        "captures": str,
        "chances": Mapping[str, int],
    },
    total=False,
)
"""One action that may come next. ``text``, ``kind`` and ``label`` are always there.

The rest is the rule set's own: where from and to, what is captured, the chances in per cent.
"""


class Options(TypedDict):
    """What may follow the actions ``after`` of a started turn.

    ``complete`` is -1 while nothing could be sent yet, 0 when the turn may be sent or added
    to, 1 when nothing is left to add. ``position`` is the text of the position reached,
    ``prompt`` one short line that says to the player what to do.
    """

    after: list[str]
    side: Side
    position: str
    complete: int
    prompt: str
    actions: list[Choice]
