"""Events: what each receives, numbered without gaps."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games import selectors
from games.models import Game, GameEvent, Inbox, InboxEntry
from tests.games.matches import OPEN_GOAL, place, play, start_formations, start_round


def heard_by(user: User) -> list[tuple[int, str]]:
    return [(n, event.type) for n, event in selectors.events_after(user.pk, 0, 100)]


def test_what_each_hears_of_the_first_moves(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    play(game, "d2d4 @f3", now=now)

    assert heard_by(alice) == [
        (1, "game.started"),
        (2, "challenge.accepted"),
        (3, "round.started"),
        (4, "turn.played"),
    ]
    assert heard_by(bob) == [
        (1, "challenge.received"),
        (2, "game.started"),
        (3, "formation.changed"),
        (4, "round.started"),
        (5, "turn.played"),
    ]


def test_the_log_of_the_game_is_numbered_from_one(game: Game, now: datetime) -> None:
    play(game, "d2d4 @f3", now=now)

    log = selectors.game_events_after(game.pk, 0, 100)
    assert [(n, event.type) for n, event in log] == [
        (1, "game.started"),
        (2, "formation.changed"),
        (3, "round.started"),
        (4, "turn.played"),
    ]
    assert Game.objects.get(pk=game.pk).last_event == 4


def test_a_goal_and_the_end_are_told_in_order(alice: User, bob: User, now: datetime) -> None:
    game = start_round(start_formations(alice, bob, now, options={"goals_to_win": 1}), now)
    before = game.last_event

    turn = play(place(game, OPEN_GOAL), "!e8", now=now).turn

    log = selectors.game_events_after(game.pk, before, 100)
    assert [event.type for _, event in log] == ["turn.played", "round.ended", "game.finished"]
    assert [event.data for _, event in log] == [
        {
            "turn": 1,
            "round": 1,
            "side": "white",
            "actions": ["!e8=goal"],
            "notation": "!e8=goal",
            "rolls": turn.rolls,
        },
        {"turn": 1, "round": 1, "side": "white"},
        {"winner": "white", "reason": "goals"},
    ]


def test_two_games_share_one_inbox_without_gaps(
    game: Game, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    other = start_round(start_formations(alice, charlie, now), now)
    for one in (game, other):
        play(one, "d2d4 @f3", now=now)

    numbers = [number for number, _ in heard_by(alice)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert Inbox.objects.get(user=alice).last_number == len(numbers)


def test_reading_goes_on_after_a_number(game: Game, bob: User) -> None:
    assert [n for n, _ in selectors.events_after(bob.pk, 2, 1)] == [3]
    assert selectors.events_after(bob.pk, 99, 10) == []


def test_every_event_waits_in_the_outbox_once(game: Game) -> None:
    assert GameEvent.objects.filter(relayed_at__isnull=True).count() == 5
    assert InboxEntry.objects.count() == 2 + 2 + 2 + 1
