"""The shapes of what is sent to and by the account part of the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts import examples, hooks
from accounts.credentials import ALL_SCOPES, LEAST_SCOPES, SCOPE_NAMES
from accounts.models import User
from accounts.services.registration import check_username
from accounts.services.tokens import LONGEST_LIFE
from accounts.site_rules import check_email
from accounts.zones import time_zones
from config.http.errors.field_codes import FieldCode
from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList, StrictText

MAX_PASSWORD = 256


class NewAccount(Input):
    """A new account."""

    username = StrictText(
        min_length=2,
        max_length=30,
        help_text="Letters, digits, hyphens and underscores. Case makes no difference.",
    )
    email = serializers.EmailField(max_length=254)
    password = StrictText(
        min_length=8, max_length=MAX_PASSWORD, trim_whitespace=False, write_only=True
    )

    def validate_email(self, value: str) -> str:
        check_email(value)
        return value

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


class KeptAccount(NewAccount):
    """The account that a guest becomes."""


class Credentials(Input):
    """A name and a password, given for a token."""

    username = StrictText(max_length=254, help_text="Or the verified email address.")
    password = StrictText(max_length=MAX_PASSWORD, trim_whitespace=False)
    code = StrictText(
        max_length=20,
        required=False,
        help_text="The two-factor code from the app, or a recovery code, if the account needs one.",
    )
    name = StrictText(
        max_length=100,
        default="API token",
        help_text="Helps you recognise your tokens.",
    )
    scopes = StrictList(
        child=serializers.ChoiceField(SCOPE_NAMES),
        default=lambda: list(LEAST_SCOPES),
        allow_empty=False,
        max_length=len(ALL_SCOPES),
        help_text="By default what you need to play: games:read, games:play and challenges:write.",
    )
    expires_in = StrictInteger(
        min_value=60,
        max_value=int(LONGEST_LIFE.total_seconds()),
        required=False,
        help_text="In how many seconds it ends; after a year, unless said otherwise.",
    )
    expires_at = serializers.DateTimeField(
        required=False, help_text="When it ends, instead of expires_in; within ten years."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return what was given, with one time for the end."""
        now = timezone.now()
        life = attrs.pop("expires_in", None)
        end = attrs.get("expires_at")
        if life is not None and end is not None:
            raise _wrong_end(_("Send expires_in or expires_at, not both."), "one_of_two")
        if end is not None and not now < end <= now + LONGEST_LIFE:
            raise _wrong_end(_("Choose a time in the next ten years."), "out_of_range")
        if life is not None:
            attrs["expires_at"] = now + timedelta(seconds=life)
        return attrs


def _wrong_end(words: str, code: FieldCode) -> serializers.ValidationError:
    return serializers.ValidationError({"expires_at": [ErrorDetail(words, code)]})


class Account(serializers.Serializer[Any]):
    """The account as its owner sees it."""

    @staticmethod
    def example() -> dict[str, Any]:
        """Return an account as it may look."""
        facts = hooks.facts().items()
        return {**examples.ACCOUNT, **{name: part.example for name, part in facts}}

    username = serializers.CharField()
    email = serializers.CharField(help_text="The email address; empty for a guest.")
    email_verified = serializers.BooleanField()
    time_zone = serializers.CharField()
    language = serializers.CharField(
        allow_blank=True,
        help_text=(
            "The language of pages, emails and pushes. Empty: the browser's language for pages."
        ),
    )
    is_bot = serializers.BooleanField()
    is_guest = serializers.BooleanField(
        help_text="Whether it plays without a name, an address and a password so far."
    )
    created_at = serializers.DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, with what other apps keep and know."""
        return {
            **super().get_fields(),
            **{name: part.serializer_class() for name, part in hooks.facts().items()},
        }


class AccountChanges(Input):
    """Changes to an account. Email address and password have pages."""

    time_zone = StrictText(
        max_length=64, required=False, help_text="A name of the IANA database: Europe/Vienna."
    )
    language = StrictText(
        max_length=12,
        required=False,
        allow_blank=True,
        help_text="en or de, for pages, emails and pushes. More will come. Empty: none chosen.",
    )
    is_bot = StrictBoolean(
        required=False,
        help_text="Marks a program. Only before the first game; a token must send the password.",
    )
    password = StrictText(
        max_length=MAX_PASSWORD,
        trim_whitespace=False,
        required=False,
        write_only=True,
        help_text="Needed to change is_bot by a token; nothing else asks for it.",
    )

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, with the sections that other apps keep."""
        sections = hooks.SECTIONS.named().items()
        return {
            **super().get_fields(),
            **{name: section.serializer_class(required=False) for name, section in sections},
        }

    def validate_time_zone(self, value: str) -> str:
        if value not in time_zones():
            raise serializers.ValidationError(_("This time zone doesn't exist."), code="unknown")
        return value

    def validate_language(self, value: str) -> str:
        if value and value not in dict(settings.LANGUAGES):
            detail = _("We don't support this language.")
            raise serializers.ValidationError(detail, code="unknown_choice")
        return value


class Farewell(Input):
    """Proof that the owner wants to delete the account."""

    password = StrictText(
        max_length=MAX_PASSWORD,
        trim_whitespace=False,
        required=False,
        help_text="Needed unless it was given on the web page within the last five minutes.",
    )
