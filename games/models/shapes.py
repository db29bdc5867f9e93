"""Clocks of live games as JSON: what everyone sees and the OpenAPI document describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from config.http.shape_notes import Count, Positive, Time, seen_as


class LiveTerms(TypedDict):
    """The clock settings of a live game. Their members depend on its kind."""

    clock: Annotated[str, "`halves` or `fischer`."]
    half: NotRequired[Annotated[int, "Seconds of a half."]]
    turn: NotRequired[Annotated[int, "Seconds for a turn."]]
    formation: NotRequired[Annotated[int, "Seconds for a formation."]]
    goals: NotRequired[Annotated[int | None, "Goals that win the game; null for no limit."]]
    base: NotRequired[Annotated[int, "Seconds of each side."]]
    increment: NotRequired[Annotated[int, "Seconds that each turn adds to its side's."]]


class LiveClock(TypedDict):
    """The clock of a live game, as the last change of the game left it."""

    terms: Annotated[Mapping[str, Any], seen_as(LiveTerms)]
    phase: Annotated[
        str,
        "`formation`, `first` (a first turn; without it the game is aborted), `turn` or `over`.",
    ]
    half: Annotated[Positive | None, "Where there are any."]
    clock_ms: Annotated[
        Mapping[str, Count], "Milliseconds left at `runs_from`, under `match` or by side."
    ]
    running: Annotated[
        bool,
        "Whether one of `clock_ms` runs from `runs_from`: that of the game, or of the side "
        "to play.",
    ]
    runs_from: Annotated[Time | None, "A little ahead while a shot is being shown."]
    turn_ends_at: Annotated[
        Time | None, "When the time of the turn is over; we wait a little longer."
    ]
    formation_ends_at: Time | None
    run_outs: Annotated[
        Mapping[str, Count] | None,
        "By side: turns in a row whose time ran out. Three lose the game.",
    ]
    server_time: NotRequired[Annotated[Time, "Our clock, to the millisecond; not in events."]]
