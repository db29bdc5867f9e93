"""What writing requests carry: shape only, no rules."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from accounts.zones import known_zone
from config.http.fields import (
    Input,
    StrictBoolean,
    StrictInteger,
    StrictList,
    StrictText,
    UtcTime,
)
from games.api.filter_fields import FiltersInput
from games.clock.times import (
    DAY_S,
    LARGEST_GAIN_S,
    LONGEST_RESERVE_S,
    LONGEST_TURN_S,
    SHORTEST_TURN_S,
    TURNS_S,
)
from games.play.exploring import LONGEST_POSITION
from games.play.giving_time import MOST_HOURS
from games.refusals import Invalid
from games.rules import registry
from games.store.shapes import DECLINE_REASONS

MOST_ACTIONS = 16
LONGEST_ACTION = 16
LARGEST_TURN = 2**31 - 1
MOST_PIECES = 64
MOST_OPPONENTS = 7
DRAW_ACTIONS = ["offer", "accept", "decline", "withdraw"]
SHORTEST_SALT, LONGEST_SALT = 16, 64
MOST_TURNS = 2000


class ClockInput(Input):
    """The time control."""

    turn_s = StrictInteger(
        min_value=SHORTEST_TURN_S,
        max_value=LONGEST_TURN_S,
        required=False,
        help_text="Seconds for a turn, instead of `days_per_turn`: 43200 (12 hours), or 1, 2, 3, "
        "5, 7 or 14 days. A copy with short clocks takes any number.",
    )
    reserve_s = StrictInteger(
        min_value=0,
        max_value=LONGEST_RESERVE_S,
        default=0,
        help_text="Seconds that each player may use beyond the turns, once in the whole game.",
    )
    gain_s = StrictInteger(
        min_value=0,
        max_value=LARGEST_GAIN_S,
        default=0,
        help_text="Seconds added to the time bank after each of your turns, up to its full size.",
    )
    leave = StrictBoolean(default=False, help_text="Whether vacation pauses a player's clock.")
    rest = StrictBoolean(default=False, help_text="Whether rest days pause a player's clock.")


class LiveInput(Input):
    """The clock of a live game; fields left out are as usual. See `live` in `GET /rulesets`."""

    clock = StrictText(max_length=20, required=False, help_text="`halves` or `fischer`.")
    half = StrictInteger(required=False, help_text="Seconds of a half: 120, 300 or 600.")
    turn = StrictInteger(required=False, help_text="Seconds for a turn: 10, 20 or 30.")
    formation = StrictInteger(required=False, help_text="Seconds for a formation: 20 or 40.")
    goals = StrictInteger(
        required=False, allow_null=True, help_text="Goals that end it, 1 to 9; null: none do."
    )
    base = StrictInteger(required=False, help_text="Seconds of each side: 180 to 3600.")
    increment = StrictInteger(required=False, help_text="Seconds that a turn adds: 0 to 60.")


class ChallengeInput(Input):
    """The terms of a game."""

    opponent = StrictText(
        max_length=30,
        allow_null=True,
        default=None,
        help_text="A username; null makes an open challenge that anyone with the link can accept.",
    )
    opponents = StrictList(
        child=StrictText(max_length=30, allow_null=True),
        max_length=MOST_OPPONENTS,
        required=False,
        help_text="The other players in games for more than two; null for anyone with the link.",
    )
    side = StrictText(
        max_length=20,
        default="random",
        help_text="Your own side, or `random`; nothing else where the `seats` of the rule set are"
        " `by_lot`.",
    )
    goals_to_win = StrictInteger(
        min_value=1,
        max_value=9,
        required=False,
        help_text="The same as in `options`, for Chess Eleven; 2 if neither is given.",
    )
    options = serializers.DictField(
        required=False,
        help_text=(
            "Other settings: the `options` of the rule set in `GET /rulesets`. An option of the "
            "kind `sides` also accepts your username or that of a player you invite by name, "
            "while sides aren't drawn yet. The game then has the side."
        ),
    )
    days_per_turn = StrictInteger(
        min_value=1, max_value=LONGEST_TURN_S // DAY_S, default=1, help_text="Time for a turn."
    )
    clock = ClockInput(
        required=False,
        help_text="The time control, if it's more than a number of days per turn.",
    )
    live = LiveInput(
        required=False,
        allow_null=True,
        help_text=(
            "To play live now: the clock, in place of the other time control. Such a challenge "
            "names the opponent and expires after two minutes."
        ),
    )
    ruleset = StrictText(max_length=20, default=registry.DEFAULT, help_text="Which game to play.")
    rated = StrictBoolean(
        default=False, help_text="Whether the result changes both ratings; games of two only."
    )
    filters = FiltersInput(required=False, help_text="Limits on accepting an open challenge.")
    public = StrictBoolean(
        default=True,
        help_text=(
            "Whether the lobby shows an open challenge, and lists show the game. If not, both "
            "are only for players with the address."
        ),
    )
    for_friends = StrictBoolean(
        default=False,
        help_text="Whether my friends see an open challenge in their lobby if it isn't public.",
    )

    def validate_opponent(self, name: str | None) -> User | None:
        """Return who is challenged, by the service's ``find_opponent`` in the context."""
        try:
            return self.context["find_opponent"](name) if name is not None else None
        except Invalid as error:
            raise serializers.ValidationError(error.fault, code=error.field_code) from error

    def validate_opponents(self, names: list[str | None]) -> list[User | None]:
        """Return who else is to play, by the service's ``find_opponent`` in the context."""
        return [self.validate_opponent(name) for name in names]

    def validate_clock(self, clock: dict[str, int]) -> dict[str, int]:
        """Return what was said; people agree on one of a few times for a turn."""
        turn_s = clock.get("turn_s")
        if turn_s is not None and turn_s not in TURNS_S and not settings.SHORT_CLOCKS:
            raise serializers.ValidationError(
                _("A turn takes 12 hours, or 1, 2, 3, 5, 7 or 14 days."), code="unavailable"
            )
        return clock

    def validate_ruleset(self, key: str) -> str:
        """Return which game; refuse one that is not played here."""
        return check_ruleset(key)


class RobotsInput(Input):
    """The house bots for the free seats."""

    strength = StrictText(
        max_length=20,
        allow_null=True,
        default=None,
        help_text=(
            "The first bot's strength, one of `robots` in `GET /rulesets`; null for the weakest."
        ),
    )


class SubstituteInput(Input):
    """The house bot that replaces me."""

    strength = StrictText(
        max_length=20,
        allow_null=True,
        default=None,
        help_text="One of `robots` in `GET /rulesets`; null for a medium one.",
    )


class GuestInput(Input):
    """Where a guest is, and whose link was followed."""

    challenge = StrictText(
        max_length=8,
        allow_null=True,
        default=None,
        help_text="The id of an open challenge; null starts a game against the easy bot.",
    )
    time_zone = StrictText(
        max_length=64, default="UTC", help_text="As the browser names it: Europe/Vienna."
    )

    def validate_time_zone(self, value: str) -> str:
        return known_zone(value)


class LeaveInput(Input):
    """The time in which my clocks are paused."""

    until = UtcTime(help_text="Its end: at least a day after its beginning, at most 14.")

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; ``from`` is a word of Python, so it is added by name."""
        begin = UtcTime(required=False, allow_null=True, help_text="Its beginning; null: now.")
        return {"from": begin, **super().get_fields()}


class DeclineInput(Input):
    """The reason for declining. The challenger sees it."""

    reason = serializers.ChoiceField(
        DECLINE_REASONS,
        allow_null=True,
        default=None,
        help_text="A key, not words: the other side may be a program.",
    )


class TurnInput(Input):
    """A whole turn."""

    turn = StrictInteger(
        min_value=1,
        max_value=LARGEST_TURN,
        help_text="The number of the turn this is meant to be: the game's `turn`.",
    )
    actions = StrictList(
        child=StrictText(max_length=LONGEST_ACTION, trim_whitespace=False),
        max_length=MOST_ACTIONS,
        help_text="Moves `d2d4`, passes `@e1`, a shot `!e8`, in order.",
    )


class PositionInput(Input):
    """A position of its own, without a game."""

    position = StrictText(max_length=LONGEST_POSITION, help_text="As `position` of a game has it.")


class PositionOptionsInput(PositionInput):
    """A position and a turn begun in it."""

    after = StrictList(
        child=StrictText(max_length=LONGEST_ACTION, trim_whitespace=False),
        max_length=MOST_ACTIONS,
        default=list,
        help_text="The actions so far.",
    )


class PositionTurnsInput(PositionInput):
    """A position, and how many turns are wanted."""

    limit = StrictInteger(
        min_value=1, max_value=MOST_TURNS, default=500, help_text="How many turns at the most."
    )


def check_ruleset(key: str) -> str:
    """Return the key of a game that is played here."""
    if key not in registry.all_keys():
        raise serializers.ValidationError(_("We don't have a game with this name."), code="unknown")
    return key


def read_turn(data: Any) -> tuple[int, list[str]]:
    """Return the number and the actions of a turn that was sent; refuse what has not its shape.

    A serializer is made for what is not plainly right and has to be explained; to make one takes
    nearly as long as to play the turn.
    """
    match data:
        case {"turn": int(turn), "actions": list(actions)} if (
            len(data) == 2
            and not isinstance(turn, bool)
            and 1 <= turn <= LARGEST_TURN
            and len(actions) <= MOST_ACTIONS
            and all(_is_plain(action) for action in actions)
        ):
            return turn, actions
    body = TurnInput(data=data)
    body.is_valid(raise_exception=True)
    return body.validated_data["turn"], body.validated_data["actions"]


def _is_plain(action: Any) -> bool:
    return (
        isinstance(action, str)
        and 1 <= len(action) <= LONGEST_ACTION
        and action.isascii()
        and action.isprintable()
    )


class SaltField(StrictText):
    """A salt: an even count is not asked for, upper case would make two texts of one number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            min_length=SHORTEST_SALT,
            max_length=LONGEST_SALT,
            trim_whitespace=False,
            validators=[RegexValidator(r"\A[0-9a-f]*\Z", _("Use only the digits 0-9 and a-f."))],
            help_text="16 to 64 hexadecimal digits, lower case, drawn at random by you: see"
            " `fairness`.",
            **options,
        )


@extend_schema_field(
    {
        "type": "object",
        "propertyNames": {"pattern": "^[a-h][1-8]$"},
        "additionalProperties": {"type": "string", "pattern": "^[KQRBNP]$"},
        "maxProperties": MOST_PIECES,
    }
)
class Pieces(serializers.DictField):
    """The pieces of a formation by square; which of them are legal the rules say."""

    child = StrictText(max_length=2, trim_whitespace=False)


class FormationInput(Input):
    """A whole formation."""

    pieces = Pieces(help_text="Square to letter: K, Q, R, B, N, P, upper case for both sides.")
    ready = StrictBoolean(
        default=False, help_text="Lock it. The round starts when both sides are ready."
    )
    salt = SaltField(required=False)

    def validate_pieces(self, pieces: dict[str, str]) -> dict[str, str]:
        """Return the pieces; so many that no board holds them are refused unread."""
        if len(pieces) > MOST_PIECES:
            raise serializers.ValidationError(
                _("Use at most {most_pieces} squares.").format(most_pieces=MOST_PIECES),
                code="too_long",
            )
        return pieces


class SaltInput(Input):
    """What a side adds to the seed of the rolls."""

    salt = SaltField()


class PresetInput(Input):
    """A formation to keep, as White would set it up."""

    name = StrictText(max_length=30, help_text="Its name.")
    pieces = Pieces(help_text="Square to letter, on White's own ranks.")
    ruleset = StrictText(max_length=20, default=registry.DEFAULT, help_text="For which game.")

    validate_pieces = FormationInput.validate_pieces

    def validate_ruleset(self, key: str) -> str:
        """Return for which game; refuse one that is not played here."""
        return check_ruleset(key)


class GiftInput(Input):
    """How much time to give."""

    hours = StrictInteger(min_value=1, max_value=MOST_HOURS, help_text="In one turn, in total.")


class ActInput(Input):
    """An act outside a turn."""

    name = StrictText(max_length=20, help_text="One of the game's `acts` for my side.")


class DrawInput(Input):
    """An answer about a draw."""

    action = serializers.ChoiceField(DRAW_ACTIONS)
