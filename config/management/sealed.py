"""Whether the present ``SECRET_KEY`` opens the sealed secrets in the database."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from config.backends.encryption import Unreadable, unseal
from games.features.competitions.models import Section, Shootout
from games.models import Game
from notifications.models import ServiceSecret, Webhook


def closed_secrets() -> list[str]:
    """Return the kinds of secrets of which the oldest or the newest does not open, in words."""
    return [words for words, secrets in _kinds() if not all(_opens(each) for each in secrets)]


def _kinds() -> Iterator[tuple[str, list[bytes]]]:
    yield "the seeds of games", _ends(Game.objects.exclude(sealed_seed=b""), "sealed_seed")
    drawn = Section.objects.exclude(sealed_secret=b"")
    yield "the secrets of draws", _ends(drawn, "sealed_secret")
    yield "the secrets of shoot-outs", _ends(Shootout.objects.all(), "sealed_secret")
    yield "the secrets of webhooks", _ends(Webhook.objects.all(), "secret")
    yield "the key of web push", _ends(ServiceSecret.objects.all(), "sealed")
    apps = Authenticator.objects.filter(type=Authenticator.Type.TOTP)
    codes = [base64.b64decode(data["secret"]) for data in _ends(apps, "data")]
    yield "the second factors of people", codes


def _ends(rows: QuerySet[Any], column: str) -> list[Any]:
    """Return a column of the oldest and of the newest row."""
    found = [rows.order_by(order).values_list(column, flat=True).first() for order in ("pk", "-pk")]
    return [value for value in found if value is not None]


def _opens(sealed: bytes) -> bool:
    try:
        unseal(bytes(sealed))
    except Unreadable:
        return False
    return True
