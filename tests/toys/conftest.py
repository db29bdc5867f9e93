"""The toys, registered with a service that has never heard of them."""

# ruff: noqa: F401, F811 (a fixture is imported to be asked for by its name)

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from accounts.models import User
from games.models import Game
from games.rules import registry
from tests.games.conftest import alice, bob, charlie, client_of, now, white
from tests.toys.games import begin
from tests.toys.stones import hosted


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    for game in hosted():
        registry.register(game)
    yield
    for game in hosted():
        registry.forget(game.rules.key)


@pytest.fixture
def dan(db: None) -> User:
    return User.objects.create_user("dan", "dan@example.org")


@pytest.fixture
def four(alice: User, bob: User, charlie: User, dan: User, now: datetime) -> Game:
    """A game of four with forty stones: alice is White and to play."""
    sides = {"white": alice, "silver": bob, "black": charlie, "gold": dan}
    return begin("quad", sides, now, stones=40)


@pytest.fixture
def pair(alice: User, bob: User, now: datetime) -> Game:
    """A game of two with forty stones: alice is White and to play."""
    return begin("pair", {"white": alice, "black": bob}, now, stones=40)
