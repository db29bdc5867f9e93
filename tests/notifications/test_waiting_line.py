"""What the page of a game says of how its player will hear of the answer."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import User
from games.models import Game
from notifications.models import PushSubscription
from notifications.vocabulary import Channel, Timing
from notifications.wishes import update_preferences
from tests.conftest import Browsers
from tests.games.matches import play
from tests.notifications.conftest import make_user

pytestmark = pytest.mark.django_db


def test_a_player_who_waits_reads_how_the_answer_will_reach_them(
    browse: Browsers, game: Game, now: datetime
) -> None:
    play(game, "c3e4 @d2", now=now)
    alice = User.objects.get(username="alice")

    def page(user: User | None = alice) -> str:
        return (browse(user) if user else browse()).get(f"/games/{game.pk}/").content.decode()

    assert "email you" in page()
    update_preferences(alice.pk, {Channel.MAIL: {"turn": Timing.DAILY}})
    assert "The daily email lists what waits for you." in page()
    PushSubscription.objects.create(
        user=alice, p256dh="", auth="", endpoint="https://push.example.org/1"
    )
    assert "We&#x27;ll notify you when it&#x27;s your turn." in page()
    update_preferences(alice.pk, {channel: {"turn": Timing.OFF} for channel in Channel})
    assert "heard" not in page()
    # An onlooker waits for nothing.
    assert "heard" not in page(make_user("charlie"))
