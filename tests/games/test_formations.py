"""Choosing formations: both at once, each seeing the other's (law 3.6)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.models import Arrangement, Game, GameEvent, InboxEntry
from games.play import formations
from games.play.formations import save_formation
from games.refusals import Conflict, Forbidden, Unprocessable
from tests.games.matches import BLACK_FORMATION, OPEN_GOAL, WHITE_FORMATION, place, play


def moved(formation: dict[str, Any], **pieces: str | None) -> dict[str, Any]:
    """Return the formation with other pieces on some squares, none where it says ``None``."""
    changed = {**formation["pieces"], **pieces}
    return {"pieces": {square: piece for square, piece in changed.items() if piece}}


WIDE = moved(WHITE_FORMATION, b1=None, a1="B")


def test_a_saved_formation_is_seen_by_everyone(arranging: Game, alice: User, now: datetime) -> None:
    save_formation(alice.pk, arranging.pk, WIDE, ready=False, now=now)

    game = Game.objects.get(pk=arranging.pk)
    assert game.description["formation"]["white"]["pieces"] == WIDE["pieces"]
    assert game.description["formation"]["white"]["ready"] is False
    assert game.status == "formation"
    assert {seat.side for seat in game.seats if seat.is_awaited} == {"white", "black"}


def test_ready_locks_one_side_and_the_clock_runs_on_for_the_other(
    arranging: Game, alice: User, bob: User, now: datetime
) -> None:
    later = now + timedelta(hours=2)

    save_formation(alice.pk, arranging.pk, WIDE, ready=True, now=later)

    game = Game.objects.get(pk=arranging.pk)
    assert [seat.side for seat in game.seats if seat.is_awaited] == ["black"]
    assert game.deadline == arranging.deadline
    assert game.players.get(user=alice).deadline is None
    assert game.players.get(user=bob).deadline == arranging.deadline
    with pytest.raises(Conflict) as refusal:
        save_formation(alice.pk, arranging.pk, WHITE_FORMATION, ready=False, now=later)
    assert refusal.value.code == "formation_locked"


def test_the_round_starts_when_both_are_ready(
    arranging: Game, alice: User, bob: User, now: datetime
) -> None:
    later = now + timedelta(hours=2)
    save_formation(alice.pk, arranging.pk, WIDE, ready=True, now=now)

    game = save_formation(bob.pk, arranging.pk, BLACK_FORMATION, ready=True, now=later)

    assert game.status == "playing"
    assert [seat.side for seat in game.seats if seat.is_awaited] == ["white"]
    assert game.deadline == later + timedelta(days=1)
    locked = {row.side: row for row in Arrangement.objects.filter(game=game, round=1)}
    assert locked["white"].content["pieces"] == WIDE["pieces"]
    assert locked["white"].locked_at == locked["black"].locked_at == later
    assert locked["white"].ready


def test_ready_sent_again_is_answered_again(
    arranging: Game, alice: User, bob: User, now: datetime
) -> None:
    first = save_formation(alice.pk, arranging.pk, WIDE, ready=True, now=now)
    again = save_formation(alice.pk, arranging.pk, WIDE, ready=True, now=now)
    assert again.revision == first.revision

    started = save_formation(bob.pk, arranging.pk, BLACK_FORMATION, ready=True, now=now)
    again = save_formation(bob.pk, arranging.pk, BLACK_FORMATION, ready=True, now=now)
    assert again.revision == started.revision


def test_the_same_formation_saved_again_changes_nothing(
    arranging: Game, alice: User, now: datetime
) -> None:
    save_formation(alice.pk, arranging.pk, WIDE, ready=False, now=now)
    before = Game.objects.get(pk=arranging.pk)

    save_formation(alice.pk, arranging.pk, WIDE, ready=False, now=now)

    after = Game.objects.get(pk=arranging.pk)
    assert (after.revision, after.last_event) == (before.revision, before.last_event)


def test_the_opponent_hears_of_each_change_and_oneself_does_not(
    arranging: Game, alice: User, bob: User, now: datetime
) -> None:
    save_formation(alice.pk, arranging.pk, WIDE, ready=False, now=now)

    event = GameEvent.objects.get(type="formation.changed")
    assert {"round": 1, "side": "white", "ready": False}.items() <= event.data.items()
    assert [entry.user for entry in InboxEntry.objects.filter(event=event)] == [bob]


def test_a_restless_finger_does_not_bury_the_opponents_inbox(
    arranging: Game, alice: User, now: datetime
) -> None:
    changed = GameEvent.objects.filter(type="formation.changed")
    save_formation(alice.pk, arranging.pk, WIDE, ready=False, now=now)
    data = changed.get().data
    GameEvent.objects.bulk_create(
        GameEvent(
            game=arranging, number=1000 + n, type="formation.changed", data=data, happened_at=now
        )
        for n in range(formations.EVENTS_PER_ROUND - 2)
    )
    for _ in range(2):
        save_formation(alice.pk, arranging.pk, WHITE_FORMATION, ready=False, now=now)
        save_formation(alice.pk, arranging.pk, WIDE, ready=False, now=now)

    assert changed.count() == formations.EVENTS_PER_ROUND
    save_formation(alice.pk, arranging.pk, WIDE, ready=True, now=now)
    assert changed.count() == formations.EVENTS_PER_ROUND + 1
    formation = Game.objects.get(pk=arranging.pk).description["formation"]["white"]
    assert formation["pieces"] == WIDE["pieces"]


@pytest.mark.parametrize(
    ("content", "law"),
    [
        (moved(WHITE_FORMATION, b1=None, b4="B"), "3.1"),
        (moved(WHITE_FORMATION, d1="Q", e1="K"), "3.2"),
        (moved(WHITE_FORMATION, d2=None, a2="P"), "3.3"),
        (moved(WHITE_FORMATION, b1=None), "3.4"),
        (moved(WHITE_FORMATION, a1="B"), "3.4"),
        (moved(WHITE_FORMATION, c2="B"), "3.5"),
        (moved(WHITE_FORMATION, z9="B"), "3.1"),
        (moved(WHITE_FORMATION, b1="X"), "3.1"),
        ({"pieces": {}}, "3.2"),
    ],
)
def test_an_illegal_formation_names_its_law(
    arranging: Game, alice: User, now: datetime, content: dict[str, Any], law: str
) -> None:
    with pytest.raises(Unprocessable) as refusal:
        save_formation(alice.pk, arranging.pk, content, ready=True, now=now)

    assert refusal.value.code == "illegal_formation"
    assert refusal.value.extra["law"] == law
    assert not Arrangement.objects.exists()


def test_charlie_is_refused(arranging: Game, charlie: User, now: datetime) -> None:
    with pytest.raises(Forbidden):
        save_formation(charlie.pk, arranging.pk, WIDE, ready=True, now=now)


def test_formations_are_locked_while_the_round_is_played(
    game: Game, alice: User, now: datetime
) -> None:
    with pytest.raises(Conflict) as refusal:
        save_formation(alice.pk, game.pk, WIDE, ready=False, now=now)

    assert refusal.value.code == "wrong_phase"


def test_the_side_that_scored_may_substitute(game: Game, alice: User, now: datetime) -> None:
    play(place(game, OPEN_GOAL), "!e8", now=now)
    eight_officers = moved(WHITE_FORMATION, c2="B")

    save_formation(alice.pk, game.pk, eight_officers, ready=True, now=now)

    row = Arrangement.objects.get(game=game, round=2, side="white")
    assert row.content["pieces"]["c2"] == "B"
