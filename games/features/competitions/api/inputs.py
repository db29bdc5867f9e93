"""What writing requests about competitions carry: shape only."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList, StrictText, UtcTime
from games.features.competitions.field import FORMATS
from games.features.competitions.lines import one_line
from games.features.competitions.models import Competition
from games.features.competitions.services.among_friends import DAY_S, TURNS
from games.features.competitions.services.leaving import LONGEST_REASON
from games.features.competitions.services.setting_up import (
    LEAST_PLAYERS,
    LONGEST_ROUND,
    MOST_DAYS_PER_TURN,
    MOST_PLAYERS,
    MOST_PRIZES,
    SECTIONS,
    SHORTEST_ROUND,
)
from games.features.competitions.shapes import AGE_CHECKS
from games.features.competitions.shootout import SHOTS, TARGETS
from games.rules import registry

LONGEST_NAME = 60
LONGEST_TEXT = 2000
LONGEST_PRIZE = 200

SECTION_KEYS = list(SECTIONS)
_TURN_HELP = "Seconds for a turn: 12 hours, or 1 to 3 days."


class LineText(StrictText):
    """One line, as a name is."""

    default_validators = [one_line]


class PrizeInput(Input):
    """A prize: announced and shown, never paid through the service."""

    section = StrictText(
        max_length=20,
        help_text="One that is played: `open`, `under-18`, `under-15`; of a league `division-1` …",
    )
    standing = StrictInteger(min_value=1, max_value=MOST_PLAYERS)
    text = LineText(max_length=LONGEST_PRIZE)


class SectionInput(Input):
    """A section of a new competition."""

    section = serializers.ChoiceField(SECTION_KEYS)
    limit = StrictInteger(min_value=LEAST_PLAYERS, max_value=MOST_PLAYERS, required=False)


class CompetitionInput(Input):
    """A new competition."""

    kind = serializers.ChoiceField(Competition.Kind.values, default="cup")
    name = LineText(max_length=LONGEST_NAME)
    text = StrictText(max_length=LONGEST_TEXT, required=False, allow_blank=True, default="")
    ruleset = serializers.ChoiceField(sorted(FORMATS), default=registry.DEFAULT)
    options = serializers.DictField(required=False, default=dict)
    sections = StrictList(child=SectionInput(), required=False, max_length=3, help_text="Of a cup.")
    limit = StrictInteger(
        min_value=LEAST_PLAYERS,
        max_value=MOST_PLAYERS,
        required=False,
        help_text="Players of a league, all divisions together.",
    )
    days_per_turn = StrictInteger(min_value=1, max_value=MOST_DAYS_PER_TURN, default=1)
    round_days = StrictInteger(min_value=SHORTEST_ROUND, max_value=LONGEST_ROUND, default=56)
    opens_at = UtcTime(required=False, help_text="Now, where it is left out.")
    closes_at = UtcTime(help_text="When entries close and the draw is made.")
    starts_at = UtcTime(required=False, help_text="When entries close, where it is left out.")
    age_date = serializers.DateField(required=False, help_text="The first day, if left out.")
    age_check = serializers.ChoiceField(AGE_CHECKS, default="declared")
    is_private = StrictBoolean(default=True)
    third_place = StrictBoolean(default=False)
    certificates_for_all = StrictBoolean(default=False)
    plans = StrictBoolean(
        default=True, help_text="Whether players may prepare answers that are played for them."
    )
    has_rest = StrictBoolean(default=False, help_text="Whether rest days pause clocks.")
    prizes = StrictList(child=PrizeInput(), required=False, max_length=MOST_PRIZES)


class FriendlyInput(Input):
    """A new cup or league among friends."""

    name = LineText(max_length=LONGEST_NAME)
    kind = serializers.ChoiceField(Competition.Kind.values, default="cup")
    ruleset = serializers.ChoiceField(sorted(FORMATS), default=registry.DEFAULT)
    options = serializers.DictField(required=False, default=dict)
    turn_s = serializers.ChoiceField(TURNS, default=DAY_S, help_text=_TURN_HELP)


class FriendlyChange(Input):
    """Changes before the start. With another `ruleset` its `options` start afresh."""

    name = LineText(max_length=LONGEST_NAME, required=False)
    kind = serializers.ChoiceField(Competition.Kind.values, required=False)
    ruleset = serializers.ChoiceField(sorted(FORMATS), required=False)
    options = serializers.DictField(required=False)
    turn_s = serializers.ChoiceField(TURNS, required=False, help_text=_TURN_HELP)


class BotInput(Input):
    """A house bot."""

    strength = serializers.ChoiceField(
        sorted(registry.robot_strengths()), help_text="As `GET /robots` lists it."
    )


class CompetitionChange(Input):
    """Changes: anything until entries open, then texts, prizes and the seeding."""

    name = LineText(max_length=LONGEST_NAME, required=False)
    text = StrictText(max_length=LONGEST_TEXT, required=False, allow_blank=True)
    opens_at = UtcTime(required=False)
    closes_at = UtcTime(required=False)
    starts_at = UtcTime(required=False)
    age_date = serializers.DateField(required=False)
    prizes = StrictList(child=PrizeInput(), required=False, max_length=MOST_PRIZES)
    goes_on = StrictBoolean(
        required=False, help_text="Whether a season of a league is followed by another."
    )
    seeding = serializers.DictField(
        child=StrictList(child=StrictText(max_length=30), max_length=MOST_PLAYERS // 4),
        required=False,
        help_text="Usernames by section, in the order of the first numbers.",
    )


class EntryInput(Input):
    """Confirmations that an entry takes."""

    born_on_or_after = serializers.DateField(
        required=False, help_text="The cut-off of the section, as it shows it. Not needed in open."
    )
    guardian_agrees = StrictBoolean(
        default=False, help_text="A parent or guardian knows and agrees. Asked for in under-15."
    )
    be_named = StrictBoolean(
        default=False, help_text="Be shown by name where names are hidden; in under-18 only."
    )
    or_older = StrictBoolean(
        default=False, help_text="Play in the next older section if this one is not held."
    )


class PutOutInput(Input):
    """Why a player is put out."""

    reason = LineText(max_length=LONGEST_REASON)
    dishonest = StrictBoolean(
        default=True, help_text="For a false statement or cheating: no standing is kept."
    )


def _places(words: str) -> Any:
    return StrictList(
        child=serializers.ChoiceField(list(TARGETS)),
        min_length=SHOTS,
        max_length=SHOTS,
        help_text=words,
    )


class ShootoutInput(Input):
    """One side's decisions before a shoot-out."""

    shots = _places("Where each of the five shots goes.")
    stands = _places("The king's square for each of the other side's five.")


class CertificateInput(Input):
    """The name to be printed."""

    name = LineText(max_length=LONGEST_NAME, allow_blank=True)
