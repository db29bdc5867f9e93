"""What is put together in a live game: for its player's eyes alone, and played in its time."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.clock.lag import lag_ms, number_of
from games.models import Game, GameEvent, StagedTurn, Turn
from games.play.challenge.live import pair
from games.play.formations import save_formation
from games.play.stage import take_staged
from games.play.turns import play_turn
from games.store.locking import lock_game
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import BLACK_FORMATION, WHITE_FORMATION
from tests.plans.conftest import fresh
from tests.plans.test_secrecy import seen_by


class Table:
    """A live game of chess and its two players' clients."""

    def __init__(self, game: Game, clients: dict[str, APIClient]) -> None:
        self.game = game
        self.address = f"{API}/games/{game.pk}/stage"
        self.clients = clients
        self.users = {seat.side: seat.user_id for seat in game.seats}

    def put(self, side: str, turn: int, *actions: str) -> Any:
        body = {"turn": turn, "actions": list(actions)}
        return self.clients[side].put(self.address, body)

    def kept(self, side: str) -> Any:
        answer = self.clients[side].get(self.address)
        assert answer.headers["Cache-Control"] == "private, no-store"
        return answer.json()

    def play(self, side: str, action: str, now: datetime | None = None) -> Game:
        now = now or timezone.now()
        number = fresh(self.game).next_turn
        return play_turn(self.users[side], self.game.pk, number, [action], now=now).game

    def left(self, side: str) -> int:
        shown = self.clients[side].get(f"{API}/games/{self.game.pk}").json()
        ms: int = shown["live"]["clock_ms"][side]
        return ms

    def turns(self) -> list[tuple[str, str]]:
        rows = Turn.objects.filter(game=self.game).order_by("number")
        return list(rows.values_list("notation", "by"))


NOTHING: dict[str, Any] = {"turn": None, "actions": []}


@pytest.fixture
def table(alice: User, bob: User, client_of: Clients) -> Table:
    game = pair(alice, bob, ruleset="standard", now=timezone.now())
    people = {alice.pk: alice, bob.pk: bob}
    return Table(game, {seat.side: client_of(people[seat.user_id]) for seat in game.seats})


def test_no_one_else_sees_that_anything_is_staged(table: Table, client_of: Clients) -> None:
    watchers = (table.clients["black"], client_of())
    before = [seen_by(watcher, table.game) for watcher in watchers]
    row = fresh(table.game)
    stamp = (row.revision, row.updated_at, row.last_event, GameEvent.objects.count())

    assert table.put("white", 1, "e2e4").json() == {"turn": 1, "actions": ["e2e4"]}
    assert table.put("white", 1, "d2d4", "nonsense").status_code == 200
    assert table.kept("white") == {"turn": 1, "actions": ["d2d4", "nonsense"]}
    assert table.kept("black") == NOTHING

    assert [seen_by(watcher, table.game) for watcher in watchers] == before
    row = fresh(table.game)
    assert (row.revision, row.updated_at, row.last_event, GameEvent.objects.count()) == stamp
    for _ in range(2):
        assert table.clients["white"].delete(table.address).status_code == 204
    assert table.kept("white") == NOTHING


def test_a_side_that_is_to_act_takes_what_it_has_staged_for_this(table: Table) -> None:
    def take(side: str) -> object:
        with transaction.atomic():
            staged = take_staged(lock_game(table.game.pk), side)
            return staged and tuple(staged.actions)

    assert take("white") is None
    refused(table.put("white", 2, "d2d4"), 409, "stale_turn")
    refused(table.put("black", 1, "e7e5"), 409, "stale_turn")
    table.put("white", 1, "e2e4")
    assert table.put("black", 2, "e7e5").status_code == 200
    assert take("white") == ("e2e4",)
    assert take("white") is None
    assert table.kept("white") == NOTHING

    # A turn that ran out keeps its number: what was to follow it is due all the same.
    assert table.kept("black") == {"turn": 2, "actions": ["e7e5"]}
    assert take("black") == ("e7e5",)

    # What was staged for a turn that was played otherwise, or in another round, is forgotten.
    table.put("white", 1, "d2d4")
    table.play("white", "e2e4")
    assert table.kept("white") == NOTHING
    assert take("white") is None
    table.put("white", 3, "g1f3")
    StagedTurn.objects.update(round=7)
    assert take("white") is None
    assert not StagedTurn.objects.exists()


def test_a_premove_is_played_at_no_time_and_looks_like_any_turn(
    table: Table, client_of: Clients
) -> None:
    table.play("white", "e2e4")
    refused(table.put("white", 2, "d2d4"), 409, "stale_turn")
    assert table.put("white", 3, "g1f3").status_code == 200
    before = table.left("white")

    game = table.play("black", "e7e5")

    assert table.turns() == [("e4", "hand"), ("e5", "hand"), ("Nf3", "premove")]
    assert game.next_turn == 4
    assert table.left("white") >= before
    assert table.kept("white") == NOTHING
    told = list(GameEvent.objects.filter(game=game, type="turn.played").order_by("number"))
    assert [set(one.data) for one in told] == [set(told[0].data)] * 3
    for watcher in (table.clients["black"], client_of()):
        assert "premove" not in client_of().get(f"{API}/games/{game.pk}/turns").content.decode()
        assert all("premove" not in body for body, *_ in seen_by(watcher, game).values())


def test_a_premove_that_is_not_legal_is_dropped(table: Table) -> None:
    table.play("white", "e2e4")
    assert table.put("white", 3, "e4d5").status_code == 200

    table.play("black", "e7e5")

    assert table.turns() == [("e4", "hand"), ("e5", "hand")]
    assert not StagedTurn.objects.exists()
    assert table.put("white", 3, "d2d4").json()["turn"] == 3
    # What was staged and sent otherwise is gone with its turn.
    table.play("white", "g1f3")
    assert table.kept("white") == NOTHING


def test_of_a_live_formation_only_ready_is_an_event(alice: User, bob: User) -> None:
    """Each piece that is set is told by the live streams; no one's inbox is filled with it."""
    game = pair(alice, bob, ruleset="eleven", now=timezone.now())
    one, *_others = game.seats
    content = WHITE_FORMATION if one.side == "white" else BLACK_FORMATION
    told = GameEvent.objects.filter(game=game, type="formation.changed")
    for ready in (False, True):
        save_formation(one.user_id, game.pk, content, ready=ready, now=timezone.now())
        assert [event.data["ready"] for event in told.all()] == [True] * ready


def test_staging_is_for_players_of_games_that_are_played_live(
    table: Table,
    game: Game,
    alice: User,
    white: APIClient,
    third: APIClient,
    anonymous: APIClient,
    client_of: Clients,
) -> None:
    body = {"turn": 1, "actions": ["e2e4"]}
    refused(third.put(table.address, body), 403, "not_a_player")
    refused(third.get(table.address), 403, "not_a_player")
    refused(anonymous.put(table.address, body), 401, "not_authenticated")
    refused(client_of(alice, "games:read").put(table.address, body), 403, "insufficient_scope")
    refused(white.put(f"{API}/games/{game.pk}/stage", body), 409, "not_live")
    refused(white.put(f"{API}/games/h4Xk93Qm/stage", body), 404, "not_found")
    for wrong in ({}, {"turn": 1}, {"turn": 0, "actions": ["e2e4"]}, {**body, "more": 1}):
        refused(white.put(table.address, wrong), 400, "invalid")

    acts = f"{API}/games/{table.game.pk}/acts"
    assert table.clients["white"].post(acts, {"name": "resign"}, "json").status_code == 200
    refused(table.put("white", 1, "e2e4"), 409, "game_over")


def test_an_answer_to_a_record_measures_the_line_and_does_nothing_else(
    table: Table, alice: User, white: APIClient, third: APIClient, anonymous: APIClient
) -> None:
    address = f"{API}/games/{table.game.pk}/seen"
    revision = fresh(table.game).revision
    ms = int(time.time() * 1000) - 800
    sent = number_of(table.game.pk, ms)
    # What no stream has sent says nothing of the line, and as little does what another one sent.
    for made_up in (ms, sent + 1, number_of("another1", ms - 5_000)):
        assert white.post(address, {"n": made_up}).status_code == 204
    assert lag_ms(table.game.pk, alice.pk) == 0

    answer = white.post(address, {"n": sent})

    assert (answer.status_code, answer.content) == (204, b"")
    told = datetime.fromisoformat(answer.headers["Server-Time"])
    assert abs((told - timezone.now()).total_seconds()) < 30
    measured = lag_ms(table.game.pk, alice.pk)
    assert measured >= 800
    assert white.post(address, {"n": sent}).status_code == 204
    assert white.post(address, {"n": 1}).status_code == 204
    assert lag_ms(table.game.pk, alice.pk) == measured
    assert fresh(table.game).revision == revision

    refused(third.post(address, {"n": 5}), 403, "not_a_player")
    refused(anonymous.post(address, {"n": 5}), 401, "not_authenticated")
    refused(white.post(f"{API}/games/x/seen", {"n": 5}), 404, "not_found")
    for wrong in ({}, {"n": 0}, {"n": "5"}, {"n": 2**53}, {"n": 1.5}):
        refused(white.post(address, wrong), 400, "invalid")
