"""Keys that the database doesn't check: no row is left without what it belongs to."""

from __future__ import annotations

import pytest
from django.db import transaction

from accounts.models import User
from accounts.services.deletion import clear_away, delete_account
from games.models import Challenge, Game, GameEvent, Inbox, InboxEntry, Turn
from games.play.turns import play_turn
from tests.games.matches import any_turn
from tests.games.races import race
from tests.games.test_races import KICK_OFF, now_of

pytestmark = pytest.mark.django_db(transaction=True)


def check_no_orphans() -> None:
    """Fail if a row names a game, an event or a person that isn't there."""
    assert not Turn.objects.exclude(game__in=Game.objects.values("pk")).exists()
    assert not InboxEntry.objects.exclude(event__in=GameEvent.objects.values("pk")).exists()
    assert not InboxEntry.objects.exclude(user__in=User.objects.values("pk")).exists()
    assert not InboxEntry.objects.exclude(user__in=Inbox.objects.values("pk")).exists()


def _delete(game: Game) -> None:
    """Delete a game as the service does: locked first."""
    with transaction.atomic():
        list(Game.objects.filter(pk=game.pk).select_for_update())
        Challenge.objects.filter(game=game.pk).delete()
        Game.objects.filter(pk=game.pk).delete()


def test_a_game_takes_its_turns_and_entries_along(game: Game, alice: User) -> None:
    play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now_of(game))
    assert Turn.objects.exists()
    assert InboxEntry.objects.exists()

    _delete(game)

    assert not Turn.objects.exists()
    assert not GameEvent.objects.filter(game=game.pk).exists()
    assert not InboxEntry.objects.filter(event__game=game.pk).exists()
    check_no_orphans()


@pytest.mark.parametrize("is_first", [True, False])
def test_a_turn_beside_the_end_of_its_game(game: Game, alice: User, is_first: bool) -> None:
    acts = [
        lambda: play_turn(alice.pk, game.pk, 1, any_turn(game).split(), now=now_of(game)),
        lambda: _delete(game),
    ]

    race(game, *(acts if is_first else acts[::-1]))

    assert not Turn.objects.exists()
    check_no_orphans()


def test_a_guest_takes_the_inbox_along(game: Game, alice: User, bob: User) -> None:
    play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now_of(game))
    User.objects.filter(pk=bob.pk).update(guest_since=now_of(game))
    bob.refresh_from_db()

    delete_account(bob, now_of(game))
    clear_away(bob, now_of(game), seconds=60)

    assert not InboxEntry.objects.filter(user=bob).exists()
    assert not Inbox.objects.filter(user=bob).exists()
    check_no_orphans()
