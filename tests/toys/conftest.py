"""The toys, registered with a service that has never heard of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from accounts.models import User
from config.http import kept_pages
from games.models import Game
from games.rules import registry
from tests.toys.games import begin
from tests.toys.stones import hosted


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    for game in hosted():
        registry.register(game)
    kept_pages.forget()
    yield
    for game in hosted():
        registry.forget(game.rules.key)
    kept_pages.forget()


@pytest.fixture
def now() -> datetime:
    """A time in the future, so that no clock of the machine gets in the way."""
    return datetime(2030, 1, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def four(alice: User, bob: User, charlie: User, dan: User, now: datetime) -> Game:
    """A game of four with forty stones: alice is White and to play."""
    sides = {"white": alice, "silver": bob, "black": charlie, "gold": dan}
    return begin("quad", sides, now, stones=40)


@pytest.fixture
def pair(alice: User, bob: User, now: datetime) -> Game:
    """A game of two with forty stones: alice is White and to play."""
    return begin("pair", {"white": alice, "black": bob}, now, stones=40)
