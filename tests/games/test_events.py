"""Events: what each receives, numbered without gaps."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from config.http.times import utc
from games.models import Game, GameEvent, Inbox, InboxEntry
from games.shown.payloads import event_payload
from games.store import selectors
from tests.games.matches import OPEN_GOAL, place, play, start_formations, start_round


def heard_by(user: User) -> list[tuple[int, str]]:
    return [(n, event.type) for n, event, _ in selectors.events_after(user.pk, 0, 100)]


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
    assert [(n, event.type) for n, event, _ in log] == [
        (1, "game.started"),
        (2, "formation.changed"),
        (3, "round.started"),
        (4, "turn.played"),
    ]
    assert Game.objects.get(pk=game.pk).last_event == 4


def test_a_goal_and_the_end_are_shown_in_order(alice: User, bob: User, now: datetime) -> None:
    game = start_round(start_formations(alice, bob, now, options={"goals_to_win": 1}), now)
    before = game.last_event

    turn = play(place(game, OPEN_GOAL), "!e8", now=now).turn

    log = selectors.game_events_after(game.pk, before, 100)
    assert [event.type for _, event, _ in log] == ["turn.played", "round.ended", "game.finished"]
    after = {
        "ruleset": "eleven",
        "status": "finished",
        "round": 1,
        "score": {"white": 1, "black": 0},
        "position": OPEN_GOAL,
        "next_turn": 2,
        "awaiting": [],
        "deadline": None,
    }
    assert [event.data for _, event, _ in log] == [
        {
            **after,
            "turn": 1,
            "side": "white",
            "actions": ["!e8=goal"],
            "notation": "!e8=goal",
            "rolls": turn.rolls,
        },
        {**after, "turn": 1, "side": "white"},
        {**after, "winner": "white", "reason": "goals"},
    ]


def test_an_event_gives_each_receiver_all_they_need_to_act(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    game = play(game, "d2d4 @f3", now=now).game

    (mine,) = selectors.events_after(bob.pk, 4, 10)
    told = event_payload(*mine)["data"]
    assert told["your_side"] == "black"
    assert told["awaiting"] == ["black"]
    assert told["position"] == game.description["position"]
    assert told["deadline"] == utc(now + timedelta(days=1))
    assert (told["turn"], told["next_turn"]) == (1, 2)
    assert event_payload(*selectors.events_after(alice.pk, 3, 1)[0])["data"]["your_side"] == "white"
    # The log of a game is the same for everyone.
    (public,) = selectors.game_events_after(game.pk, 3, 10)
    assert event_payload(*public)["data"]["your_side"] is None


def test_after_a_goal_both_are_awaited_with_no_position(
    alice: User, bob: User, now: datetime
) -> None:
    game = start_round(start_formations(alice, bob, now), now)
    before = game.last_event

    play(place(game, OPEN_GOAL), "!e8", now=now)

    log = selectors.game_events_after(game.pk, before, 100)
    assert [event.type for _, event, _ in log] == ["turn.played", "round.ended"]
    for _, event, _ in log:
        assert event.data["status"] == "formation"
        assert event.data["awaiting"] == ["white", "black"]
        assert event.data["position"] is None
        assert event.data["score"] == {"white": 1, "black": 0}
    # The turn and the end belong to the round that was played.
    assert [event.data["round"] for _, event, _ in log] == [1, 1]


def test_two_games_share_one_inbox_without_gaps(
    game: Game, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    other = start_round(start_formations(alice, charlie, now), now)
    for one in (game, other):
        play(one, "d2d4 @f3", now=now)

    numbers = [number for number, _ in heard_by(alice)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert Inbox.objects.get(user=alice).last_number == len(numbers)


def test_reading_continues_after_a_number(game: Game, bob: User) -> None:
    assert [n for n, *_ in selectors.events_after(bob.pk, 2, 1)] == [3]
    assert selectors.events_after(bob.pk, 99, 10) == []


def test_every_event_waits_in_the_outbox_once(game: Game) -> None:
    assert GameEvent.objects.filter(relayed_at__isnull=True).count() == 5
    assert InboxEntry.objects.count() == 2 + 2 + 2 + 1
