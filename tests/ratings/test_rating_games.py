"""Rated games: which count, once each, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.asserts import assertContains
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.ratings import tallies
from games.features.ratings.agreement import barred_until
from games.features.ratings.boards import make_boards
from games.features.ratings.models import EVER, BoardPlace, Rating, RatingChange, Tally, Wish
from games.features.ratings.rating_games import rate_due_games, rate_game
from games.features.ratings.taking_back import give_back, restore, void
from games.features.ratings.templatetags.ratings import rating_sentence
from games.features.ratings.trust import counted_changes
from games.models import Game, GameEvent, Player
from games.play.acts import resign
from games.play.challenge.challenges import make_challenge
from games.play.robots import open_house
from games.play.start import Terms
from games.play.sweeps import close_overdue
from games.refusals import Conflict, Forbidden, Invalid
from tests.games.http import API
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.games.test_sweeps import beat_at

POOL = "eleven-post"
Clients = Callable[..., APIClient]


def rated_game(white: User, black: User, now: datetime, turns: int = 12, **terms: Any) -> Game:
    """Return a rated game in which so many turns were played."""
    game = start_round(start_formations(white, black, now, rated=True, **terms), now)
    for _ in range(turns):
        play(game, any_turn(game), now=now)
    return Game.objects.get(pk=game.pk)


def rating_of(user: User) -> float:
    return Rating.objects.get(user=user, pool=POOL).rating


def test_a_result_changes_both_once_and_is_shown(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    game = rated_game(alice, bob, now)
    resign(bob.pk, game.pk, now=now)

    assert [rate_due_games(now) for _ in range(2)] == [1, 0]
    assert not rate_game(game.pk, now=now)

    assert rating_of(alice) == pytest.approx(1543.3, abs=0.1)
    assert rating_of(alice) - 1500 == pytest.approx(1500 - rating_of(bob))
    assert RatingChange.objects.count() == 2
    told = GameEvent.objects.filter(game=game, type="rating.changed").get()
    assert told.data["rating_change"]["because"] == "result"
    shown = client_of(alice).get(f"{API}/games/{game.pk}").json()
    assert shown["rating_change"]["sides"]["white"]["after"] == pytest.approx(1543.3, abs=0.1)


@pytest.mark.parametrize(
    ("turns", "because"),
    [(0, "aborted"), (1, "aborted"), (2, "early_resignation"), (12, "result")],
)
def test_what_counts(alice: User, bob: User, now: datetime, turns: int, because: str) -> None:
    game = rated_game(alice, bob, now, turns)
    resign(bob.pk, game.pk, now=now)
    rate_due_games(now)

    change = Game.objects.get(pk=game.pk).rating_change
    assert change is not None
    assert change["because"] in (because, "not_played" if turns < 2 else because)
    assert bool(change["sides"]) == (turns >= 2)


def test_who_vanishes_loses_one_game_and_those_that_were_lost_anyway(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    games = [rated_game(alice, bob, now), rated_game(charlie, bob, now)]
    if any(seat.is_awaited for seat in games[0].seats if seat.user_id == alice.pk):
        games = [Game.objects.get(pk=play(game, any_turn(game), now=now).game.pk) for game in games]
    late = now + timedelta(days=3)
    beat_at(late)
    close_overdue(now=late)
    rate_due_games(late)

    because = [Game.objects.get(pk=game.pk).rating_change["because"] for game in games]  # type: ignore[index]
    assert sorted(because) == ["timeout", "vanished"]


def test_a_win_on_time_can_be_given_back_by_the_winner_alone(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    game = rated_game(alice, bob, now)
    late = now + timedelta(days=3)
    beat_at(late)
    close_overdue(now=late)
    rate_due_games(late)
    game = Game.objects.get(pk=game.pk)
    winner, loser = (alice, bob) if game.winner == "white" else (bob, alice)

    with pytest.raises(Forbidden):
        give_back(loser.pk, game.pk, now=late)
    with pytest.raises(Conflict):
        give_back(winner.pk, game.pk, now=late + timedelta(days=15))
    for _ in range(2):
        give_back(winner.pk, game.pk, now=late)

    assert rating_of(alice) == rating_of(bob) == pytest.approx(1500)
    assert RatingChange.objects.count() == 4
    page = Client()
    page.force_login(winner)
    assert "The rating was returned." in page.get(f"/games/{game.pk}/").content.decode()
    call_command("rerate", POOL, stdout=StringIO())


def test_who_leaves_loses_as_strong_as_they_were_and_keeps_no_rating(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    for number in range(2):
        at = now + timedelta(hours=number)
        resign(charlie.pk, rated_game(alice, charlie, at).pk, now=at)
        rate_due_games(at)
    before = rating_of(alice)
    running = rated_game(alice, bob, now)
    late = now + timedelta(hours=3)

    delete_account(alice, late)
    rate_due_games(late)

    assert Game.objects.get(pk=running.pk).reason == "resignation"
    change = RatingChange.objects.get(user=alice, game=running)
    assert change.before == pytest.approx(before), "bob beat somebody who was strong"
    assert not Rating.objects.filter(user=alice).exists()
    assert bob.rating_changes.get().after > charlie.rating_changes.first().before
    call_command("rerate", POOL, stdout=StringIO())
    call_command("rerate", POOL, "--write", stdout=StringIO())
    assert void(running.pk, now=late)
    assert not Rating.objects.filter(user=alice).exists(), "the row is gone for good"
    call_command("rerate", POOL, stdout=StringIO())


def test_results_of_the_same_second_count_in_the_order_of_their_events(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    games = sorted(
        [rated_game(alice, bob, now), rated_game(alice, charlie, now)], key=lambda g: g.pk
    )
    for game in reversed(games):
        resign(alice.pk, game.pk, now=now)

    rate_due_games(now)

    told = RatingChange.objects.order_by("pk").values_list("game", flat=True)
    assert list(dict.fromkeys(told)) == [game.pk for game in reversed(games)]


def trusted(game: Game, player: User) -> bool:
    """Return whether a game counts among those by which a player is known."""
    return counted_changes(player.pk).filter(game=game).count() == 1


def test_the_ratings_come_out_the_same_when_they_are_computed_again(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    for number, (white, black) in enumerate([(alice, bob), (bob, charlie), (charlie, alice)]):
        at = now + timedelta(days=number)
        game = rated_game(white, black, at)
        resign(black.pk, game.pk, now=at)
        rate_due_games(at)
    counted = {row.user_id: row.rating for row in Rating.objects.all()}
    change = Game.objects.get(pk=game.pk).rating_change
    assert not restore(game.pk, now=at), "nothing was undone"
    void(game.pk, now=at)
    call_command("rerate", POOL, stdout=StringIO())
    assert not trusted(game, charlie)

    # What was voided may count again, once; each rating is what it was.
    assert restore(game.pk, now=at)
    assert not restore(game.pk, now=at)
    assert not void(game.pk, now=at)
    assert {row.user_id: pytest.approx(row.rating) for row in Rating.objects.all()} == counted
    assert Game.objects.get(pk=game.pk).rating_change == change
    assert trusted(game, charlie)
    call_command("rerate", POOL, stdout=StringIO())

    stored = Rating.objects.order_by("pk").values()
    right = list(stored)
    for wrong in ({"rating": 1999}, {"games": 0}, {"last_at": None}, {"peak": 1999}):
        Rating.objects.filter(user=alice).update(**wrong)
        with pytest.raises(CommandError):
            call_command("rerate", POOL, stdout=StringIO())
        call_command("rerate", POOL, "--write", stdout=StringIO())
        assert list(stored.all()) == [
            {name: pytest.approx(value) if isinstance(value, float) else value
             for name, value in row.items()}
            for row in right
        ]  # fmt: skip
    Rating.objects.filter(user=alice).delete()
    call_command("rerate", POOL, "--write", stdout=StringIO())
    made = dict(stored.get(user=alice), id=0)
    assert made == next(dict(row, id=0) for row in right if row["user_id"] == alice.pk)


def test_a_house_robot_stays_as_strong_as_it_is(alice: User, now: datetime) -> None:
    open_house()
    robot = User.objects.get(robot__strength="medium")
    game = rated_game(alice, robot, now)
    resign(robot.pk, game.pk, now=now)
    rate_due_games(now)

    assert 1500 < rating_of(alice) < 1560
    assert not Rating.objects.filter(user=robot).exists()
    call_command("rerate", POOL, stdout=StringIO())


def test_who_may_agree_on_a_rated_game(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    rated = Terms(side="white", rated=True)
    for terms in (Terms(rated=True, options={"goals_to_win": 6}), Terms("family", rated=True)):
        with pytest.raises(Invalid):
            make_challenge(alice, bob.username, terms, now=now)
    for _ in range(3):
        start_formations(alice, bob, now, rated=True)
    with pytest.raises(Conflict, match="3 rated games"):
        make_challenge(alice, bob.username, rated, now=now)
    charlie.is_bot = True
    charlie.save()
    with pytest.raises(Conflict, match="bot"):
        make_challenge(alice, charlie.username, rated, now=now)


def test_who_loses_on_purpose_is_barred_for_a_week(alice: User, bob: User, now: datetime) -> None:
    for number in range(4):
        at = now + timedelta(days=number)
        game = rated_game(alice, bob, at, turns=2)
        resign(bob.pk, game.pk, now=at)
        rate_due_games(at)
        assert (barred_until(bob.pk, at) is not None) == (number == 3)

    with pytest.raises(Conflict, match="resigned many"):
        make_challenge(alice, bob.username, Terms(rated=True), now=at)
    assert barred_until(bob.pk, at + timedelta(days=8)) is None


def test_who_is_resigned_to_early_is_never_barred(alice: User, bob: User, now: datetime) -> None:
    games = []
    for number in range(4):
        at = now + timedelta(days=number)
        games.append(rated_game(alice, bob, at, turns=2))
        resign(bob.pk, games[-1].pk, now=at)
        rate_due_games(at)

    assert barred_until(alice.pk, at) is None
    assert barred_until(bob.pk, at) is not None
    challenge = make_challenge(bob, alice.username, Terms(), now=at)
    assert challenge.pk

    # An operator lifts a bar: a game that does not count is not held against anyone.
    call_command("void_game", games[0].pk, stdout=StringIO())
    assert barred_until(bob.pk, at) is None


def test_an_opponent_no_one_knows_counts_a_fifth(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    def beaten(winner: User, loser: User, hours: int) -> RatingChange:
        at = now + timedelta(hours=hours)
        game = rated_game(winner, loser, at)
        resign(loser.pk, game.pk, now=at)
        rate_due_games(at)
        return RatingChange.objects.get(game=game, user=winner)

    assert beaten(alice, bob, 0).trust == 0.2
    assert beaten(alice, bob, 1).trust == 0.2, "their games with alice say nothing to alice"
    trusts = [beaten(bob, charlie, 2 + number).trust for number in range(5)]
    assert trusts == [0.2] * 5
    third = beaten(alice, bob, 8)
    assert third.trust == 1, "bob has five games against charlie"
    history = RatingChange.objects.filter(game=third.game, user=bob)
    assert history.get().trust == 0.2, "alice has played none but bob"
    void(RatingChange.objects.filter(user=charlie)[0].game_id, now=now)
    assert beaten(alice, bob, 9).trust == 0.8
    call_command("rerate", POOL, stdout=StringIO())


def test_boards_show_those_who_are_known_well_and_want_it(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    game = rated_game(alice, bob, now)
    resign(bob.pk, game.pk, now=now)
    rate_due_games(now)
    assert make_boards(now) == 0
    Rating.objects.update(games=20, deviation=60)

    assert make_boards(now) == make_boards(now)
    assert {row.user_id for row in BoardPlace.objects.filter(by="streak")} == {alice.pk}
    client = client_of(alice)
    top = client.get(f"{API}/leaderboards/{POOL}?by=streak").json()["top"]
    assert top == [{"place": 1, "username": "alice", "value": 1.0, "games": 1}]
    hidden = client.patch(f"{API}/me", {"ratings": {"leaderboards": False}}, "json")
    assert hidden.json()["ratings"] == {"ratings": True, "leaderboards": False, "badges": True}
    make_boards(now)
    assert client.get(f"{API}/leaderboards/{POOL}?by=streak").json()["top"] == []


def test_a_streak_of_a_month_is_no_longer_than_what_was_won_in_it(
    alice: User, bob: User, now: datetime
) -> None:
    game = rated_game(alice, bob, now)
    resign(bob.pk, game.pk, now=now)
    rate_due_games(now)
    Rating.objects.update(games=20, deviation=60)
    make_boards(now)
    Tally.objects.filter(user=alice, day=EVER).update(streak=3)

    def streaks(at: datetime) -> dict[str, float]:
        make_boards(at)
        found = BoardPlace.objects.filter(by="streak", user=alice)
        return dict(found.values_list("period", "value"))

    assert streaks(now) == {"all": 3, "month": 1}
    assert streaks(now + timedelta(days=31)) == {"all": 3}


def test_a_rated_game_shows_what_its_players_were_rated(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    first = rated_game(alice, bob, now)
    assert first.seats[0].rating is None, "nothing is known yet"
    resign(bob.pk, first.pk, now=now)
    rate_due_games(now)
    client_of(bob).patch(f"{API}/me", {"ratings": {"ratings": False}}, "json")

    game = start_formations(alice, bob, now, rated=True)

    players = client_of().get(f"{API}/games/{game.pk}").json()["players"]
    rating = Rating.objects.get(user=alice).rating
    assert players["white"]["rating"] == round(rating)
    assert "rating" not in players["black"], "who hides it is not told of"

    again = rated_game(alice, bob, now)
    resign(alice.pk, again.pk, now=now)
    rate_due_games(now)
    shown = client_of().get(f"{API}/games/{again.pk}").json()["rating_change"]
    assert (shown["because"], set(shown["sides"])) == ("result", {"white"})
    log = client_of().get(f"{API}/games/{again.pk}/events", HTTP_ACCEPT="application/json")
    assert log.json()["results"][-1]["data"]["rating_change"] == shown
    assert rating_sentence(again, bob) == "", "neither then ..."
    Wish.objects.update(ratings=True)
    again.refresh_from_db()
    assert rating_sentence(again, bob) == "", "... nor later, for it did change"
    unrated = start_formations(alice, bob, now)
    assert "rating" not in client_of().get(f"{API}/games/{unrated.pk}").json()["players"]["white"]


def test_boards_go_by_expected_goals_and_mates_a_match(
    alice: User, bob: User, now: datetime
) -> None:
    game = rated_game(alice, bob, now)
    resign(bob.pk, game.pk, now=now)
    rate_due_games(now)
    Rating.objects.update(games=20, deviation=60)
    # Ten games in which White has scored once from shots worth 1.5, and mated once.
    for number in range(10):
        copy = Game.objects.get(pk=game.pk)
        copy.pk = f"copy{number:04}"
        copy.save(force_insert=True)
        for user, side, score, shooting in (
            (alice, "white", 3, [150, 5000, 1]),
            (bob, "black", 0, [40, 2400, 0]),
        ):
            Player.objects.create(game=copy, user=user, side=side, score=score, shooting=shooting)
            change = RatingChange.objects.get(game=game, user=user)
            change.pk, change.game, change.counted = None, copy, False
            change.save(force_insert=True)

    make_boards(now)

    places = BoardPlace.objects.filter(period="all").exclude(by="rating")
    found = {(row.by, row.user.username): row.value for row in places}
    seats = BoardPlace.objects.get(by="goals", period="all", place=1).games
    assert found["xg", "alice"] == pytest.approx(15 / seats)
    assert found["mates", "alice"] == pytest.approx(10 / seats)
    assert found["mates", "bob"] == 0


def test_tallies_are_added_up_once_and_lose_what_is_void(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    games = []
    for hours, (winner, loser) in enumerate([(alice, bob), (alice, charlie), (bob, alice)]):
        at = now + timedelta(days=hours)
        games.append(rated_game(winner, loser, at))
        resign(loser.pk, games[-1].pk, now=at)
        rate_due_games(at)
        assert tallies.count_changes(at) == 2
        assert tallies.count_changes(at) == 0, "each once"
    void(games[0].pk, now=now + timedelta(days=3))
    tallies.count_changes(now + timedelta(days=3))
    void(games[1].pk, now=now + timedelta(days=3))
    restore(games[1].pk, now=now + timedelta(days=3))
    assert tallies.count_changes(now + timedelta(days=3)) == 4

    ever = Tally.objects.get(user=alice, day=EVER)
    assert (ever.games, ever.won, ever.streak) == (2, 1, 0)
    assert set(ever.opponents) == {bob.pk, charlie.pk}
    days = Tally.objects.filter(user=alice).exclude(day=EVER).order_by("day")
    assert [(row.games, row.won) for row in days] == [(0, 0), (1, 1), (1, 0)]

    kept = {(row.user_id, row.day): (row.games, row.streak) for row in Tally.objects.all()}
    Tally.objects.all().delete()
    RatingChange.objects.update(counted=False)
    tallies.count_changes(now)
    again = {(row.user_id, row.day): (row.games, row.streak) for row in Tally.objects.all()}
    assert again == kept, "counted from the beginning it is the same"

    tallies.count_changes(now + tallies.KEPT + timedelta(days=9))
    assert set(Tally.objects.values_list("day", flat=True)) == {EVER}


def test_ratings_are_shown_unless_someone_does_not_want_it(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    game = rated_game(alice, bob, now)
    resign(bob.pk, game.pk, now=now)
    rate_due_games(now)
    client = client_of(bob)

    (shown,) = client.get(f"{API}/players/alice/ratings").json()["results"]
    assert (shown["pool"], shown["games"], shown["is_provisional"]) == (POOL, 1, True)
    (line,) = client.get(f"{API}/players/alice/ratings/{POOL}/history").json()["results"]
    assert (line["game"], line["because"], line["score"]) == (game.pk, "result", 1.0)
    page = client.get("/players/alice/").content.decode()
    assert "1 game, best 1543, last 1543." in page
    client_of(alice).patch(f"{API}/me", {"ratings": {"ratings": False}}, "json")
    assert client.get(f"{API}/players/alice/ratings").json()["results"] == []
    assert client.get(f"{API}/players/alice/ratings/{POOL}/history").json()["results"] == []
    assert "best 1543" not in client.get("/players/alice/").content.decode()
    assert client.get("/leaderboards/").status_code == 200
    assert client.get("/leaderboards/chess-live/").status_code == 404
    chosen = client.get("/leaderboards/?pool=standard-post&by=streak&period=month")
    for option in ("standard-post", "streak", "month"):
        assertContains(chosen, f'<option value="{option}" selected>')
    assert client.get("/leaderboards/?pool=chess-live").status_code == 404
    assert client.get(f"{API}/leaderboards/go-post").status_code == 404
