"""Everyone can be reached by mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from rest_framework.test import APIClient

from accounts.models import User
from games.shown.event_words import event_types
from notifications.digests.daily import MAIL, Daily, newest
from notifications.message.context import MessageContext
from notifications.message.written import PicturedMail
from notifications.models import Digest, Notification
from notifications.relay import relay_events
from tests.conftest import Person
from tests.notifications.receiver import Receiver, receiver


def daily_mail(contexts: Sequence[MessageContext]) -> PicturedMail:
    """Return the daily mail that tells of these, which have one receiver."""
    news = [context.compose() for context in newest(contexts)]
    digest = Digest(user=contexts[0].receiver, period=MAIL.name)
    return MAIL.write_day(digest, Daily(news=news), "one@example.org")


@pytest.fixture
def now() -> datetime:
    """The present: what is sent is checked against the real clock."""
    return datetime.now(UTC)


def make_user(name: str, *, verified: bool = True) -> User:
    user = User.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    return user


@pytest.fixture
def person(db: None) -> Person:
    """Return a function that makes a person who can be reached by mail."""
    return make_user


@pytest.fixture
def relayed(now: datetime) -> Callable[[], list[tuple[str, str]]]:
    """Return a function that relays the outbox and gives the new messages: who, and what."""
    seen: set[int] = set()

    def relay() -> list[tuple[str, str]]:
        while relay_events(now):
            pass
        fresh = Notification.objects.exclude(pk__in=seen).select_related("user").order_by("pk")
        rows = list(fresh)
        seen.update(row.pk for row in rows)
        return [(row.user.username, row.kind) for row in rows]

    return relay


@pytest.fixture
def own_network(settings: Any, db: None) -> None:
    """Let webhooks lead to this machine."""
    settings.PRIVATE_TARGETS = True


@pytest.fixture
def service() -> Iterator[Receiver]:
    """A server that webhooks lead to."""
    with receiver() as running:
        yield running


@pytest.fixture
def bobs(bob: User, client_of: Callable[..., APIClient]) -> APIClient:
    return client_of(bob)


@pytest.fixture
def hook(own_network: None, bobs: APIClient, service: Receiver) -> dict[str, Any]:
    """Bob's webhook for all that happens, as he was shown it."""
    body = {"url": f"{service.url}/hook", "events": event_types()}
    answer = bobs.post("/api/v1/webhooks", body, format="json")
    assert answer.status_code == 201, answer.content
    return answer.json()
