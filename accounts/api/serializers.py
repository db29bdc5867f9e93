"""The shapes of what is sent to and by the account part of the API."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.password_validation import validate_password
from rest_framework import serializers

from accounts import hooks
from accounts.api import examples
from accounts.credentials import ALL_SCOPES, Scope
from accounts.models import User
from accounts.services.registration import check_username
from config.http.fields import Body, StrictBoolean, StrictText

MAX_PASSWORD = 256


class NewAccount(Body):
    """What makes an account."""

    username = StrictText(
        min_length=2,
        max_length=30,
        help_text="Letters, digits, hyphens and underscores; case does not tell names apart.",
    )
    email = serializers.EmailField(max_length=254)
    password = StrictText(
        min_length=8, max_length=MAX_PASSWORD, trim_whitespace=False, write_only=True
    )

    def validate_username(self, value: str) -> str:
        check_username(value)
        return value

    def validate_password(self, value: str) -> str:
        sent = {name: self.initial_data.get(name) for name in ("username", "email")}
        # What is too long for a name or an address takes long to compare and is refused anyway.
        texts = {
            name: text for name, text in sent.items() if isinstance(text, str) and len(text) < 255
        }
        validate_password(value, User(**texts))
        return value


class Credentials(Body):
    """A name and a password, given for a token."""

    username = StrictText(max_length=254, help_text="Or the verified mail address.")
    password = StrictText(max_length=MAX_PASSWORD, trim_whitespace=False)
    name = StrictText(
        max_length=100, default="API token", help_text="For you to tell your tokens apart."
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField([scope.value for scope in Scope]),
        default=lambda: sorted(ALL_SCOPES),
        allow_empty=False,
        max_length=len(ALL_SCOPES),
        help_text="All of them, unless said otherwise.",
    )


class TokenShape(serializers.Serializer[Any]):
    """A token as its owner sees it later: never the secret itself."""

    example = examples.TOKEN

    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class TokenPage(serializers.Serializer[Any]):
    """A page of tokens."""

    example = examples.TOKENS

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = TokenShape(many=True)


class NewToken(serializers.Serializer[Any]):
    """A token on the one occasion when it can be read."""

    example = examples.NEW_TOKEN

    id = serializers.IntegerField()
    token = serializers.CharField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()


class Account(serializers.Serializer[Any]):
    """The account as its owner sees it."""

    @staticmethod
    def example() -> dict[str, Any]:
        """Return an account as it may look."""
        sections = hooks.sections().items()
        return {**examples.ACCOUNT, **{name: section.example for name, section in sections}}

    username = serializers.CharField()
    email = serializers.EmailField(allow_blank=True)
    email_verified = serializers.BooleanField()
    time_zone = serializers.CharField()
    is_bot = serializers.BooleanField()
    created_at = serializers.DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, with the sections that other apps keep."""
        sections = hooks.sections().items()
        return {
            **super().get_fields(),
            **{name: section.serializer_class() for name, section in sections},
        }


class AccountChanges(Body):
    """What an account's owner may change here. Mail address and password have pages."""

    time_zone = StrictText(
        max_length=64, required=False, help_text="A name of the IANA database: Europe/Vienna."
    )
    is_bot = StrictBoolean(
        required=False,
        help_text="Marks a program. Cannot be taken back once a game has begun.",
    )

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, with the sections that other apps keep."""
        sections = hooks.sections().items()
        return {
            **super().get_fields(),
            **{name: section.serializer_class(required=False) for name, section in sections},
        }

    def validate_time_zone(self, value: str) -> str:
        if value not in _time_zones():
            raise serializers.ValidationError("There is no time zone of this name.", code="unknown")
        return value


class Farewell(Body):
    """What proves that it is the owner who wants to leave."""

    password = StrictText(
        max_length=MAX_PASSWORD,
        trim_whitespace=False,
        required=False,
        help_text="Needed unless it was given on the web page within the last five minutes.",
    )


@cache
def _time_zones() -> frozenset[str]:
    return frozenset(available_timezones())
