"""What the last three turns of a rated live match were, no one can tell from any answer.

Two ways to play them are held against each other: quietly, or with a goal and the line-ups after
it. Whatever a stranger asks for is answered alike, to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from config.http.pagination import Span
from games.features.live.tv import newest_goals
from games.models import Game
from games.play.challenge.live import agree_live
from games.play.start import Terms, start_game
from games.store.game_lists import Wanted
from games.store.wakeups import late_log_of_game
from games.streams.bulk import Order, _write_page
from games.streams.reading import newest_numbers, read_lines
from notifications.models import Delivery, Notification, Webhook
from notifications.relay import relay_events
from tests.conftest import Browsers
from tests.games.matches import any_turn, play, start_round, with_next_roll

API = "/api/v1"
BEFORE = ("f3e5", "c6b4", "b1a2", "c7c6")
GOAL = ("c1b1", "b8d6", "a2f7 @f7 !e8")
"""Three turns, of which the last scores with a roll below 20."""
ASKED = (
    *(f"{API}/games/{{id}}{path}" for path in (
        "", "?scene=black", "/turns", "/turns?after=3", "/history", "/events", "/events?limit=100",
        "/options", "/export", "/export?format=text", "/board.svg", "/board.svg?turn=4",
    )),
    *(f"{API}/games?{query}" for query in (
        "ids={id}", "status=playing", "status=formation", "status=playing&ids={id}",
        "status=formation&ids={id}", "status=formation&player=alice", "player=alice",
        "status=playing&status=formation",
    )),
    f"{API}/players/alice", f"{API}/players/alice/games", f"{API}/leaderboards/eleven-live",
    "/games/{id}/", "/games/{id}/history/", "/games/{id}/history/?turn=4", "/games/{id}/think/",
    "/games/{id}/goals/1/", "/embed/games/{id}", "/embed/games/{id}/state",
    "/oembed?url=http%3A%2F%2Ftestserver%2Fgames%2F{id}%2F", "/players/alice/", "/games/",
    "/players/alice/games/", "/games/?status=playing", "/lobby/", "/tv/",
)  # fmt: skip
CHANGES = re.compile(
    r'"server_time":"[^"]+"|csrfmiddlewaretoken" value="\w+"|name="csrf" content="\w+"|'
    r'"csrf_?[tT]oken": ?"\w+"|&quot;server_time&quot;:&quot;[^&]+&quot;|"server_time": "[^"]+"'
)
"""What no two answers have alike."""


@pytest.fixture
def match(alice: User, bob: User, now: datetime) -> Game:
    """A rated live match after four turns, whose next shot is a goal."""
    terms = agree_live(Terms(ruleset="eleven", live={}, rated=True))
    game = start_game(terms, {"white": alice, "black": bob}, now=now)
    game = start_round(with_next_roll(game, range(20)), now)
    play(game, *BEFORE, now=now)
    return Game.objects.get(pk=game.pk)


def told(client: Client, game: Game) -> Iterator[tuple[str, Any]]:
    """Yield all that someone is told, by where."""
    for path in ASKED:
        answer = client.get(path.format(id=game.pk))
        body = CHANGES.sub("", answer.content.decode())
        yield path, (answer.status_code, answer.headers.get("ETag"), body)
    viewer = int(client.session.get("_auth_user_id", 0)) or None
    for with_turns in (False, True):
        wanted = Wanted(ids=(game.pk,), viewer=viewer)
        order = Order(wanted=wanted, with_turns=with_turns, limit=9, owner="x", base_url="")
        lines = _write_page(order, Span(None, False, 9), None)
        yield f"lines {with_turns}", CHANGES.sub("", repr(lines))
    log = late_log_of_game(game.pk)
    yield "stream", [repr(line) for line in read_lines(log, 0)]
    yield "newest", newest_numbers([log])
    yield "goals", newest_goals(viewer)


def parting(one: Any, other: Any) -> tuple[str, str]:
    """Return where two answers part."""
    pairs = enumerate(zip(str(one), str(other), strict=False))
    begins = max(next((place for place, (a, b) in pairs if a != b), 0) - 80, 0)
    return str(one)[begins:][:200], str(other)[begins:][:200]


@pytest.mark.django_db
@pytest.mark.long
def test_strangers_are_shown_the_same_whatever_the_last_three_turns_were(
    match: Game, charlie: User, browse: Browsers, now: datetime, settings: Any
) -> None:
    settings.SITE_URL = "http://testserver"
    hook = Webhook.objects.create(user=charlie, url="https://example.org/x", events=["turn.played"])
    strangers = [browse(charlie), browse()]

    def seen_after(turns: tuple[str, ...], took: int) -> tuple[list[dict[str, Any]], Game]:
        saved = transaction.savepoint()
        for number, turn in enumerate(turns, start=1):
            at = now + timedelta(seconds=number * took)
            play(match, turn or any_turn(match), now=at)
        after = Game.objects.get(pk=match.pk)
        # No clock of it runs out while it is looked at, and "has 20 s" is said of the same moment.
        Game.objects.update(deadline=timezone.now() + timedelta(hours=took))
        with time_machine.travel(now + timedelta(seconds=10), tick=False):
            seen = [dict(told(client, match)) for client in strangers]
        relay_events(timezone.now())
        assert not Delivery.objects.filter(webhook=hook).exists()
        assert not Notification.objects.filter(user=charlie).exists()
        assert not charlie.inbox_entries.exists()
        transaction.savepoint_rollback(saved)
        return seen, after

    quiet, one = seen_after(("", "", ""), took=1)
    loud, other = seen_after(GOAL, took=2)

    assert (one.status, one.next_turn) == ("playing", 8)
    assert (other.status, other.summary.score) == ("formation", {"white": 1, "black": 0})
    for before, after in zip(quiet, loud, strict=True):
        differing = [path for path in before if str(before[path]) != str(after[path])]
        assert [(path, *parting(before[path], after[path])) for path in differing] == []
    assert quiet[0][f"{API}/games/{{id}}"][0] == 200
    assert match.pk in quiet[0][f"{API}/games?status=playing"][2]
    assert match.pk not in loud[0][f"{API}/games?status=formation"][2]
