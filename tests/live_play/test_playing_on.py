"""Playing on: both are at the same match by post, play at once, and part again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.features.live import playing_on
from games.features.live.models import PlayingOn
from games.features.live.playing_on import SILENT_FOR, agree, end_silent, look, stop
from games.features.live.tasks import end_playing_on
from games.models import Game, GameEvent
from games.play.acts import resign
from games.play.blocks import block
from games.streams import presence
from games.streams.presence import Visit
from notifications.models import Notification
from notifications.relay import relay_events
from tests.at_once import at_once
from tests.games.http import refused
from tests.games.matches import any_turn, play

API = "/api/v1"


@pytest.fixture
def meeting(game: Game, alice: User, bob: User) -> Iterator[Game]:
    """The game, with both of its players at the page."""
    visits = [Visit(game.pk, user.pk, "page", is_shown=True) for user in (alice, bob)]
    for visit in visits:
        presence.arrive(visit)
    yield game
    for visit in visits:
        presence.leave(visit)


def told(user: User) -> list[tuple[Any, ...]]:
    """Return what someone was told of playing on: the type, the side, and why it ended."""
    entries = user.inbox_entries.filter(event__type__startswith="playing_on.").order_by("number")
    data = [(entry.event.type.partition(".")[2], entry.event.data) for entry in entries]
    return [(kind, one["side"], *([one["why"]] if "why" in one else [])) for kind, one in data]


def test_a_match_by_post_goes_live_and_back_and_on(
    white: APIClient, black: APIClient, third: APIClient, meeting: Game, alice: User, bob: User
) -> None:
    path = f"{API}/games/{meeting.pk}/playing-on"
    before = white.get(f"{API}/games/{meeting.pk}").json()
    relay_events(timezone.now())
    Notification.objects.all().delete()
    log = GameEvent.objects.filter(game=meeting, number__isnull=False).count()

    def move(client: APIClient) -> dict[str, Any]:
        game = Game.objects.get(pk=meeting.pk)
        body = {"turn": game.next_turn, "actions": any_turn(game).split()}
        made = client.post(f"{API}/games/{meeting.pk}/turns", body)
        assert made.status_code == 201
        return made.json()["game"]

    # Asked, taken back, declined; then agreed.
    assert white.get(path).json()["state"] == "off"
    asked = white.put(path).json()
    assert (asked["state"], asked["agreed"]) == ("asked", ["white"])
    assert white.put(path).json() | {"server_time": ""} == asked | {"server_time": ""}
    assert black.get(path).json()["agreed"] == ["white"]
    assert white.delete(path).status_code == white.delete(path).status_code == 204
    assert white.put(path).json()["state"] == "asked"
    assert black.delete(path).status_code == 204
    assert black.put(path).json()["agreed"] == ["black"]
    on = white.put(path).json()
    assert (on["state"], on["agreed"]) == ("on", [])
    again = [client.put(path).json() | {"server_time": ""} for client in (white, black)]
    assert again == [on | {"server_time": ""}] * 2
    assert told(bob) == [
        ("asked", "white"), ("ended", "white", "withdrawn"),
        ("asked", "white"), ("ended", "black", "declined"),
        ("asked", "black"), ("began", "white"),
    ]  # fmt: skip
    assert told(alice) == told(bob)

    # The deadlines are those of a match by post, whatever is agreed.
    after = white.get(f"{API}/games/{meeting.pk}").json()
    for name in ("deadline", "main_until", "reserve_left", "clock", "turn", "days_per_turn"):
        assert after[name] == before[name]
    for client in (white, black, white):
        played = move(client)
        left = datetime.fromisoformat(played["deadline"]) - timezone.now()
        assert timedelta(hours=23, minutes=59) < left <= timedelta(days=1)
    assert black.get(path).json()["state"] == "on"
    assert black.delete(path).status_code == 204
    assert told(alice)[-1] == ("ended", "black", "stopped")
    assert white.get(path).json()["state"] == "off"
    move(black)
    assert Game.objects.get(pk=meeting.pk).next_turn == 5

    # It is no one else's concern, and makes no mail.
    refused(third.get(path), 403, "not_a_player")
    refused(third.put(path), 403, "not_a_player")
    numbered = GameEvent.objects.filter(game=meeting, number__isnull=False)
    assert numbered.exclude(type="turn.played").count() == log
    relay_events(timezone.now())
    assert not Notification.objects.filter(kind__startswith="playing").exists()
    resign(alice.pk, meeting.pk, now=timezone.now())
    refused(white.put(path), 409, "game_over")


def test_after_three_minutes_without_a_turn_it_ends_automatically(
    meeting: Game, alice: User, bob: User, now: datetime
) -> None:
    agree(alice.pk, meeting.pk, now=now)
    began = agree(bob.pk, meeting.pk, now=now + timedelta(seconds=30))
    assert began.until == now + timedelta(seconds=30) + SILENT_FOR

    for seconds in (100, 250, 400):
        play(meeting, any_turn(meeting), now=now + timedelta(seconds=seconds))
    last = now + timedelta(seconds=400)
    assert end_silent(last + timedelta(seconds=60)) == 0
    assert end_silent(last + SILENT_FOR - timedelta(seconds=1)) == 0
    standing = look(alice.pk, meeting.pk, now=last + SILENT_FOR - timedelta(seconds=1))
    assert (standing.state, standing.until) == ("on", last + SILENT_FOR)
    assert look(alice.pk, meeting.pk, now=last + SILENT_FOR).state == "off"

    # A turn that comes later does not bring it back.
    play(meeting, any_turn(meeting), now=last + SILENT_FOR + timedelta(seconds=5))
    assert look(bob.pk, meeting.pk, now=last + SILENT_FOR + timedelta(seconds=6)).state == "off"
    assert end_silent(last + SILENT_FOR + timedelta(seconds=7)) == 1
    assert end_silent(last + SILENT_FOR + timedelta(seconds=7)) == 0
    assert told(alice)[-1] == told(bob)[-1] == ("ended", None, "silence")
    (event,) = GameEvent.objects.filter(type="playing_on.ended")
    assert event.happened_at == last + SILENT_FOR
    assert not PlayingOn.objects.exists()

    # Nor does a question wait for ever; and one that ends before a sweep comes by is told of.
    agree(alice.pk, meeting.pk, now=last)
    assert look(bob.pk, meeting.pk, now=last + timedelta(seconds=61)).state == "off"
    assert agree(bob.pk, meeting.pk, now=last + timedelta(seconds=61)).agreed == ("black",)
    agree(alice.pk, meeting.pk, now=last + timedelta(seconds=62))
    later = last + timedelta(minutes=10)
    assert agree(alice.pk, meeting.pk, now=later).state == "asked"
    agree(bob.pk, meeting.pk, now=later)
    stop(bob.pk, meeting.pk, now=later + SILENT_FOR)
    assert [one for one in told(alice) if one[0] == "ended"] == [("ended", None, "silence")] * 3


def test_the_end_of_the_match_ends_it(meeting: Game, alice: User, bob: User, now: datetime) -> None:
    agree(alice.pk, meeting.pk, now=now)
    agree(bob.pk, meeting.pk, now=now)

    resign(alice.pk, meeting.pk, now=now)

    assert look(bob.pk, meeting.pk, now=now).state == "off"
    PlayingOn.objects.update(moved_at=now - SILENT_FOR)
    assert end_playing_on() == 1
    assert told(bob)[-1] == ("ended", None, "game_over")


def test_no_one_is_asked_who_is_not_there_or_does_not_want_to_be_found(
    white: APIClient, black: APIClient, game: Game, alice: User, bob: User
) -> None:  # fmt: skip
    path = f"{API}/games/{game.pk}/playing-on"
    refused(white.put(path), 409, "opponent_away")
    hidden = Visit(game.pk, bob.pk, "page", is_shown=False)
    presence.arrive(hidden)
    refused(white.put(path), 409, "opponent_away")
    assert told(bob) == []

    # Anyone who hides may ask, and is answered.
    visit = Visit(game.pk, alice.pk, "page", is_shown=True)
    presence.arrive(visit)
    assert black.put(path).json()["state"] == "asked"
    assert white.put(path).json()["state"] == "on"
    black.delete(path)
    for _ in range(playing_on.MOST_ASKED - 1):
        assert black.put(path).status_code == 200
        black.delete(path)
    refused(black.put(path), 409, "wrong_phase")

    presence.arrive(hidden._replace(token="other", is_shown=True))
    block(bob, "alice", now=timezone.now())
    refused(white.put(path), 409, "opponent_away")
    for one in (hidden, visit, hidden._replace(token="other", is_shown=True)):
        presence.leave(one)


@pytest.mark.django_db(transaction=True)
def test_both_together_begin_once(meeting: Game, alice: User, bob: User, now: datetime) -> None:
    def press(user: User) -> str:
        return playing_on.agree(user.pk, meeting.pk, now=now).state

    states = at_once(*[lambda user=user: press(user) for user in (alice, bob, alice, bob)])

    assert states.count("on") >= 2
    assert [one[0] for one in told(alice)] == ["asked", "began"]
    at_once(*[lambda: stop(alice.pk, meeting.pk, now=now) for _ in range(3)])
    assert told(bob)[-1] == ("ended", "white", "stopped")
    assert len(told(bob)) == 3
