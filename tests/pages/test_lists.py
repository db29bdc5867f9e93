"""Lobby, players and finished games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Challenge, Game
from games.pages import players
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.deadlines import enforce_deadline
from games.shown.statistics import Record, record_of
from tests.games.copies import copies_of
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.games.test_sweeps import beat_at

Browse = Callable[..., Client]


def finish(white: User, black: User, at: datetime) -> Game:
    """Return a game that Black resigned after a turn of each."""
    game = start_round(start_formations(white, black, at), at)
    play(game, "c3e4 @d2", now=at)
    play(game, any_turn(game), now=at)
    return resign(black.pk, game.pk, now=at)


def test_the_lobby_shows_open_challenges_to_strangers(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    make_challenge(alice, None, Terms(side="white", options={"goals_to_win": 3}), now=now)
    make_challenge(alice, "bob", Terms(), now=now)

    cards = browse().get("/lobby/").context["challenges"]

    assert [(card.title, card.terms, card.plays) for card in cards] == [
        ("alice", "first to 3 · 1 day per turn", "you play Black")
    ]


def test_the_lobby_shows_challenges_alone_and_leads_to_a_new_one(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    finish(alice, bob, now)

    page = browse(alice).get("/lobby/").content.decode()
    main = page[page.index("<main") : page.index("</main>")]

    assert "No open challenges." in main
    assert "/games/" not in main
    assert page.count('href="/new/?lobby=1"') == 1


def test_the_lobby_leads_strangers_to_a_match_without_an_account(
    browse: Browse, alice: User
) -> None:
    page = browse().get("/lobby/").content.decode()

    assert 'action="/guest/"' in page
    assert "Play Otto now" in page
    assert 'action="/guest/"' not in browse(alice).get("/lobby/").content.decode()


@pytest.mark.parametrize("games", [1, 4])
def test_the_queries_of_the_lobby_do_not_grow(
    browse: Browse,
    alice: User,
    bob: User,
    now: datetime,
    games: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(games):
        finish(alice, bob, now)
        make_challenge(alice, None, Terms(), now=now)
    client = browse(bob)

    # Session, person, news, challenges, the count in the header.
    with django_assert_num_queries(5):
        client.get("/lobby/")


def test_a_record_counts_finished_games(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    finish(alice, bob, now)
    finish(bob, alice, now)
    finish(alice, charlie, now)
    start_formations(alice, bob, now)

    record = record_of(alice.pk)
    assert replace(record, shooting=None) == Record(2, 0, 1, goals_for=0, goals_against=0)
    assert record_of(alice.pk, against=bob.pk).games == 2
    assert record_of(charlie.pk).lost == 1


def test_goals_count_for_the_side_that_scored_them(alice: User, bob: User, now: datetime) -> None:
    game = finish(alice, bob, now)
    for side, goals in (("white", 2), ("black", 1)):
        game.players.filter(side=side).update(score=goals)

    assert (record_of(alice.pk).goals_for, record_of(alice.pk).goals_against) == (2, 1)
    assert (record_of(bob.pk).goals_for, record_of(bob.pk).goals_against) == (1, 2)


def test_a_profile_shows_the_games_from_the_readers_side(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    finish(alice, bob, now)

    mine = browse(alice).get("/players/bob/")
    anybodys = browse().get("/players/BOB/")

    assert [card.where for card in mine.context["games"]] == ["You won: bob resigned (0–0)"]
    assert [card.where for card in anybodys.context["games"]] == ["alice won: bob resigned (0–0)"]
    # "You won" belongs to a game against bob, whosever profile it stands in.
    assert [card.title for card in mine.context["games"]] == ["bob"]
    assert [card.title for card in anybodys.context["games"]] == ["alice – bob"]
    # Which game it was, and when.
    day = f"{now:%B}"
    for page in (mine, anybodys):
        (card,) = page.context["games"]
        assert card.played.startswith("Chess Eleven · ")
        assert day in card.played
    assert "Your games: 1, 1 won by you" in mine.content.decode()


def test_a_deleted_player_has_no_page(browse: Browse, alice: User, now: datetime) -> None:
    User.objects.update(deleted_at=now)

    assert browse().get("/players/alice/").status_code == 404
    assert browse().get("/players/nobody/").status_code == 404


def test_finished_games_come_a_page_at_a_time(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    newest = finish(alice, bob, now)
    games = [newest, *copies_of(newest, players.GAMES_A_PAGE)]
    for minute, game in enumerate(games):
        at = now - timedelta(minutes=minute)
        Game.objects.filter(pk=game.pk).update(created_at=at, finished_at=at)

    first = browse().get("/players/alice/games/").context
    second = browse().get(f"/players/alice/games/?before={first['older']}").context

    assert [card.url for card in first["games"]] == [f"/games/{game.pk}/" for game in games[:-1]]
    assert [card.url for card in second["games"]] == [f"/games/{games[-1].pk}/"]
    assert second["older"] is None


def test_a_game_that_was_called_off_stays_in_the_list_of_its_players(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    game = start_round(start_formations(alice, bob, now), now)
    assert game.deadline is not None
    beat_at(game.deadline)
    enforce_deadline(game.pk, game.deadline)
    assert Game.objects.get().status == "aborted"

    (card,) = browse(alice).get("/players/alice/games/").context["games"]

    assert (card.where, card.score) == ("Aborted: no result", "")
    assert browse().get("/games/").context["games"] == []
    assert record_of(alice.pk).games == 0


@pytest.mark.parametrize("before", ["x", "ABCDEFGH", "%FF", "9" * 200])
def test_a_page_that_is_not_there_is_no_fault(browse: Browse, before: str) -> None:
    assert browse().get(f"/games/?before={before}").status_code == 200


def test_what_is_private_is_in_no_list(
    browse: Browse, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    """By its address everyone may look on; its players find it among their games."""
    asked = {"goals_to_win": "2", "clock": "post", "side": "white"}
    browse(alice).post("/new/", {**asked, "in_lobby": "on"})
    browse(alice).post("/new/", asked)
    browse(alice).post("/new/", {**asked, "opponent": "bob"})
    private, public = Challenge.objects.filter(opponent=None).order_by("is_public")
    assert (private.is_public, public.is_public) == (False, True)
    lobby = browse(charlie).get("/lobby/").context["challenges"]
    assert [card.url for card in lobby] == [f"/challenges/{public.pk}/"]
    assert b"No one else sees it." in browse(alice).get(f"/challenges/{private.pk}/").content

    hidden, shown = (
        start_round(accept_challenge(bob, one.pk, now=now), now) for one in (private, public)
    )
    named = start_round(accept_challenge(bob, Challenge.objects.get(opponent=bob).pk, now=now), now)

    cards = browse(charlie).get("/games/?status=playing").context["games"]
    assert {card.url for card in cards} == {f"/games/{one.pk}/" for one in (shown, named)}
    listed = "/api/v1/games?status=playing"
    ids = {one["id"] for one in browse(charlie).get(listed).json()["results"]}
    assert ids == {shown.pk, named.pk}
    of_alice = browse(charlie).get("/api/v1/players/alice/games").json()["results"]
    assert hidden.pk not in {one["id"] for one in of_alice}
    mine = browse(bob).get(listed).json()["results"]
    assert {one["id"]: one["public"] for one in mine}[hidden.pk] is False
    assert hidden.pk in browse(alice).get("/").content.decode()
    assert browse(charlie).get(f"/games/{hidden.pk}/").status_code == 200
    resign(bob.pk, hidden.pk, now=now)
    assert hidden.pk not in browse(charlie).get("/games/").content.decode()


def test_games_of_guests_are_not_shown_among_those_that_are_played(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    start_round(start_formations(alice, bob, now), now)
    User.objects.filter(pk=bob.pk).update(guest_since=now)

    assert browse().get("/games/?status=playing").context["games"] == []
