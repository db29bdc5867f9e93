"""Going on, unrated, from where the other lost on time."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import chess.pgn
import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.features.ratings.badges.giving import give_due_badges, note_ended
from games.features.ratings.models import Badge
from games.features.ratings.rating_games import rate_due_games
from games.models import Challenge, Game, Player
from games.play.acts import resign
from games.play.challenge.challenges import accept_challenge
from games.play.challenge.rematches import offer_to_go_on
from games.play.replay import differences_of, state_before
from games.play.sweeps import close_overdue
from games.refusals import Conflict, Forbidden
from games.shown.statistics import record_of
from tests.games.http import API
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.games.test_sweeps import beat_at

Clients = Callable[..., APIClient]


def lost_by_bob(alice: User, bob: User, now: datetime, **terms: object) -> Game:
    """Return a game of 13 turns that bob has lost on time."""
    game = start_formations(alice, bob, now, **terms)
    if game.rules.has_arrangements:
        game = start_round(game, now)
    while game.next_turn < 14 or game.rules.summary(game.description).to_act != {"black"}:
        play(game, any_turn(game), now=now)
        game = Game.objects.get(pk=game.pk)
    late = now + timedelta(days=2)
    beat_at(late)
    close_overdue(now=late)
    rate_due_games(late)
    game = Game.objects.get(pk=game.pk)
    assert (game.winner, game.reason) == ("white", "timeout")
    return game


def test_a_match_continues_where_it_was_and_counts_for_nothing(
    alice: User, bob: User, charlie: User, now: datetime, client_of: Clients
) -> None:
    game = lost_by_bob(alice, bob, now, rated=True, reserve_s=86400)
    late = now + timedelta(days=2)
    for user in (bob, charlie):
        with pytest.raises(Forbidden):
            offer_to_go_on(user, game.pk, now=late)
    with pytest.raises(Conflict, match="14 days"):
        offer_to_go_on(alice, game.pk, now=late + timedelta(days=15))
    challenge = offer_to_go_on(alice, game.pk, now=late).challenge
    assert not offer_to_go_on(alice, game.pk, now=late).is_new
    assert (challenge.opponent, challenge.side, challenge.rated) == (bob, "white", False)

    onward = accept_challenge(bob, challenge.pk, now=late)

    before = game.rules.describe(state_before(game, game.next_turn))
    assert onward.description == before
    assert [seat.username for seat in onward.seats] == ["alice", "bob"]
    assert all(seat.reserve_left == 86400 for seat in onward.seats)
    assert not offer_to_go_on(alice, game.pk, now=late).is_new, "it goes on once"

    for _ in range(3):
        play(onward, any_turn(onward), now=late)
    resign(alice.pk, onward.pk, now=late)
    onward = Game.objects.get(pk=onward.pk)
    assert differences_of(onward) == []
    assert not rate_due_games(late)
    assert (record_of(alice.pk).won, record_of(bob.pk).won) == (1, 0)
    note_ended([onward.pk])
    give_due_badges()
    assert not Badge.objects.exists()

    shown = client_of().get(f"{API}/games/{onward.pk}").json()
    assert shown["continued_from"] == game.pk
    record = client_of().get(f"{API}/games/{onward.pk}/export").json()
    assert record["begins_with"] == {
        "continued_from": game.pk,
        "continued_from_turn": game.next_turn,
        "position": record["turns"][0]["position_before"],
    }
    text = client_of().get(f"{API}/games/{onward.pk}/export?format=text").content.decode()
    assert f'[ContinuedFrom "{game.pk}"]' in text
    for page in (f"/games/{onward.pk}/", f"/games/{onward.pk}/history/"):
        assert client_of().get(page).status_code == 200


def test_the_record_of_a_game_that_continues_reads_elsewhere(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    game = lost_by_bob(alice, bob, now, ruleset="standard")
    late = now + timedelta(days=2)
    challenge = offer_to_go_on(alice, game.pk, now=late).challenge
    onward = accept_challenge(bob, challenge.pk, now=late)
    for _ in range(3):
        play(onward, any_turn(onward), now=late)

    text = client_of().get(f"{API}/games/{onward.pk}/export?format=pgn").content.decode()

    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert not read.errors
    assert len(list(read.mainline_moves())) == 3
    assert "7... " in text.replace("\n", " ")


def test_it_is_offered_and_taken_on_the_page(alice: User, bob: User, client_of: Clients) -> None:
    game = lost_by_bob(alice, bob, timezone.now() - timedelta(days=2), rated=True)
    winner, loser = Client(), Client()
    winner.force_login(alice)
    loser.force_login(bob)
    address = f"/games/{game.pk}/"
    mine = winner.get(address).content.decode()
    assert 'data-call="go-on"' in mine
    assert 'data-call="give-back"' in mine
    theirs = loser.get(address).content.decode()
    assert 'data-call="go-on"' not in theirs
    assert 'data-call="give-back"' not in theirs

    client = client_of(alice)
    made = client.post(f"{API}/games/{game.pk}/go-on")
    assert made.status_code == 201
    assert client.post(f"{API}/games/{game.pk}/go-on").status_code == 200
    assert made.json()["continued_from"] == game.pk
    assert "offers to continue" in loser.get(address).content.decode()
    assert "offers to continue" in loser.get("/").content.decode()
    assert "on time" in loser.get(f"/challenges/{made.json()['id']}/").content.decode()
    begun = client_of(bob).post(f"{API}/challenges/{made.json()['id']}/accept").json()
    for page in (winner, loser):
        assert f"/games/{begun['id']}/" in page.get(address).content.decode()

    Player.objects.filter(game=begun["id"]).update(shown_as="Player 1")
    with pytest.raises(Forbidden):
        offer_to_go_on(alice, begun["id"], now=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_asked_twice_together_there_is_one_offer(alice: User, bob: User) -> None:
    now = timezone.now()
    game = lost_by_bob(alice, bob, now - timedelta(days=2))

    def offer(_number: int) -> str:
        try:
            return offer_to_go_on(alice, game.pk, now=now).challenge.pk
        finally:
            connection.close()

    with ThreadPoolExecutor() as workers:
        made = set(workers.map(offer, range(3)))

    assert len(made) == Challenge.objects.count() - 1 == 1
