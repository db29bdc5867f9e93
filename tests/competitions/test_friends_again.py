"""The same again among friends: set up in a tap when one is over, its players asked to join."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.features.competitions.models import Competition
from games.features.competitions.services.among_friends import (
    add_bot,
    call_off,
    join,
    set_up_again,
    start,
)
from games.models import Block
from games.play.robots import open_house
from notifications.message.context import load_contexts
from notifications.models import Notification
from notifications.relay import relay_events
from tests.competitions.friends import make_friendly
from tests.markup import tight
from tests.notifications.conftest import make_user

pytestmark = pytest.mark.django_db


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_finished_cup_is_held_again_with_the_same_players() -> None:
    alice, bob, charlie = (make_user(name) for name in ("alice", "bob", "charlie"))
    now = timezone.now()
    open_house()
    cup = make_friendly(now, alice, [bob, charlie], name="Friday Cup")
    guest = Client()
    guest.post(f"/c/{cup.competition.code}/")
    add_bot(alice, cup.competition.pk, "easy", now=now)
    url = f"/competitions/{cup.competition.pk}/"
    start(alice, cup.competition.pk, now=now)
    assert "New cup" not in as_user(bob).get(url).content.decode()
    assert as_user(bob).post(f"{url}again/").status_code == 404, "it isn't over"
    cup.play_out()
    assert "New cup" in as_user(bob).get(url).content.decode()
    assert "New cup" not in guest.get(url).content.decode(), "guests set up nothing"
    assert as_user(User.objects.create_user("eve")).post(f"{url}again/").status_code == 404

    answer = as_user(bob).post(f"{url}again/")

    new = Competition.objects.exclude(pk=cup.competition.pk).get()
    assert answer["Location"] == f"/competitions/{new.pk}/"
    assert (new.title, new.organiser, new.previous) == ("Friday Cup", bob, cup.competition)
    page = tight(as_user(bob).get(answer["Location"]).content.decode())
    assert "Start now with 2" in page, "bob and the bot"
    assert page.count(">invited<") == 3
    again = as_user(alice).post(f"{url}again/")
    assert again["Location"] == answer["Location"], "it is set up once"
    while relay_events(timezone.now()):
        pass
    asked = Notification.objects.filter(event__type="season.confirm", channel="mail")
    words = {one.receiver: one.compose() for one in load_contexts(list(asked))}
    assert {alice, charlie} <= set(words)
    assert words[alice].title == "Friday Cup: will you play again?"
    assert words[alice].sentences == ("bob invites the same players.",)
    assert words[alice].path == answer["Location"]
    for client in (as_user(alice), as_user(charlie), guest):
        assert "Next cup" in client.get(url).content.decode()
        assert "bob invites you again: Friday Cup." in client.get("/").content.decode()
        assert client.post(f"/c/{new.code}/").status_code == 302
    page = tight(as_user(bob).get(answer["Location"]).content.decode())
    assert "Start now with 5" in page
    assert ">invited<" not in page


def test_who_does_not_join_again_is_left_out(alice: User, bob: User, charlie: User) -> None:
    now = timezone.now()
    league = make_friendly(now, alice, [bob, charlie], kind="league")
    start(alice, league.competition.pk, now=now)
    league.play_out()
    new = set_up_again(alice, league.competition.pk, now=now)
    join(bob, new.code or "", now=now)

    start(alice, new.pk, now=now)

    assert {one.user for one in new.entries.all()} == {alice, bob}
    assert set(new.entries.values_list("section__key", flat=True)) == {"division-1"}
    call_off_one = set_up_again(bob, league.competition.pk, now=now)
    assert call_off_one == new, "it is running"


def test_a_cancelled_one_makes_room_for_another(alice: User, bob: User) -> None:
    now = timezone.now()
    cup = make_friendly(now, alice, [bob])
    start(alice, cup.competition.pk, now=now)
    cup.play_out()
    first = set_up_again(alice, cup.competition.pk, now=now)
    call_off(alice, first.pk, now=now)
    Block.objects.create(user=bob, blocked=alice)

    second = set_up_again(alice, cup.competition.pk, now=now)

    assert second != first
    assert [one.user for one in second.entries.all()] == [alice], "who blocks stays unasked"
