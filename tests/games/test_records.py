"""The sums of games that ended days ago are kept; a record is always what all games add up to."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from accounts.services.deletion import delete_account
from games.models import Game
from games.play.acts import resign
from games.store.records import FEW, KEPT_AS, sums_of
from tests.games.copies import copies_of
from tests.games.matches import any_turn, play, start_formations, start_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def now() -> datetime:
    """Return the present: what is kept ended before it."""
    return timezone.now()


def begun(white: User, black: User, now: datetime) -> Game:
    """Return a game in which both have played."""
    game = start_round(start_formations(white, black, now), now)
    while game.next_turn < 3:
        game = play(game, any_turn(game), now=now).game
    return game


def added_up(user: User) -> tuple[int, ...]:
    """Return the sums of all games, with nothing kept."""
    cache.clear()
    return sums_of(user.pk)


def test_what_ended_long_ago_is_added_up_once(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    running = begun(alice, charlie, now)
    game = begun(alice, bob, now)
    resign(bob.pk, game.pk, now=now)
    ended = [Game.objects.get(pk=game.pk), *copies_of(game, 2 * FEW)]
    for number, one in enumerate(ended):
        # Four on each day, of which three count.
        one.finished_at = now - timedelta(days=number // 4)
    Game.objects.bulk_update(ended, ["finished_at"])

    first = sums_of(alice.pk)
    assert first == added_up(alice)
    assert first.won == 3 * (2 * FEW // 4) + 1
    # Kept are those of whole days: what changes there isn't looked at again.
    Game.objects.filter(pk=ended[-1].pk).update(winner=None)
    assert sums_of(alice.pk) == first
    Game.objects.filter(pk=ended[-1].pk).update(winner=ended[-1].winner)

    # A seat older than those that are kept, and a new one.
    resign(alice.pk, running.pk, now=now)
    other = begun(charlie, alice, now)
    resign(charlie.pk, other.pk, now=now)
    later = sums_of(alice.pk)
    assert (later.won, later.lost) == (first.won + 1, first.lost + 1)
    assert later == added_up(alice)


@pytest.fixture
def ended(alice: User, bob: User, now: datetime) -> list[Game]:
    """Games of alice and bob, each of which ended on another day long ago."""
    game = begun(alice, bob, now)
    resign(bob.pk, game.pk, now=now)
    ended = copies_of(game, 2 * FEW)
    for number, one in enumerate(ended):
        one.finished_at = now - timedelta(days=4 + number)
    Game.objects.bulk_update(ended, ["finished_at"])
    return ended


def test_a_restored_database_that_lacks_games_is_added_up_again(
    alice: User, ended: list[Game]
) -> None:
    assert sums_of(alice.pk).won == len(ended) + 1

    ended[0].delete()

    assert sums_of(alice.pk).won == len(ended)
    assert sums_of(alice.pk) == added_up(alice)


def test_nothing_is_kept_of_someone_who_left(alice: User, ended: list[Game], now: datetime) -> None:
    sums_of(alice.pk)
    assert cache.get(KEPT_AS.format(alice.pk))

    delete_account(alice, now)

    assert cache.get(KEPT_AS.format(alice.pk)) is None
