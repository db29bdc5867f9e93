"""Friends who join, leave and start at the same moment: each once, and never more than eight."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import User
from games.features.competitions.models import Entry, Match, MatchGame
from games.features.competitions.services.among_friends import (
    MOST_RUNNING,
    add_bot,
    call_off,
    change_among_friends,
    join,
    leave,
    start,
)
from games.models import Game
from games.play.robots import open_house
from games.refusals import Conflict
from tests.at_once import at_once
from tests.competitions.cups import Cup, beat, people
from tests.competitions.friends import make_friendly
from tests.competitions.twice import told

pytestmark = pytest.mark.django_db(transaction=True)


def tried(act: Callable[[], object]) -> Callable[[], str]:
    """Return an act that answers with the code of its refusal, or with nothing."""

    def run() -> str:
        try:
            act()
        except Conflict as refusal:
            return refusal.code
        return ""

    return run


def check_whole(cup: Cup) -> None:
    """Look whether the bracket holds those who have joined, each once."""
    section = cup.section
    entries = Entry.objects.filter(section=section)
    assert section.status == "playing"
    numbers = entries.filter(number__isnull=False).order_by("number")
    assert list(numbers.values_list("number", flat=True)) == list(range(1, section.size + 1))
    assert told("competition.drawn") == 1
    assert MatchGame.objects.count() == Game.objects.count() == cup_games(cup)


def cup_games(cup: Cup) -> int:
    """Return how many games of the first round there are to play."""
    matches = Match.objects.filter(section=cup.section, by="", upper__gt=0, lower__gt=0)
    return matches.count()


def test_two_who_want_the_last_place(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice, people(6))
    code = cup.competition.code or ""
    first, second = people(2, "late")

    found = at_once(
        tried(lambda: join(first, code, now=now)), tried(lambda: join(second, code, now=now))
    )

    assert sorted(found) == ["", "competition_full"]
    assert Entry.objects.count() == 8


def test_a_friend_and_a_bot_want_the_last_place(now: datetime, alice: User, bob: User) -> None:
    open_house()
    cup = make_friendly(now, alice, people(6))
    pk, code = cup.competition.pk, cup.competition.code or ""

    found = at_once(
        tried(lambda: join(bob, code, now=now)),
        tried(lambda: add_bot(alice, pk, "easy", now=now)),
    )

    assert sorted(found) == ["", "competition_full"]
    assert Entry.objects.count() == 8


def test_one_who_joins_twice_at_the_same_moment(now: datetime, alice: User, bob: User) -> None:
    cup = make_friendly(now, alice)
    code = cup.competition.code or ""

    first, second = at_once(lambda: join(bob, code, now=now), lambda: join(bob, code, now=now))

    assert first == second


@pytest.mark.parametrize("_again", range(3))
def test_a_start_and_a_join(now: datetime, alice: User, bob: User, _again: int) -> None:
    cup = make_friendly(now, alice, people(3))
    pk, code = cup.competition.pk, cup.competition.code or ""

    _started, joined = at_once(
        tried(lambda: start(alice, pk, now=now)), tried(lambda: join(bob, code, now=now))
    )

    assert joined in ("", "competition_started")
    assert cup.section.size == (4 if joined else 5)
    check_whole(cup)


@pytest.mark.parametrize("_again", range(3))
def test_a_start_and_one_who_leaves(now: datetime, alice: User, _again: int) -> None:
    cup = make_friendly(now, alice, people(3))
    pk, code = cup.competition.pk, cup.competition.code or ""

    at_once(lambda: start(alice, pk, now=now), lambda: leave(cup.players[3], code, now=now))

    section = cup.section
    assert section.status == "playing"
    left = Entry.objects.filter(user=cup.players[3]).first()
    if section.size == 3:
        assert left is None
    else:
        assert left is not None
        assert left.status == "withdrawn"
    assert told("competition.drawn") == 1


def test_two_starts(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice, people(4))
    pk = cup.competition.pk

    at_once(lambda: start(alice, pk, now=now), lambda: start(alice, pk, now=now))

    assert cup.section.size == 5
    check_whole(cup)


def test_a_start_and_a_change_of_the_game(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice, people(1))
    pk = cup.competition.pk

    _started, changed = at_once(
        tried(lambda: start(alice, pk, now=now)),
        tried(lambda: change_among_friends(alice, pk, {"ruleset": "future"}, now=now)),
    )

    assert changed in ("", "competition_started")
    assert Game.objects.get().ruleset == ("standard" if changed else "future")


def test_a_start_and_a_call_off(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice, people(1))
    pk = cup.competition.pk

    found = at_once(
        tried(lambda: start(alice, pk, now=now)), tried(lambda: call_off(alice, pk, now=now))
    )

    assert sorted(found) in (["", "competition_started"], ["", "competition_called_off"])
    assert cup.section.status == ("playing" if found[0] == "" else "not_held")


def test_the_last_cup_that_one_may_set_up(now: datetime, alice: User) -> None:
    for _number in range(MOST_RUNNING - 1):
        make_friendly(now, alice)
    beat(now)

    found = at_once(*[tried(lambda: make_friendly(now, alice)) for _number in range(2)])

    assert sorted(found) == ["", "too_many_competitions"]
