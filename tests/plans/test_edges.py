"""What may come between a plan and its time: outages, leave, robots, an end, another player."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.plans import services
from games.features.plans.firing import due, fire
from games.features.plans.models import PlanBook, PlanEntry, PlanFallback
from games.features.plans.wording import reply_words
from games.models import Game, Turn
from games.play.deadlines import enforce_deadline
from games.play.leaves import take_leave
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.play.robots import open_house, play_waiting_games
from games.refusals import Unprocessable
from tests.games.http import API
from tests.games.matches import (
    KEEPER,
    any_turn,
    place,
    play,
    start_formations,
    start_round,
    thrice,
    with_next_roll,
)
from tests.games.test_sweeps import beat_at
from tests.plans.conftest import Planner, fire_all, fresh, read_line, turn
from tests.toys.games import begin, take

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FIRST, SECOND, THIRD = "d2d4 @f3", "f6e4", "f3e5 @d4"


def test_an_outage_before_a_plan_is_given_back_and_the_plan_comes_after_it(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND], turn(THIRD))
    play(game, SECOND, now=now)
    # Nothing could be played for two days, and alice's deadline fell into them.
    beat_at(now + HOUR)
    pause_clocks(now + HOUR)
    resume_clocks(now + 2 * DAY)

    fire_all(game, now + 2 * DAY)

    assert fresh(game).turns.get(number=3).by == "plan"
    assert fresh(game).deadline == now + 3 * DAY
    give_back()
    assert fresh(game).deadline == now + 3 * DAY, "the clock of bob began after the outage"


def test_a_plan_is_played_while_its_player_is_on_leave(
    alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    game = start_round(start_formations(alice, bob, now, has_leave=True, reserve_s=3600), now)
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND], turn(THIRD))
    take_leave(alice, None, now + 3 * DAY, now)
    play(game, SECOND, now=now + HOUR)

    fire_all(game, now + HOUR)

    assert fresh(game).next_turn == 4
    assert fresh(game).deadline == now + HOUR + DAY + HOUR


def test_a_plan_answers_a_robot(alice: User, plan: Planner, now: datetime) -> None:
    open_house()
    robot = User.objects.get(username="robot-easy")
    chess = start_formations(alice, robot, now, ruleset="standard")
    play(chess, "e2e4", now=now)
    body = {"turn": 3, "tries": [["e4e5"], ["d2d3"], ["a2a3"]], "unless": []}
    services.put_fallback(fresh(chess), alice.pk, body, now=now)

    assert play_waiting_games(5) == 1
    fire_all(chess, fresh(chess).clock_started_at)

    assert list(chess.turns.values_list("by", flat=True)) == ["hand", "robot", "fallback"]


@pytest.mark.parametrize("ends", ["time", "account"])
def test_when_the_other_is_gone_what_waits_is_dropped(
    game: Game, alice: User, bob: User, plan: Planner, now: datetime, ends: str
) -> None:
    play(game, FIRST, SECOND, THIRD, now=now)
    plan(game, alice, ["d7d6"], {"do": "stop"})
    if ends == "time":
        assert enforce_deadline(game.pk, now + 2 * DAY)
        fire_all(game, now + 2 * DAY)
        assert PlanEntry.objects.get().because == "game_over"
    else:
        delete_account(alice, now=now)
        assert not PlanEntry.objects.exists()
    assert not PlanBook.objects.exists()


def test_a_line_that_begins_with_a_turn_of_mine_is_harmless_where_i_play_another(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    plan(game, alice, [FIRST, SECOND], turn(THIRD))
    play(game, "c3d5", now=now)
    play(game, any_turn(game), now=now)

    fire_all(game, now)

    assert fresh(game).next_turn == 3
    assert PlanEntry.objects.get().status == "waiting"


def test_what_is_refused_when_its_time_comes_is_dropped_and_the_turn_is_still_mine(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND], {"do": "claim"})
    play(game, SECOND, now=now)

    fire_all(game, now)

    assert PlanEntry.objects.get().because == "wrong_phase"
    assert [seat.side for seat in fresh(game).seats if seat.is_awaited] == ["white"]


def test_a_claim_that_the_laws_of_the_game_do_not_know_is_refused_when_it_is_planned(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)

    with pytest.raises(Unprocessable) as refusal:
        plan(game, alice, [SECOND], {"do": "final_whistle"})

    assert refusal.value.code == "illegal_act"
    assert refusal.value.extra["law_url"] == "/learn/eleven/laws/#9.4"
    assert not PlanEntry.objects.exists()


AFTER = "k7/8/8/8/8/8/5R2/3K4 b f2 open - 9"
"""What White's turn from e2 to f2 leads to."""


@pytest.mark.parametrize(("times", "status"), [(2, "fired"), (1, "dropped")])
def test_a_drop_ball_is_claimed_by_a_plan_if_the_position_has_come_often_enough(
    game: Game, bob: User, plan: Planner, now: datetime, times: int, status: str
) -> None:
    stood = thrice(AFTER).replace("*3", f"*{times}" if times > 1 else "")
    game = place(game, "k7/8/8/8/8/8/4R3/3K4 w e2 open - 8", stalled=stood)
    entry = plan(game, bob, ["e2f2"], {"do": "claim"})
    assert reply_words(game, entry.reply) == "Claim a drop ball"

    play(game, "e2f2", now=now)
    fire_all(game, now)

    entry.refresh_from_db()
    assert entry.status == status
    assert fresh(game).status == ("formation" if status == "fired" else "playing")


def test_a_turn_for_anything_else_is_not_played_between_rounds(
    game: Game, bob: User, now: datetime
) -> None:
    game = place(game, KEEPER)
    body = {"turn": 2, "tries": [["d7d6"]], "unless": []}
    services.put_fallback(game, bob.pk, body, now=now)
    with_next_roll(fresh(game), range(55))
    play(game, "!e8", now=now)

    fire_all(game, now)

    assert PlanFallback.objects.get().because == "round_over"


def test_four_plan_for_each_other(
    alice: User, bob: User, charlie: User, dan: User, plan: Planner, now: datetime
) -> None:
    people = dict(
        zip(("white", "silver", "black", "gold"), (alice, bob, charlie, dan), strict=True)
    )
    table = begin("family", people, now)
    line: list[str] = []
    for side in ("white", "silver", "black", "gold", "white"):
        state = table.rules.load(table.state)
        for sent in read_line(line):
            mover = table.rules.choices(state, ())["side"]
            state = table.rules.foresee(state, mover, sent["actions"], None).state
        played = table.rules.choices(state, ())["actions"][0]["text"]
        if line:
            plan(table, people[side], line, turn(played))
        line.append(played)

    take(table, line[0], now=now)
    for _ in range(5):
        for side in people:
            fire(table.pk, side, now=now)

    told = list(Turn.objects.filter(game=table).order_by("number").values_list("side", "by"))
    assert told == [
        ("white", "hand"), ("silver", "plan"), ("black", "plan"), ("gold", "plan"),
        ("white", "plan"),
    ]  # fmt: skip
    assert not due(now).exists()


def test_of_very_many_answers_those_that_wait_are_shown(
    game: Game, alice: User, white: APIClient, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    entry = plan(game, alice, [SECOND], turn(THIRD))
    PlanEntry.objects.bulk_create(
        PlanEntry(game=game, side="white", round=1, key=f"{number}", line=[], reply={"do": "stop"},
                  made_at_turn=2, status="dropped", because="removed")
        for number in range(600)
    )  # fmt: skip

    shown = white.get(f"{API}/games/{game.pk}/plans").json()
    assert (shown["results"][0]["id"], shown["left"]) == (str(entry.place), 99)
    plan(game, alice, ["c6b4"], {"do": "stop"})
    assert PlanEntry.objects.count() == 2 + services.MOST_TAKEN_BACK
