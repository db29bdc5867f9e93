"""What games add to the developers' pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from config.http.shapes import shape
from games.api.explore_inputs import LONGEST_LINE
from games.api.views import explore
from games.clock.times import SHORTEST_TURN_S
from games.models import Challenge
from games.play import robots
from games.play.challenge import checks
from games.rules import registry
from games.shown import vectors
from games.shown.event_words import all_events
from games.shown.shapes import event_data, events, happenings
from games.store import records
from games.store.outbox import EventType
from games.streams import bulk, hub


def reference() -> Mapping[str, Any]:
    """Return what the pages show of events, bots, limits, streams, and numbers to check against."""
    return {
        "events": [
            (kind.value, words.when, words.heard_by, data_of(kind))
            for kind, words in all_events().items()
        ],
        "game_data": members_of(event_data.GameData),
        "challenge_data": members_of(event_data.ChallengeData),
        "happenings": [
            (kind, one.__doc__, [name for name in one.__annotations__ if name != "type"])
            for kind, one in happenings.HAPPENINGS.items()
        ],
        "decline_reasons": Challenge.DeclineReason.choices,
        "shortest_turn": SHORTEST_TURN_S,
        "cost": {"again": explore.TURNS_AT_ONE},
        "strongest": robots.NAME.format(strength=_strengths()[-1]),
        "robots": [robots.NAME.format(strength=one) for one in _strengths()],
        "plans": {"line": LONGEST_LINE},
        "most": {
            "against_robots": checks.MOST_AGAINST_ROBOTS,
            "to_one_a_day": checks.MOST_TO_ONE_A_DAY,
            "challenges_a_day": checks.MOST_A_DAY,
            "made_a_day": checks.MOST_MADE_A_DAY,
            "not_begun": checks.MOST_NOT_BEGUN,
            "counted_a_day": records.A_DAY,
            "games": checks.MOST_GAMES,
        },
        "bulk": {"games": bulk.MOST_GAMES, "records": bulk.MOST_RECORDS},
        "streams": {
            "most": hub.MOST_OF_ONE,
            "most_of_address": hub.MOST_OF_ADDRESS,
            "keep_alive": int(settings.STREAM_QUIET_SECONDS),
            "keep_live": int(settings.STREAM_QUIET_LIVE_SECONDS),
            "check_access": int(settings.STREAM_ACCESS_SECONDS),
        },
        # Called by the one template that shows them, for they take a while.
        "counts": vectors.counts,
        "fair": vectors.fair,
    }


def data_of(kind: EventType) -> list[str]:
    """Return the members of an event's data beside those that all of its chapter have."""
    common = events.chapter_of(kind).__annotations__
    return [name for name in all_events()[kind].data.__annotations__ if name not in common]


def members_of(typed: type) -> list[tuple[str, str]]:
    """Return the members of a shape, each with what is said of it."""
    return [(name, str(field.help_text or "")) for name, field in shape(typed)().fields.items()]


def _strengths() -> Sequence[str]:
    robot = registry.robot(registry.DEFAULT)
    return robot.strengths if robot else ()
