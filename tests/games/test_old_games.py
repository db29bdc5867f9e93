"""Games of the oldest release that can be upgraded: restored, migrated, played on.

``old_games.dump`` is a backup that the server made of itself when its newest migrations were 0012
of accounts, 0034 of games and 0013 of notifications, those that ``0001_squashed`` stands for.
Most of its games come from a backup of 1 May 2024, when acts, places and sealed seeds had no rows.
Alice has White against Bob in most games, and three people have a token of an old client.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from accounts.credentials import TOKEN_PREFIX
from accounts.models import User
from games.models import Game
from games.play.heartbeat import beat
from games.play.outages import give_back
from games.play.replay import differences_of
from games.play.sweeps import close_overdue
from games.play.turns import play_turn
from games.shown.fairness import fairness_payload
from notifications.models import Webhook
from notifications.webhooks import secrets_of
from tests.games.matches import BLACK_FORMATION, WHITE_FORMATION, any_turn

pytestmark = [pytest.mark.django_db, pytest.mark.needs()]

BACKUP = Path(__file__).parent / "old_games.dump"
MADE_BY = 180_000
"""The PostgreSQL that wrote it."""


class Known(NamedTuple):
    """How a game stood when the backup was made."""

    id: str
    status: str
    reason: str = ""
    winner: str | None = None


GAMES = {
    "nothing saved": Known("AqzxsayG", "formation"),
    "one is ready": Known("pSSCChQb", "formation"),
    "one has saved": Known("j3NWcdxK", "formation"),
    "a later formation": Known("HmQ7iF9r", "formation"),
    "no turn yet": Known("hn5xRFqs", "playing"),
    "two turns": Known("GTnLShwU", "playing"),
    "four rolls": Known("yL92iGAp", "playing"),
    "a draw on offer": Known("swZTjMdQ", "playing"),
    "a draw on offer by who is to play": Known("sezNsmru", "playing"),
    "formations by the deadline": Known("s7tb8BRJ", "playing"),
    "goals": Known("H8y8aUy7", "finished", "goals", "black"),
    "archived": Known("Y8QrRyr4", "finished", "goals", "white"),
    "resignation": Known("JeSGCP3t", "finished", "resignation", "white"),
    "resignation before a turn": Known("cDK2coB9", "finished", "resignation", "black"),
    "timeout": Known("6seNkVhr", "finished", "timeout", "black"),
    "agreement": Known("J3qi8ZXZ", "finished", "agreement"),
    "whistle": Known("cNXcJxEo", "finished", "final_whistle"),
    "aborted": Known("3mKQhoEA", "aborted", "aborted"),
}
SECRETS = {
    "goals": "92d785f52495703297d96d470bd6e4522bfca1bca10240140caf16aeb552e685",
    "four rolls": "15c0a848f465c30de07791637eac6689267b97e3eb0f90b91b4bfcfc69667771",
}
"""What lay open in the rows of two games, one over and one running."""


@pytest.fixture(scope="module", autouse=True)
def restored(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Restore the backup as an operator does, once for all tests; yield what the command said."""
    out = StringIO()
    folders = replace(settings.FOLDERS, data=tmp_path_factory.mktemp("data"))
    with django_db_blocker.unblock(), override_settings(FOLDERS=folders):
        if connection.pg_version < MADE_BY:
            pytest.skip("An older PostgreSQL cannot read what a newer one wrote.")
        call_command("restore", str(BACKUP), "--replace", stdout=out)
    yield out.getvalue()
    with django_db_blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)


def old(name: str) -> Game:
    return Game.objects.get(pk=GAMES[name].id)


class OldClient:
    """Calls by a token that was handed out before the backup."""

    def __init__(self, username: str) -> None:
        self.headers = {"Authorization": f"Bearer {TOKEN_PREFIX}of-{username}-from-long-ago"}

    def get(self, path: str) -> Any:
        return Client().get(f"/api/v1{path}", headers=self.headers)

    def send(self, name: str, what: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send something to a game and return the answer, which must be a good one."""
        method = "PUT" if what == "formation" else "POST"
        answer = Client().generic(
            method,
            f"/api/v1/games/{GAMES[name].id}/{what}",
            json.dumps(body or {}),
            content_type="application/json",
            headers=self.headers,
        )
        assert answer.status_code in (200, 201), answer.content
        told: dict[str, Any] = answer.json()
        return told


@pytest.mark.long
def test_every_game_is_as_it_was_and_plays_to_the_same_end() -> None:
    stored = {game.pk: game for game in Game.objects.all()}

    for name, known in GAMES.items():
        game = stored[known.id]
        assert (game.status, game.reason, game.winner) == known[1:], name
    assert {game.ruleset for game in stored.values()} == {"eleven", "standard", "future", "family"}
    assert {pk: differences_of(game) for pk, game in stored.items()} == {pk: [] for pk in stored}
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT game_id) FROM games_turn_archive")
        assert cursor.fetchone() == (1,)


def test_who_ended_where_is_filled_in() -> None:
    places = {
        name: {seat.side: (seat.place, seat.points, seat.score) for seat in old(name).players.all()}
        for name in GAMES
    }

    assert places["goals"]["black"][:2] == (1, 1.0)
    assert places["goals"]["white"][:2] == (2, 0.0)
    assert places["goals"]["black"][2] == 2
    assert places["timeout"] == {"white": (2, 0.0, 0), "black": (1, 1.0, 0)}
    assert places["agreement"] == {"white": (1, 0.5, 0), "black": (1, 0.5, 0)}
    for name, known in GAMES.items():
        if known.status != "finished":
            assert set(places[name].values()) == {(None, None, None)}, name


def test_no_secret_is_open_and_every_commitment_holds(restored: str) -> None:
    running = sum(game.is_active for game in Game.objects.all())
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, Game._meta.db_table)
    promised = {
        name: hashlib.sha256(bytes.fromhex(secret)).hexdigest() for name, secret in SECRETS.items()
    }

    assert "secret" not in {column.name for column in columns}
    assert f"{running} running games have a new seed" in restored
    over = fairness_payload(old("goals"))
    assert (over["commitment"], over["seed"]) == (promised["goals"], SECRETS["goals"])
    begun = fairness_payload(old("four rolls"))
    assert begun["first_shot"] == 4
    # It was restored twice, and drew a new seed each time.
    assert [seed["commitment"] for seed in begun["earlier"]][:-1] == [promised["four rolls"]]


def test_the_years_in_a_drawer_count_against_no_one() -> None:
    assert close_overdue() == 0

    beat()
    give_back(60)

    now = timezone.now()
    assert close_overdue() == 0
    for name, known in GAMES.items():
        game = old(name)
        assert game.status == known.status, name
        if game.is_active:
            assert game.deadline is not None
            assert game.deadline > now + timedelta(hours=23), name


def test_old_clients_go_on_with_the_old_games() -> None:
    beat()
    give_back(60)
    alice, bob, carol = (OldClient(name) for name in ("alice", "bob", "carol"))
    white, black = WHITE_FORMATION | {"ready": True}, BLACK_FORMATION | {"ready": True}

    alice.send("nothing saved", "formation", white)
    assert bob.send("nothing saved", "formation", black)["status"] == "playing"
    assert bob.send("one is ready", "formation", black)["status"] == "playing"
    carol.send("one has saved", "formation", white)
    assert alice.send("one has saved", "formation", black)["status"] == "playing"
    alice.send("a later formation", "formation", white)
    assert bob.send("a later formation", "formation", black)["round"] == 2
    play_a_turn("no turn yet", alice, bob)
    play_a_turn("two turns", alice, bob)
    play_a_turn("four rolls", bob, alice)
    play_a_turn("formations by the deadline", alice, bob)
    bob.send("formations by the deadline", "acts", {"name": "resign"})
    drawn = bob.send("a draw on offer", "draw", {"action": "accept"})
    assert drawn["result"] == {"winner": None, "reason": "agreement"} | drawn["result"]
    bob.send("a draw on offer by who is to play", "draw", {"action": "decline"})
    play_a_turn("a draw on offer by who is to play", alice, bob)
    alice.send("goals", "rematch")
    resigned = alice.send("four rolls", "acts", {"name": "resign"})

    earlier = [seed["seed"] for seed in resigned["fairness"]["earlier"]]
    assert earlier[:-1] == [SECRETS["four rolls"]]
    for game in Game.objects.exclude(ruleset="eleven").filter(status="playing"):
        before = game.next_turn
        mover = next(seat for seat in game.seats if seat.is_awaited)
        play_turn(mover.user_id, game.pk, before, any_turn(game).split(), now=timezone.now())
        assert differences_of(Game.objects.get(pk=game.pk)) == [], game
    assert {name: differences_of(old(name)) for name in GAMES} == {name: [] for name in GAMES}


def play_a_turn(name: str, white: OldClient, black: OldClient) -> None:
    game = old(name)
    mover = {"white": white, "black": black}[next(s.side for s in game.seats if s.is_awaited)]
    body = {"turn": game.next_turn, "actions": any_turn(game).split()}
    assert mover.send(name, "turns", body)["turn"]["number"] == game.next_turn


@pytest.mark.long
def test_all_that_was_stored_can_be_read_and_sent() -> None:
    alice, page = OldClient("alice"), Client()
    page.force_login(User.objects.get(username="alice"))
    parts = ("", "/turns", "/events", "/export", "/export?format=text", "/board.svg")

    for path in ("/me", "/events", "/games", "/challenges", "/players/bob", "/presets"):
        assert alice.get(path).status_code == 200, path
    for known in GAMES.values():
        for part in parts:
            answer = alice.get(f"/games/{known.id}{part}")
            assert answer.status_code == 200, (known, part, answer.content)
        for part in ("", "history/"):
            assert page.get(f"/games/{known.id}/{part}").status_code == 200, (known, part)
    webhook = Webhook.objects.get()
    assert [len(secret) for secret in secrets_of(webhook, timezone.now())] == [32]
