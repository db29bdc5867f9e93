"""The shape of a refusal, for the OpenAPI document, with an example of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.features import Hook
from config.http.errors.codes import CODES
from config.http.errors.field_codes import FIELD_CODES
from config.http.errors.handler import problem
from config.http.errors.refusals import field_error, parameter_error
from config.http.schema_fields import open_words


@extend_schema_field(open_words(sorted(FIELD_CODES)))
class _FieldCode(serializers.CharField):
    """One of the known words, or one that is younger than the client."""


KNOWN_CODES: Final = sorted(CODES)


class FieldError(serializers.Serializer[Any]):
    """One wrong field."""

    pointer = serializers.CharField(help_text="A JSON pointer into the body, or `#/parameter`.")
    code = _FieldCode(help_text="The error as a word to switch on. New words may come.")
    detail = serializers.CharField(help_text="A sentence for people.")
    parameter = serializers.CharField(
        required=False,
        help_text="The parameter of the query, or the header, where it is not in the body.",
    )


@extend_schema_field({"$ref": "#/components/schemas/AnyGame"})
class _GameField(serializers.Field):  # type: ignore[type-arg]
    """A game, whose shape only the app above knows."""


_WITH_GAME: Final = [f"`{code}`" for code, known in CODES.items() if "game" in known.members]


class Problem(serializers.Serializer[Any]):
    """Why nothing was done (RFC 9457). Switch on `code`; it never changes its meaning."""

    type = serializers.CharField(help_text="Where the code is explained.")
    title = serializers.CharField()
    status = serializers.IntegerField(min_value=400, max_value=599, help_text="The HTTP status.")
    code = serializers.ChoiceField(choices=KNOWN_CODES)
    detail = serializers.CharField(help_text="A sentence for people.")
    errors = FieldError(  # type: ignore[assignment]
        many=True, required=False, help_text="With `invalid`: each wrong field."
    )
    index = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="With `illegal_action`: which of the actions it is, counted from 0.",
    )
    legal = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="With `illegal_action`: what was legal there. With `illegal_act` and the"
        " `wrong_phase` of an act: what can be done.",
    )
    step = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="Of a line: which of its turns it is, counted from 0; the answer comes last.",
    )
    outcomes = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        required=False,
        help_text="With `outcome_needed`: how the turn may end, in per cent.",
    )
    law = serializers.CharField(
        required=False,
        help_text="Where the laws of the game refuse it: the law that it breaks.",
    )
    law_url = serializers.CharField(required=False, help_text="Where to read that law.")
    nearest = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        required=False,
        help_text="With `not_understood`: legal turns most like it, each with the `text` to send"
        " and a `label`.",
    )
    scope = serializers.CharField(
        required=False, help_text="With `insufficient_scope`: the scope the token needs."
    )
    keep = serializers.CharField(
        required=False, help_text="With `guest_account`: the page that creates an account."
    )
    until = serializers.DateTimeField(
        required=False, help_text="With `live_cooldown`: when you can search for a live game again."
    )
    opens_at = serializers.DateTimeField(
        required=False, help_text="With `entries_not_open`: when you can enter."
    )
    retry_after = serializers.IntegerField(
        required=False, min_value=1, help_text="With `rate_limited`: seconds, as in Retry-After."
    )
    why = serializers.CharField(
        required=False, help_text="With `no_analysis`: in one word, why there is none."
    )
    latest = serializers.IntegerField(
        required=False, min_value=0, help_text="With `number_ahead`: the newest event."
    )
    game = _GameField(required=False, help_text=f"With {', '.join(_WITH_GAME)}: the game now.")


_MEMBERS: Final[dict[str, dict[str, Any]]] = {
    "live_cooldown": {"until": "2026-11-21T04:40:00Z"},
    "invalid": {
        "errors": [
            field_error("#/side", "unknown_choice", '"green" is not a valid choice.'),
            parameter_error(
                "state", "unknown_parameter", "This call has no parameter with this name."
            ),
        ]
    },
    "insufficient_scope": {
        "detail": "You need a token with the scope games:play.",
        "scope": "games:play",
    },
    "guest_account": {
        "detail": (
            "You need an account for this. Save your game with a name, an email address and a "
            "password."
        ),
        "keep": "https://eleven.example/keep/",
    },
    "number_ahead": {
        "detail": "The newest event is 5. Load your games, then continue from that number.",
        "latest": 5,
    },
    "entries_not_open": {
        "detail": "Entries aren't open yet.",
        "opens_at": "2027-02-12T12:00:00Z",
    },
    "rate_limited": {"detail": "Too many requests. Try again in 7 s.", "retry_after": 7},
}


EXAMPLES: Final[Hook[Callable[[], Mapping[str, Mapping[str, Any]]]]] = Hook()
"""What refusals of an app have, by their codes; read when the document is made."""


def example_of(status: int, code: str) -> dict[str, Any]:
    """Return the document of a refusal as it may look.

    The members of codes of games are with the other examples of games.
    """
    meaning = CODES[code].meaning
    of_apps = {one: members for read in EXAMPLES for one, members in read().items()}
    members = _MEMBERS.get(code) or of_apps.get(code, {})
    return problem(status, code, **{"detail": meaning, **members})


def example_name(status: int, code: str) -> str:
    """Return the name of that example in the document.

    It is short, as each call has it beside each of its codes: a number for the code.
    """
    number = _NUMBERS[code]
    return f"r{number}" if len(CODES[code].statuses) == 1 else f"r{number}_{status}"


_NUMBERS: Final = {code: number for number, code in enumerate(CODES, 1)}
