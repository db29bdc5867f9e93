"""What was prepared is played when its situation comes: once, in time, or not at all."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.features.plans import services
from games.features.plans.firing import CHAIN, due, fire
from games.features.plans.models import PlanBook, PlanEntry, PlanFallback
from games.models import Game, Player, Turn
from games.play.acts import resign
from games.play.draws import decline_draw, offer_draw
from games.rules import registry
from tests.games.matches import KEEPER, place, play, start_formations, start_round, with_next_roll
from tests.plans.conftest import FOUR_WAYS, OUTCOMES, Planner, fire_all, fresh, turn

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
FIRST, SECOND_TURN, THIRD = "d2d4 @f3", "f6e4", "f3e5 @d4"


def test_an_answer_is_played_when_its_situation_comes(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    entry = plan(game, alice, [SECOND_TURN], turn(THIRD))
    fire_all(game, now)
    assert Turn.objects.filter(game=game).count() == 1

    play(game, SECOND_TURN, now=now + HOUR)
    fire_all(game, now + HOUR + SECOND)

    played = Turn.objects.get(game=game, number=3)
    assert (played.actions, played.by) == (THIRD.split(), "plan")
    entry.refresh_from_db()
    assert (entry.status, entry.fired_turn) == ("fired", 3)
    assert fresh(game).deadline == now + HOUR + SECOND + DAY
    assert not PlanBook.objects.exists()


def test_how_the_game_came_there_does_not_matter(
    alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    chess = start_formations(alice, bob, now, ruleset="standard")
    plan(chess, alice, ["g1f3", "g8f6", "b1c3", "b8c6"], turn("e2e4"))

    for played in ("b1c3", "b8c6", "g1f3", "g8f6"):
        play(chess, played, now=now)
        fire_all(chess, now)

    assert list(chess.turns.values_list("by", flat=True)) == ["hand"] * 4 + ["plan"]


def test_every_outcome_of_a_shot_can_be_answered(
    game: Game, alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    start = place(game, FOUR_WAYS)
    rules = registry.get("eleven")
    for outcome in OUTCOMES[1:3]:
        after = rules.foresee(rules.load(start.state), "white", ["!e8"], outcome).state
        options = rules.choices(after, ())
        move = next(c["text"] for c in options["actions"] if c["kind"] == "move")
        while rules.choices(after, move.split())["complete"] < 0:
            move += " " + rules.choices(after, move.split())["actions"][0]["text"]
        plan(start, bob, [f"!e8={outcome}"], turn(move))
    goal: dict[str, Any] = {"pieces": {}}
    kept = rules.describe(rules.foresee(rules.load(start.state), "white", ["!e8"], "goal").state)
    goal["pieces"] = kept["formation"]["black"]["pieces"]
    plan(start, bob, ["!e8=goal"], {"do": "formation", **goal})
    corner = rules.foresee(rules.load(start.state), "white", ["!e8"], "corner").state
    kick = next(one for one in rules.choices(corner, ())["actions"])["text"]
    plan(start, alice, ["!e8=corner"], turn(kick))

    with_next_roll(fresh(game), range(20, 45))
    play(game, "!e8", now=now)
    fire_all(game, now)

    assert Turn.objects.filter(game=game).latest("number").by == "plan"
    fired = PlanEntry.objects.get(status="fired")
    assert fired.line[0]["outcome"] == "save"
    assert PlanEntry.objects.filter(status="waiting").count() == 3


def test_a_formation_is_ready_after_the_goal_it_was_made_for(
    game: Game, bob: User, plan: Planner, now: datetime
) -> None:
    placed = place(game, KEEPER)
    rules = registry.get("eleven")
    after = rules.foresee(rules.load(placed.state), "white", ["!e8"], "goal").state
    pieces = rules.describe(after)["formation"]["black"]["pieces"]
    plan(placed, bob, ["!e8=goal"], {"do": "formation", "pieces": pieces})
    plan(placed, bob, ["!e8=save"], {"do": "resign"})
    with_next_roll(fresh(game), range(55))
    play(game, "!e8", now=now)

    fire_all(game, now)

    shown = fresh(game)
    assert shown.is_active
    assert [seat.side for seat in shown.seats if seat.is_awaited] == ["white"]
    assert PlanEntry.objects.get(reply__do="resign").because == "round_over"


@pytest.mark.parametrize(
    ("reply", "reason"), [({"do": "resign"}, "resignation"), ({"do": "stop"}, "")]
)
def test_a_plan_may_resign_or_stop(
    game: Game, alice: User, plan: Planner, now: datetime, reply: dict[str, str], reason: str
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND_TURN], reply)
    play(game, SECOND_TURN, now=now)

    fire_all(game, now)

    assert fresh(game).reason == reason
    assert PlanEntry.objects.get().status == "fired"


def test_a_draw_goes_with_the_turn_where_it_was_asked_for(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND_TURN], turn(THIRD, offer_draw=True))
    play(game, SECOND_TURN, now=now)
    fire_all(game, now)

    assert fresh(game).draw_offered_by == "white"


def test_nothing_fires_while_the_other_offers_a_draw(
    game: Game, alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND_TURN], turn(THIRD))
    offer_draw(bob.pk, game.pk, now=now)
    play(game, SECOND_TURN, now=now)

    fire_all(game, now)
    assert fresh(game).next_turn == 3

    decline_draw(alice.pk, game.pk, now=now)
    fire_all(game, now)
    assert fresh(game).next_turn == 4


def test_a_deadline_that_has_passed_is_not_overtaken(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND_TURN], turn(THIRD))
    play(game, SECOND_TURN, now=now)

    assert not fire(game.pk, "white", now=now + DAY + SECOND)
    assert fresh(game).next_turn == 3


def test_a_fired_turn_takes_nothing_from_the_reserve(
    alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    post = start_round(start_formations(alice, bob, now, reserve_s=3600, gain_s=60), now)
    play(post, FIRST, now=now)
    plan(post, alice, [SECOND_TURN], turn(THIRD))
    Player.objects.filter(game=post).update(reserve_left=1000)
    play(post, SECOND_TURN, now=now)

    fire_all(post, now + DAY + timedelta(seconds=500))

    assert fresh(post).next_turn == 4
    assert Player.objects.get(game=post, side="white").reserve_left == 1060


def test_an_answer_that_is_never_met_waits_until_the_end(
    game: Game, alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND_TURN], turn(THIRD))
    play(game, "c6b4", now=now)
    fire_all(game, now)
    assert PlanEntry.objects.get().status == "waiting"
    assert not due(now).exists()

    resign(bob.pk, game.pk, now=now)
    fire_all(game, now)

    assert PlanEntry.objects.get().because == "game_over"
    assert not PlanBook.objects.exists()


def test_a_line_back_to_where_it_began_is_no_turn_yet(
    alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    chess = start_formations(alice, bob, now, ruleset="standard")
    plan(chess, alice, ["g1f3", "g8f6", "f3g1", "f6g8"], turn("e2e4"))

    fire_all(chess, now)

    assert fresh(chess).next_turn == 1


@pytest.mark.parametrize(
    ("answer", "unless", "tries", "because", "by"),
    [
        ("c6b4", [], ["a1a2", "f3e5 @d4"], "", "fallback"),
        ("c6b4", [], ["a1a2", "a1a3"], "illegal", None),
        ("c6d4", ["capture"], ["f3e5 @c3"], "alarm", None),
        ("c6d4", ["check", "shot"], ["f3d4"], "", "fallback"),
    ],
)
def test_a_fallback_tries_unless_it_is_alarmed(
    game: Game,
    alice: User,
    now: datetime,
    answer: str,
    unless: list[str],
    tries: list[str],
    because: str,
    by: str | None,
) -> None:
    play(game, FIRST, now=now)
    body = {"turn": 3, "tries": [one.split() for one in tries], "unless": unless}
    services.put_fallback(fresh(game), alice.pk, body, now=now)
    play(game, answer, now=now)

    fire_all(game, now)

    assert PlanFallback.objects.get().because == because
    assert Turn.objects.filter(game=game, number=3).values_list("by", flat=True).first() == by


def test_a_chain_of_plans_rests_after_so_many(
    game: Game, alice: User, plan: Planner, now: datetime
) -> None:
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND_TURN], turn(THIRD))
    played = play(game, SECOND_TURN, now=now).turn
    Turn.objects.bulk_create(
        Turn(game=game, number=1000 + number, round=1, side="black", actions=[], notation="",
             position_before="", played_at=now, by="plan")
        for number in range(CHAIN)
    )  # fmt: skip
    assert played.number == 2

    assert not fire(game.pk, "white", now=now + SECOND)
    assert not due(now + SECOND).exists()
    assert fire(game.pk, "white", now=now + timedelta(seconds=61))


def test_plans_of_both_alternate(alice: User, bob: User, plan: Planner, now: datetime) -> None:
    chess = start_formations(alice, bob, now, ruleset="standard")
    plan(chess, bob, ["e2e4"], turn("e7e5"))
    plan(chess, alice, ["e2e4", "e7e5"], turn("g1f3"))
    plan(chess, bob, ["e2e4", "e7e5", "g1f3"], turn("b8c6"))

    play(chess, "e2e4", now=now)
    fire_all(chess, now)

    assert list(chess.turns.values_list("notation", flat=True)) == ["e4", "e5", "Nf3", "Nc6"]
