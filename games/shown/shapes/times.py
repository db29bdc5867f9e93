"""Parts of games as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from accounts.rest_days import WEEKDAYS
from config.http.shape_notes import Count, Positive, Time, words

Weekday = Annotated[str, words(WEEKDAYS)]


class Clock(TypedDict):
    """The time control."""

    turn_s: Annotated[Positive, "Seconds for a turn."]
    reserve_s: Annotated[Count, "Seconds beyond the turns, once in the whole game."]
    gain_s: Annotated[Count, "Seconds added to the time bank after each of your turns."]
    leave: Annotated[bool, "Whether vacation pauses a player's clock."]
    rest: Annotated[bool, "Whether rest days pause a player's clock."]


class Paused(TypedDict):
    """A paused clock."""

    side: str
    why: Annotated[
        str,
        "`leave`: the player is on vacation; `rest`: it's their rest day; `outage`: all clocks are "
        "paused, and lost time is added back.",
    ]
    until: Annotated[Time | None, "null if unknown."]


class Pace(TypedDict):
    """How soon a player answers: the turns of ninety days, a thousand at most."""

    turns_90d: Count
    median_s: Annotated[Count | None, "Half of the turns took so long at most."]
    p80_s: Annotated[Count | None, "Four in five took so long at most."]
    hours: Annotated[list[Count], "Turns played in each hour of the day (UTC), from 0 to 23."]
    due_90d: Annotated[Count, "Turns played or missed."]
    missed_90d: Annotated[Count, "Deadlines missed."]
    lost_on_time_90d: Annotated[Count, "Games lost by a missed deadline."]
    running: Annotated[Count, "Running games."]
    finished: Count
    away_until: Annotated[Time | None, "The end of a vacation."]
    rest_days: Annotated[list[Weekday], "Weekdays without time, in games that allow it."]
