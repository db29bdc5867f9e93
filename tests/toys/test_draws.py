"""A draw is agreed once all have agreed who must."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Act, Game
from games.play.acts import do_act, resign
from games.play.draws import accept_draw, decline_draw, offer_draw, withdraw_draw
from games.play.replay import differences_of
from games.refusals import Conflict
from games.shown.point_of_view import PointOfView
from tests.toys.games import read, results, take, user_of
from tests.toys.test_acts import told


def test_one_vote_of_four_ends_nothing(four: Game, now: datetime) -> None:
    offer_draw(user_of(four, "silver"), four.pk, now=now)

    game = accept_draw(user_of(four, "gold"), four.pk, now=now)

    assert game.is_active
    assert read(game).draw_votes == ["silver", "gold"]
    assert told(game) == ["game.started", "draw.offered", "draw.voted"]


def test_all_four_agree(four: Game, now: datetime) -> None:
    offer_draw(user_of(four, "silver"), four.pk, now=now)
    for side in ("gold", "white", "black"):
        accept_draw(user_of(four, side), four.pk, now=now)

    game = read(four)
    assert (game.status, game.winner, game.reason) == ("finished", None, "agreement")
    assert game.ranking == [["white", "silver", "black", "gold"]]
    assert {(place, points) for _, place, points in results(game)} == {(1, 1.5)}
    assert Act.objects.get().name == "agree_draw"
    assert differences_of(game) == []


def test_who_is_out_or_away_is_not_asked(four: Game, now: datetime) -> None:
    resign(user_of(four, "white"), four.pk, now=now)
    do_act(user_of(four, "gold"), four.pk, "leave", now=now)
    offer_draw(user_of(four, "silver"), four.pk, now=now)
    with pytest.raises(Conflict) as refusal:
        accept_draw(user_of(four, "white"), four.pk, now=now)
    assert refusal.value.code == "out_of_game"
    with pytest.raises(Conflict) as refusal:
        accept_draw(user_of(four, "gold"), four.pk, now=now)
    assert refusal.value.code == "wrong_phase"

    game = accept_draw(user_of(four, "black"), four.pk, now=now)

    assert game.reason == "agreement"
    assert game.ranking == [["silver", "black"], ["gold"], ["white"]]
    assert game.winner is None
    assert differences_of(read(game)) == []
    view = PointOfView(read(game), user_of(four, "black"))
    assert view.result.startswith(f"Draw between {view.usernames['silver']} and you")


def test_a_vote_that_was_taken_back_is_given_again_only_after_the_next_turn(
    four: Game, now: datetime
) -> None:
    offer_draw(user_of(four, "silver"), four.pk, now=now)
    accept_draw(user_of(four, "gold"), four.pk, now=now)
    withdraw_draw(user_of(four, "gold"), four.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        accept_draw(user_of(four, "gold"), four.pk, now=now)

    assert refusal.value.code == "draw_offered_before"
    take(four, "t1", now=now)
    assert accept_draw(user_of(four, "gold"), four.pk, now=now).draw_votes == ["silver", "gold"]


def test_one_who_declines_answers_for_all(four: Game, now: datetime) -> None:
    offer_draw(user_of(four, "silver"), four.pk, now=now)
    accept_draw(user_of(four, "gold"), four.pk, now=now)

    game = decline_draw(user_of(four, "white"), four.pk, now=now)

    assert (game.draw_offered_by, game.draw_votes) == (None, [])


def test_others_may_play_on_while_it_is_voted_on(four: Game, now: datetime) -> None:
    offer_draw(user_of(four, "black"), four.pk, now=now)
    accept_draw(user_of(four, "silver"), four.pk, now=now)

    game = take(four, "t1", "t1", now=now)
    assert (game.draw_offered_by, game.draw_votes) == ("black", ["black"])

    game = take(game, "t1", now=now)
    assert (game.draw_offered_by, game.draw_votes) == (None, [])
    assert told(game)[-1] == "draw.withdrawn"


def test_a_vote_can_be_taken_back(four: Game, now: datetime) -> None:
    offer_draw(user_of(four, "black"), four.pk, now=now)
    accept_draw(user_of(four, "silver"), four.pk, now=now)

    game = withdraw_draw(user_of(four, "silver"), four.pk, now=now)
    assert game.draw_votes == ["black"]

    game = withdraw_draw(user_of(four, "black"), four.pk, now=now)
    assert (game.draw_offered_by, game.draw_votes) == (None, [])


def test_voting_twice_counts_once(four: Game, now: datetime) -> None:
    offer_draw(user_of(four, "black"), four.pk, now=now)
    for _ in range(3):
        game = accept_draw(user_of(four, "silver"), four.pk, now=now)

    assert game.is_active
    assert read(game).draw_votes == ["black", "silver"]


def test_an_offer_falls_when_someone_goes(four: Game, now: datetime) -> None:
    offer_draw(user_of(four, "black"), four.pk, now=now)

    game = resign(user_of(four, "gold"), four.pk, now=now)

    assert read(game).draw_offered_by is None


def test_of_two_the_other_ones_answer_is_enough(pair: Game, now: datetime) -> None:
    offer_draw(user_of(pair, "white"), pair.pk, now=now)

    assert accept_draw(user_of(pair, "black"), pair.pk, now=now).reason == "agreement"
