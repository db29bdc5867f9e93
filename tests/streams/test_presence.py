"""Who is at the page of a game: known from open streams, to its players alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import httpx
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.streams import presence
from games.streams.presence import Visit
from notifications.message.context import load_contexts
from notifications.models import Notification
from notifications.relay import WHILE_PLAYING, relay_events
from tests.games.matches import play
from tests.patience import until
from tests.streams.reading import NDJSON, SSE, following

Clients = Callable[..., httpx.Client]


def here(client: httpx.Client, game: Game) -> list[str]:
    """Return which of the others are at a game."""
    found: list[str] = client.get(f"/games/{game.pk}/presence").json()["here"]
    return found


def test_players_hear_of_each_other_while_their_streams_are_open(
    client_of: Clients, alice: User, bob: User, charlie: User, game: Game
) -> None:
    mine, his = client_of(alice), client_of(bob)
    at = {"at": game.pk}

    with following(mine, "/events", NDJSON, params=at) as stream:
        assert stream.take(1) == [{"type": "presence", "game": game.pk, "here": []}]
        with following(his, "/events", SSE, params=at) as other:
            frames = [other.frame(), other.frame()]
            told = {"type": "presence", "game": game.pk, "here": ["white"]}
            assert frames[1]["event"] == "presence"
            assert json.loads(frames[1]["data"]) == told
            assert "id" not in frames[1]
            assert stream.take(1)[0]["here"] == ["black"]
            assert here(mine, game) == ["black"]
        assert stream.take(1)[0]["here"] == []
        assert here(mine, game) == []
    until(lambda: here(his, game) == [])

    # No one else is told, or counts as a visitor.
    with following(client_of(charlie), "/events", NDJSON, params=at):
        play(game, "d2d4 @f3", now=timezone.now())
        assert here(mine, game) == []
    refused = client_of(charlie).get(f"/games/{game.pk}/presence")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_a_player")
    for wrong in ("no", ",".join(["h4Xk93Qm"] * 6)):
        assert mine.get("/events", params={"at": wrong}).json()["code"] == "invalid"


def test_a_player_who_does_not_want_it_is_not_shown(
    client_of: Clients, alice: User, bob: User, game: Game
) -> None:
    User.objects.filter(pk=bob.pk).update(page_settings={"present": False})

    with following(client_of(bob), "/events", NDJSON, params={"at": game.pk}) as stream:
        stream.take(1)
        assert presence.who_is_at([game.pk]) == {game.pk: {bob.pk: False}}
        assert here(client_of(alice), game) == []


def test_no_mail_reports_a_turn_that_is_seen(alice: User, bob: User, game: Game) -> None:
    """It waits, and goes once the page is closed and nothing was played."""
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True)
    now = timezone.now()
    relay_events(now)
    Notification.objects.all().delete()
    visit = Visit(game.pk, bob.pk, "page", is_shown=False)
    presence.arrive(visit)

    play(game, "d2d4 @f3", now=now)
    relay_events(now)

    (row,) = Notification.objects.filter(user=bob)
    assert row.due_at == now + WHILE_PLAYING
    later = now + WHILE_PLAYING + timedelta(minutes=1)
    assert not load_contexts([row])[0].is_true(later)
    presence.leave(visit)
    assert load_contexts([row])[0].is_true(later)
