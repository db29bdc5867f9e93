"""What is prepared at a seat goes when the seat is left to a house bot."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import User
from games.features.plans.firing import fire
from games.features.plans.models import PlanBook, PlanEntry, PlanFallback
from games.features.plans.services import add_entry, put_fallback
from games.play.handing_over import hand_over
from games.play.robots import open_house
from games.play.turns import play_turn
from tests.games.races import race
from tests.toys.games import begin, read

LATER = {"turn": 6, "tries": [["d11d10"]], "unless": []}


@pytest.fixture
def people(alice: User, bob: User, charlie: User, dan: User) -> dict[str, User]:
    """Who plays which side."""
    open_house()
    return {"white": alice, "silver": bob, "black": charlie, "gold": dan}


def test_what_was_prepared_at_the_seat_is_forgotten(people: dict[str, User], now: datetime) -> None:
    alice, bob, *_others = people.values()
    table = begin("family", people, now)
    entry = {"line": [{"actions": ["d2d3"]}], "reply": {"do": "resign"}}
    add_entry(table, bob.pk, 1, entry, now=now)
    put_fallback(table, bob.pk, LATER, now=now)
    play_turn(alice.pk, table.pk, 1, ["d2d3"], now=now)

    hand_over(bob.pk, table.pk, now=now)

    # Nothing of it is the robot's, nor in the reach of its author.
    assert not fire(table.pk, "silver", now=now)
    assert [model.objects.count() for model in (PlanEntry, PlanFallback, PlanBook)] == [0, 0, 0]
    assert read(table).summary.to_act == {"silver"}


@pytest.mark.django_db(transaction=True)
def test_a_player_who_prepared_something_meanwhile_has_lost_the_seat(
    people: dict[str, User], now: datetime
) -> None:
    table = begin("family", people, now)
    bob = people["silver"]

    outcomes = race(
        table,
        lambda: hand_over(bob.pk, table.pk, now=now),
        lambda: put_fallback(table, bob.pk, LATER, now=now),
    )

    assert outcomes[1] == "not_a_player"
    assert not PlanFallback.objects.exists()
