"""What is no turn: it has its place in history, and the others play on."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Act, Game, GameEvent, Player
from games.play.account_deletion import clear_games
from games.play.acts import MOST_ACTS_A_TURN, claim, do_act, resign
from games.play.deadlines import enforce_deadline
from games.play.draws import accept_draw, offer_draw
from games.play.replay import differences_of
from games.play.sweeps import close_overdue
from games.play.turns import play_turn
from games.refusals import Conflict, Unprocessable
from tests.api.document import shape_of
from tests.conftest import Clients
from tests.games.test_sweeps import beat_at
from tests.toys.games import begin, lap, read, results, take, user_of

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


def told(game: Game) -> list[str]:
    """Return the types of the game's events, oldest first."""
    return list(game.events.order_by("number").values_list("type", flat=True))


def acts(game: Game) -> list[tuple[int, int, str, str]]:
    return list(
        Act.objects.filter(game=game)
        .order_by("turn", "index")
        .values_list("turn", "index", "side", "name")
    )


# --- resigning ----------------------------------------------------------------------------------


def test_who_resigns_is_out_and_the_others_play_on(four: Game, now: datetime) -> None:
    game = resign(user_of(four, "black"), four.pk, now=now)

    assert game.is_active
    assert acts(game) == [(1, 0, "black", "resign")]
    assert told(game) == ["game.started", "act.done", "player.out"]
    assert GameEvent.objects.get(type="act.done").entries.count() == 4
    assert differences_of(read(game)) == []


def test_the_next_one_gets_a_whole_day_where_the_one_to_play_resigns(
    four: Game, now: datetime
) -> None:
    late = now + DAY - SECOND

    game = resign(user_of(four, "white"), four.pk, now=late)

    assert game.deadline == late + DAY
    assert [seat.side for seat in game.seats if seat.is_awaited] == ["silver"]


def test_the_clock_continues_where_another_resigns(four: Game, now: datetime) -> None:
    game = resign(user_of(four, "gold"), four.pk, now=now + SECOND)

    assert game.deadline == now + DAY


def test_resigning_twice_counts_once(four: Game, now: datetime) -> None:
    for _ in range(2):
        game = resign(user_of(four, "black"), four.pk, now=now)

    assert acts(game) == [(1, 0, "black", "resign")]
    assert told(game).count("player.out") == 1


def test_the_last_one_in_the_game_has_won(four: Game, now: datetime) -> None:
    for side in ("silver", "white", "gold"):
        resign(user_of(four, side), four.pk, now=now)

    game = read(four)
    assert (game.status, game.winner, game.reason) == ("finished", "black", "resignation")
    assert game.ranking == [["black"], ["gold"], ["white"], ["silver"]]
    assert results(game) == [("white", 3, 1), ("silver", 4, 0), ("black", 1, 3), ("gold", 2, 2)]
    assert told(game)[-2:] == ["player.out", "game.finished"]
    assert differences_of(game) == []
    assert resign(user_of(four, "gold"), four.pk, now=now).winner == "black"


def test_who_is_out_can_do_nothing_more(four: Game, now: datetime) -> None:
    out = user_of(four, "white")
    resign(out, four.pk, now=now)

    for name in ("leave", "claim"):
        with pytest.raises(Conflict) as refusal:
            do_act(out, four.pk, name, now=now)
        assert refusal.value.code == "out_of_game"
    with pytest.raises(Conflict) as refusal:
        play_turn(out, four.pk, 1, ["t1"], now=now)
    assert refusal.value.code == "out_of_game"


def test_an_account_that_goes_resigns_and_leaves_the_others_playing(
    four: Game, bob: User, now: datetime
) -> None:
    clear_games(bob, now, time.monotonic() + 60)

    game = read(four)
    assert game.is_active
    assert acts(game) == [(1, 0, "silver", "resign")]


# --- leaving and returning ----------------------------------------------------------------------


def test_one_may_leave_and_return_without_a_turn_of_ones_own(four: Game, now: datetime) -> None:
    gold = user_of(four, "gold")

    do_act(gold, four.pk, "leave", now=now)
    do_act(gold, four.pk, "leave", now=now)  # which holds already
    game = take(four, "t1", "t1", "t1", now=now)
    assert [seat.side for seat in game.seats if seat.is_awaited] == ["white"]

    game = do_act(gold, four.pk, "return", now=now)

    assert acts(game) == [(1, 0, "gold", "leave"), (4, 0, "gold", "return")]
    assert told(game).count("act.done") == 2
    assert "player.out" not in told(game)
    assert differences_of(read(game)) == []


def test_several_acts_at_one_turn_keep_their_order(four: Game, now: datetime) -> None:
    gold, black = user_of(four, "gold"), user_of(four, "black")
    for user, name in ((gold, "leave"), (black, "leave"), (gold, "return"), (black, "resign")):
        do_act(user, four.pk, name, now=now)

    assert [(index, side) for _, index, side, _ in acts(four)] == [
        (0, "gold"),
        (1, "black"),
        (2, "gold"),
        (3, "black"),
    ]
    assert differences_of(read(four)) == []


def test_no_one_leaves_and_returns_without_end_at_one_turn(four: Game, now: datetime) -> None:
    gold = user_of(four, "gold")
    for _ in range(MOST_ACTS_A_TURN // 2):
        do_act(gold, four.pk, "leave", now=now)
        do_act(gold, four.pk, "return", now=now)

    with pytest.raises(Conflict) as refusal:
        do_act(gold, four.pk, "leave", now=now)

    assert refusal.value.code == "wrong_phase"
    assert resign(gold, four.pk, now=now)


def test_what_the_game_does_not_know_cannot_be_done(four: Game, pair: Game, now: datetime) -> None:
    for game, name in ((four, "sulk"), (pair, "leave")):
        with pytest.raises(Unprocessable) as refusal:
            do_act(user_of(game, "white"), game.pk, name, now=now)
        assert refusal.value.code == "illegal_act"
    with pytest.raises(Conflict) as too_early:
        claim(user_of(pair, "white"), pair.pk, now=now)
    assert too_early.value.code == "wrong_phase"


# --- the clock ----------------------------------------------------------------------------------


def test_a_missed_deadline_puts_one_out_and_gives_the_next_a_whole_day(
    four: Game, now: datetime
) -> None:
    lap(four, now)
    late = now + DAY + SECOND
    beat_at(late)

    assert close_overdue(now=late) == 1
    assert close_overdue(now=late) == 0

    game = read(four)
    assert game.is_active
    assert game.deadline == late + DAY
    assert acts(game) == [(5, 0, "white", "time_out")]
    assert Act.objects.get().at == now + DAY
    assert told(game)[-2:] == ["act.done", "player.out"]
    assert differences_of(game) == []


def test_a_sweep_and_a_request_write_the_same(four: Game, now: datetime) -> None:
    users = {seat.side: User.objects.get(pk=seat.user_id) for seat in four.seats}
    other = begin("quad", users, now, stones=40)
    late = now + DAY + SECOND
    beat_at(late)
    lap(four, now)
    enforce_deadline(four.pk, late)
    lap(other, now)

    close_overdue(now=late)

    assert acts(four) == acts(other)
    assert told(four) == told(other)
    assert read(four).description == read(other).description
    assert [p.deadline for p in Player.objects.filter(game=four).order_by("pk")] == [
        p.deadline for p in Player.objects.filter(game=other).order_by("pk")
    ]


def test_one_missed_day_after_the_other_leaves_the_last_one(four: Game, now: datetime) -> None:
    lap(four, now)
    for day in (1, 2, 3):
        late = now + day * (DAY + SECOND)
        beat_at(late)
        assert close_overdue(now=late) == 1

    game = read(four)
    assert (game.winner, game.reason) == ("gold", "timeout")
    assert results(game) == [("white", 4, 0), ("silver", 3, 1), ("black", 2, 2), ("gold", 1, 3)]
    assert differences_of(game) == []


def test_a_turn_that_came_too_late_is_called_so(four: Game, now: datetime) -> None:
    lap(four, now)
    late = now + DAY + timedelta(minutes=1)
    beat_at(late)

    for _ in range(2):
        with pytest.raises(Conflict) as refusal:
            play_turn(user_of(four, "white"), four.pk, 5, ["t1"], now=late)
        assert refusal.value.code == "deadline_passed"


# --- turns --------------------------------------------------------------------------------------


def test_a_turn_of_several_actions_is_played_whole(four: Game, now: datetime) -> None:
    game = take(four, "t2 +", "t3", now=now)

    turns = list(game.turns.order_by("number").values_list("actions", "notation"))
    assert turns == [(["t2", "+"], "-2!"), (["t3"], "-3")]


def test_a_whole_game_ends_by_a_turn(alice: User, bob: User, now: datetime) -> None:
    game = begin("pair", {"white": alice, "black": bob}, now, stones=3)

    game = take(game, "t3", now=now)

    assert (game.winner, game.reason) == ("white", "last_stone")
    assert results(game) == [("white", 1, 1), ("black", 2, 0)]
    assert acts(game) == []
    assert differences_of(game) == []


def test_events_look_as_the_document_says(
    four: Game, client_of: Clients, alice: User, now: datetime
) -> None:
    do_act(user_of(four, "gold"), four.pk, "leave", now=now)
    resign(user_of(four, "black"), four.pk, now=now)
    offer_draw(user_of(four, "white"), four.pk, now=now)
    with pytest.raises(Conflict):
        accept_draw(user_of(four, "gold"), four.pk, now=now)
    do_act(user_of(four, "gold"), four.pk, "return", now=now)
    offer_draw(user_of(four, "silver"), four.pk, now=now)
    accept_draw(user_of(four, "gold"), four.pk, now=now)
    document = Client().get("/api/v1/schema").json()

    page = client_of(alice).get("/api/v1/events").json()

    types = [event["type"] for event in page["results"]]
    assert {"act.done", "player.out", "draw.voted"} <= set(types)
    shape_of(document, "EventPage").validate(page)
