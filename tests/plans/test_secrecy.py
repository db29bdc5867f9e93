"""No one but its player learns of a plan: not that it is there, and not that it has played."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.features.plans.models import PlanEntry
from games.models import Game, GameEvent, InboxEntry
from games.play.acts import resign
from notifications.models import Delivery, Webhook
from notifications.relay import relay_events
from tests.conftest import Browsers, Clients
from tests.games.http import API
from tests.games.matches import play
from tests.plans.conftest import Planner, fire_all, fresh, turn

FIRST, SECOND, THIRD = "d2d4 @f3", "f6e4", "f3e5 @d4"
TO_EVERYONE = "All conditional moves in this game are removed."
"""What every game says of taking back a turn."""
READ = (
    "",
    "?scene=white",
    "/turns",
    "/history",
    "/options",
    "/events",
    "/export",
    "/export?format=text",
)


def seen_by(client: APIClient, game: Game) -> dict[str, Any]:
    """Return all that can be read of a game, with the tags and headers of the answers."""
    paths = [f"{API}/games/{game.pk}{path}" for path in READ]
    paths += [f"{API}/games", f"{API}/games?player=alice", f"{API}/players/alice/games"]
    if client._credentials:
        paths += [f"{API}/events", f"{API}/games?awaiting=me"]
    seen = {}
    for path in paths:
        answer = client.get(path)
        # A game that is over has no options any more.
        assert answer.status_code == 200 or path.endswith("/options"), (path, answer.content)
        body = re.sub(r'"server_time":"[^"]+"', "", answer.content.decode())
        seen[path] = (body, answer.headers.get("ETag"), answer.headers.get("Last-Modified"))
    return seen


@pytest.fixture
def prepared(game: Game, alice: User, plan: Planner, now: datetime) -> Game:
    play(game, FIRST, now=now)
    return game


def test_a_plan_changes_nothing_that_others_can_read(
    prepared: Game, alice: User, black: APIClient, client_of: Clients, plan: Planner
) -> None:
    watchers = (black, client_of())
    before = [seen_by(watcher, prepared) for watcher in watchers]
    stamp = (fresh(prepared).revision, fresh(prepared).updated_at, fresh(prepared).last_event)

    entry = plan(prepared, alice, [SECOND], turn(THIRD))
    plan(prepared, alice, ["c6b4"], {"do": "stop"})
    plan(prepared, alice, ["c6b4"], {"do": "resign"}, replace=True)
    fire_all(prepared, entry.made_at)

    assert [seen_by(watcher, prepared) for watcher in watchers] == before
    assert (
        fresh(prepared).revision,
        fresh(prepared).updated_at,
        fresh(prepared).last_event,
    ) == stamp


def test_a_turn_that_a_plan_played_looks_like_any_other(
    prepared: Game,
    alice: User,
    bob: User,
    black: APIClient,
    client_of: Clients,
    browse: Browsers,
    plan: Planner,
    now: datetime,
) -> None:
    plan(prepared, alice, [SECOND], turn(THIRD))
    plan(prepared, alice, ["c6b4"], {"do": "stop"})
    events = GameEvent.objects.count()
    play(prepared, SECOND, now=now)
    by_hand = set(GameEvent.objects.latest("id").data)
    fire_all(prepared, now)

    # One event as after a turn by hand, with the same members, for the same people.
    assert GameEvent.objects.count() == events + 2
    assert set(GameEvent.objects.latest("id").data) == by_hand
    last = InboxEntry.objects.filter(event=GameEvent.objects.latest("id"))
    assert set(last.values_list("user__username", flat=True)) == {"alice", "bob"}
    for watcher in (black, client_of()):
        for path, (body, *_rest) in seen_by(watcher, prepared).items():
            assert '"plan' not in body, path
            # Each is told of their own turns alone.
            told_how = re.findall(r'"by": ?"(\w+)"', body)
            assert set(told_how) <= ({"hand"} if watcher is black else set()), path
    for page in (f"/games/{prepared.pk}/", f"/games/{prepared.pk}/history/", "/", "/games/"):
        shown = browse(bob).get(page).content.decode()
        assert not re.search(r'"by": ?"plan"', shown), page
        shown = shown.replace(TO_EVERYONE, "")
        assert "conditional move" not in shown, page
    history = f"/games/{prepared.pk}/history/"
    assert browse(alice).get(history).content.decode().count("conditional move") == 1

    resign(bob.pk, prepared.pk, now=now)
    told = client_of().get(f"{API}/games/{prepared.pk}/export").json()["turns"]
    assert [one["by"] for one in told] == ["hand", "hand", "plan"]
    assert "conditional move" in browse(bob).get(history).content.decode()
    # What was prepared and never came stays its player's own.
    fire_all(prepared, now)
    for path, (body, *_rest) in seen_by(client_of(), prepared).items():
        # As a word of its own: a hash may hold these four letters too.
        assert not re.search(r"\bc6b4\b", body), path
    assert PlanEntry.objects.filter(because="game_over").count() == 1


def test_a_webhook_hears_of_the_turn_alone(
    prepared: Game, alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    Webhook.objects.create(
        user=bob, url="https://example.org/hook", events=["turn.played"], secret=b""
    )
    while relay_events(now):
        pass
    told = Delivery.objects.count()
    plan(prepared, alice, [SECOND], turn(THIRD))
    assert relay_events(now) == 0

    play(prepared, SECOND, now=now)
    fire_all(prepared, now)
    while relay_events(now):
        pass
    assert Delivery.objects.count() == told + 2
    for delivery in Delivery.objects.order_by("-pk")[:2]:
        assert "plan" not in delivery.body


def test_operators_see_games_and_no_plans(
    prepared: Game, alice: User, browse: Browsers, plan: Planner
) -> None:
    operator = User.objects.create_superuser("operator", "operator@example.org", "corner-flag-24")
    pages = ("/admin/games/game/", f"/admin/games/game/{prepared.pk}/change/", "/admin/")

    def shown() -> list[str]:
        told = [browse(operator).get(page) for page in pages]
        assert [page.status_code for page in told] == [200] * len(pages)
        # Each page has a token of its own, which differs each time.
        return [re.sub(r'csrf[^>]*value="[^"]*"', "", page.content.decode()) for page in told]

    before = shown()
    plan(prepared, alice, [SECOND], turn(THIRD))

    assert shown() == before
