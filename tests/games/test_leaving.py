"""Someone with many games leaves: no one waits for it, and it continues wherever it stopped."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.deletion import clear_waiting, delete_account
from games.models import Challenge, Game, GameEvent, InboxEntry
from games.play.acts import resign
from games.play.challenge import checks
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.rematches import offer_rematch
from games.refusals import Conflict
from tests.games.copies import copies_of
from tests.games.matches import start_formations

pytestmark = pytest.mark.django_db


@pytest.fixture
def many(alice: User, bob: User, now: datetime, settings) -> list[Game]:
    """Alice's games, more than a request clears."""
    settings.CLEARED_WITH_REQUEST_SECONDS = settings.CLEARED_IN_TURN_SECONDS = 0.0
    return [start_formations(alice, bob, now) for _ in range(5)]


def test_the_request_clears_little_and_the_worker_the_rest(many, alice, now) -> None:
    delete_account(alice, now)

    gone = User.objects.get(pk=alice.pk)
    assert gone.deleted_at == now
    assert gone.cleared_at is None
    assert Game.objects.filter(status__in=Game.ACTIVE).count() == 4, "one at least goes at once"

    for _ in range(60):
        if clear_waiting(timezone.now(), 10):
            break

    assert User.objects.get(pk=alice.pk).cleared_at is not None
    assert not Game.objects.filter(status__in=Game.ACTIVE).exists()
    assert "alice" not in str(list(GameEvent.objects.values_list("data", flat=True)))
    assert not InboxEntry.objects.filter(user=alice).exists()
    assert clear_waiting(timezone.now(), 10) == 0


def test_each_game_shows_its_change_once_however_often_it_is_begun_again(many, alice, now) -> None:
    delete_account(alice, now)
    while not clear_waiting(timezone.now(), 10):
        pass
    revisions = list(Game.objects.order_by("pk").values_list("revision", flat=True))

    User.objects.update(cleared_at=None)
    User.objects.exclude(pk=alice.pk).update(deleted_at=None)
    while not clear_waiting(timezone.now(), 10):
        pass

    assert list(Game.objects.order_by("pk").values_list("revision", flat=True)) == revisions


def test_a_game_that_cannot_be_left_stops_nothing(many, alice, now, settings) -> None:
    bad = min(game.pk for game in many)
    Game.objects.filter(pk=bad).update(state="what no rules can read")
    settings.CLEARED_IN_TURN_SECONDS = 10.0
    delete_account(alice, now)
    assert clear_waiting(timezone.now(), 10) == 1

    assert list(Game.objects.filter(status__in=Game.ACTIVE).values_list("pk", flat=True)) == [bad]


@pytest.mark.parametrize("who", ["alice", "bob"])
@pytest.mark.long
def test_a_person_plays_so_many_games_together_and_no_more(
    alice: User, bob: User, charlie: User, now: datetime, who: str
) -> None:
    busy = {"alice": alice, "bob": bob}[who]
    copies_of(start_formations(busy, charlie, now), checks.MOST_GAMES - 1)
    challenge = make_challenge(alice, "bob", Terms(), now=now)

    with pytest.raises(Conflict) as refusal:
        accept_challenge(bob, challenge.pk, now=now)

    assert refusal.value.code == "too_many_games"
    assert Challenge.objects.get(pk=challenge.pk).status == "open"


@pytest.mark.long
def test_a_rematch_is_a_game_too(alice: User, bob: User, charlie: User, now: datetime) -> None:
    first = start_formations(alice, bob, now)
    resign(alice.pk, first.pk, now=now)
    offer_rematch(bob, first.pk, now=now)
    copies_of(start_formations(alice, charlie, now), checks.MOST_GAMES - 1)

    with pytest.raises(Conflict) as refusal:
        offer_rematch(alice, first.pk, now=now)

    assert refusal.value.code == "too_many_games"
