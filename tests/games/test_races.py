"""Each race that has a name, with real threads on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts import hooks
from accounts.models import User
from accounts.services.deletion import delete_account
from config.http.errors.refusals import Refusal
from games.models import Challenge, Game, GameEvent, Inbox, InboxEntry, Outage, Turn
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.rematches import offer_rematch
from games.play.deadlines import enforce_deadline
from games.play.draws import accept_draw, offer_draw
from games.play.formations import save_formation
from games.play.outages import give_back
from games.play.turns import play_turn
from games.play.watching import view_game
from games.shown.payloads import game_payload
from tests.games.matches import (
    BLACK_FORMATION,
    OPEN_GOAL,
    WHITE_FORMATION,
    a_moment_after,
    place,
    play,
    start_formations,
    start_round,
)
from tests.games.races import race
from tests.hooks import Only

pytestmark = pytest.mark.django_db(transaction=True)

KICK_OFF = ["d2d4", "@f3"]


def now_of(game: Game) -> datetime:
    return game.created_at + timedelta(hours=1)


def check_numbers() -> None:
    """Fail if any count of events has a gap or a double."""
    for game in Game.objects.all():
        numbers = GameEvent.objects.filter(game=game).order_by("number")
        assert list(numbers.values_list("number", flat=True)) == list(range(1, game.last_event + 1))
    for inbox in Inbox.objects.all():
        entries = InboxEntry.objects.filter(user=inbox.user).order_by("number")
        assert list(entries.values_list("number", flat=True)) == list(
            range(1, inbox.last_number + 1)
        )


def test_two_different_turns_together(game: Game, alice: User) -> None:
    now = now_of(game)

    first, second = race(
        game,
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now),
        lambda: play_turn(alice.pk, game.pk, 1, ["c3e4"], now=now),
    )

    assert first.turn.number == 1
    assert second == "stale_turn"
    assert Turn.objects.count() == 1
    check_numbers()


def test_the_same_turn_twice_together(game: Game, alice: User) -> None:
    now = now_of(game)

    first, second = race(
        game,
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now),
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now),
    )

    assert first.turn == second.turn
    assert second.game.revision == first.game.revision
    check_numbers()


def test_the_next_turn_that_waits_for_this_one(game: Game, alice: User, bob: User) -> None:
    """Who has waited for a game sees whose turn it is now, not whose it was before the wait."""
    now = now_of(game)

    first, second = race(
        game,
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now),
        lambda: play_turn(bob.pk, game.pk, 2, ["d7d5"], now=now),
    )

    assert first.turn.number == 1
    assert second.turn.number == 2
    assert [seat.side for seat in second.game.seats if seat.is_awaited] == ["white"]
    check_numbers()


def test_a_draw_offered_once_more_after_waiting_for_a_turn(
    game: Game, alice: User, bob: User
) -> None:
    """A change that lets the seats be shows who is awaited after the turn it waited for."""
    now = now_of(game)

    _, after = race(
        game,
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now),
        lambda: offer_draw(bob.pk, game.pk, now=now),
    )

    assert game_payload(after, "")["awaiting"] == ["black"]


@pytest.mark.parametrize("sweep_first", [True, False])
def test_a_turn_in_time_against_a_sweep_that_looks_too_early(
    game: Game, alice: User, sweep_first: bool
) -> None:
    """The sweep found the row overdue; by the time it holds it the turn may have been played."""
    assert game.deadline is not None
    in_time, late = game.deadline - timedelta(seconds=1), a_moment_after(game.deadline)
    acts: list[Callable[[], Any]] = [
        lambda: enforce_deadline(game.pk, late),
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=in_time),
    ]

    outcomes = race(game, *(acts if sweep_first else reversed(acts)))

    after = Game.objects.get(pk=game.pk)
    if sweep_first:
        assert outcomes == [True, "deadline_passed"]
        assert after.status == "aborted"
    else:
        assert outcomes[1] is False
        assert after.status == "playing"
    check_numbers()


def test_two_sweeps_and_a_reader_together(game: Game) -> None:
    late = a_moment_after(game.deadline)

    outcomes = race(
        game,
        lambda: enforce_deadline(game.pk, late),
        lambda: enforce_deadline(game.pk, late),
        lambda: view_game(game.pk, late).status,
    )

    assert outcomes == [True, False, "aborted"]
    assert GameEvent.objects.filter(type="game.finished").count() == 1
    check_numbers()


def test_two_late_turns_together(game: Game, alice: User) -> None:
    late = a_moment_after(game.deadline)

    outcomes = race(
        game,
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=late),
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=late),
    )

    assert outcomes == ["deadline_passed", "deadline_passed"]
    assert GameEvent.objects.filter(type="game.finished").count() == 1


def test_two_accepts_of_one_open_challenge(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    challenge = make_challenge(alice, None, Terms(), now=now)

    first, second = race(
        challenge,
        lambda: accept_challenge(bob, challenge.pk, now=now),
        lambda: accept_challenge(charlie, challenge.pk, now=now),
    )

    assert isinstance(first, Game)
    assert second == "challenge_closed"
    assert Game.objects.count() == 1
    assert Challenge.objects.get(pk=challenge.pk).game == first
    check_numbers()


def test_one_accept_sent_twice(alice: User, bob: User, now: datetime) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=now)

    first, second = race(
        challenge,
        lambda: accept_challenge(bob, challenge.pk, now=now),
        lambda: accept_challenge(bob, challenge.pk, now=now),
    )

    assert first == second
    assert Game.objects.count() == 1


def test_ready_and_ready(alice: User, bob: User, now: datetime) -> None:
    game = start_formations(alice, bob, now)

    first, second = race(
        game,
        lambda: save_formation(alice.pk, game.pk, WHITE_FORMATION, ready=True, now=now),
        lambda: save_formation(bob.pk, game.pk, BLACK_FORMATION, ready=True, now=now),
    )

    assert (first.status, second.status) == ("formation", "playing")
    assert GameEvent.objects.filter(type="round.started").count() == 1
    check_numbers()


@pytest.mark.parametrize("goal_first", [True, False])
def test_resigning_against_the_last_goal(
    alice: User, bob: User, now: datetime, goal_first: bool
) -> None:
    game = start_round(start_formations(alice, bob, now, options={"goals_to_win": 1}), now)
    place(game, OPEN_GOAL)
    acts: list[Callable[[], Any]] = [
        lambda: play_turn(alice.pk, game.pk, 1, ["!e8"], now=now).game.reason,
        lambda: resign(bob.pk, game.pk, now=now).reason,
    ]

    outcomes = race(game, *(acts if goal_first else reversed(acts)))

    assert outcomes == ["goals" if goal_first else "resignation", "game_over"]
    assert GameEvent.objects.filter(type="game.finished").count() == 1
    assert Turn.objects.count() == int(goal_first)
    check_numbers()


@pytest.mark.parametrize("draw_first", [True, False])
def test_accepting_a_draw_against_a_turn(
    game: Game, alice: User, bob: User, draw_first: bool
) -> None:
    """Bob has offered a draw; alice plays on in one tab and accepts in another."""
    now = now_of(game)
    offer_draw(bob.pk, game.pk, now=now)
    acts: list[Callable[[], Any]] = [
        lambda: accept_draw(alice.pk, game.pk, now=now).reason,
        lambda: play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now).game.status,
    ]

    outcomes = race(game, *(acts if draw_first else reversed(acts)))

    assert outcomes == (["agreement", "game_over"] if draw_first else ["playing", "no_draw_offer"])
    check_numbers()


def test_two_draws_offered_together(game: Game, alice: User, bob: User) -> None:
    now = now_of(game)

    first, second = race(
        game,
        lambda: offer_draw(alice.pk, game.pk, now=now).draw_offered_by,
        lambda: offer_draw(bob.pk, game.pk, now=now).draw_offered_by,
    )

    assert (first, second) == ("white", "draw_already_offered")


def test_both_press_rematch_together(game: Game, alice: User, bob: User) -> None:
    now = now_of(game)
    resign(alice.pk, game.pk, now=now)

    first, second = race(
        game,
        lambda: offer_rematch(alice, game.pk, now=now),
        lambda: offer_rematch(bob, game.pk, now=now),
    )

    assert first.challenge == second.challenge
    assert Game.objects.count() == 2
    check_numbers()


def test_the_same_key_twice_together(
    game: Game, alice: User, client_of: Callable[..., APIClient]
) -> None:
    clients = [client_of(alice), client_of(alice)]

    def send(client: APIClient) -> Callable[[], Any]:
        return lambda: client.post(
            f"/api/v1/games/{game.pk}/turns",
            {"turn": 1, "actions": KICK_OFF},
            format="json",
            headers={"Idempotency-Key": "one"},
        )

    # The fixture lives in the year 2030; these requests are answered today, long before.
    first, second = race(game, *map(send, clients))

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert second.headers["Idempotency-Replayed"] == "true"
    assert Turn.objects.count() == 1
    check_numbers()


def test_games_of_the_same_two_people_do_not_wait_for_each_other_for_ever(
    game: Game, alice: User, bob: User
) -> None:
    """Two games, the players' sides swapped: inboxes are locked in one order all the same."""
    now = now_of(game)
    games = [game]
    for _ in range(3):
        games.append(start_round(start_formations(bob, alice, now), now))
    box = Inbox.objects.get(user=alice)

    outcomes = race(
        box,
        *(
            lambda one=one: play(one, "d2d4 @f3", "d7d5", "f3e5", now=now).turn.number
            for one in games
        ),
    )

    assert outcomes == [3, 3, 3, 3]
    check_numbers()


def test_leaving_does_not_get_in_the_way_of_a_turn(alice: User, bob: User, now: datetime) -> None:
    """Who leaves resigns one game after the other, and a turn is played in the last of them."""
    games = [start_round(start_formations(alice, bob, now), now) for _ in range(2)]
    last = max(games, key=lambda one: one.pk)

    played, left = race(
        last,
        lambda: play_turn(alice.pk, last.pk, 1, KICK_OFF, now=now),
        lambda: delete_account(bob, now),
    )

    assert played.turn.number == 1
    assert left is None
    assert {(one.winner, one.reason) for one in Game.objects.all()} == {("white", "resignation")}


@pytest.mark.parametrize("leaver", ["alice", "bob"])
def test_who_leaves_while_a_challenge_is_accepted_leaves_that_game_too(
    alice: User, bob: User, now: datetime, leaver: str
) -> None:
    challenge = make_challenge(alice, None, Terms(), now=now)
    leaving = {"alice": alice, "bob": bob}[leaver]

    accepted, left = race(
        challenge,
        lambda: accept_challenge(bob, challenge.pk, now=now),
        lambda: delete_account(leaving, now),
    )

    assert isinstance(accepted, Game)
    assert left is None
    assert Game.objects.get().reason == "resignation"


@pytest.mark.parametrize(("leaver", "code"), [("alice", "opponent_gone"), ("bob", "forbidden")])
def test_a_challenge_that_is_accepted_while_someone_leaves(
    alice: User, bob: User, now: datetime, only: Only, leaver: str, code: str
) -> None:
    """The account is gone, and nothing of it is cleared yet: no game begins any more."""
    challenge = make_challenge(alice, None, Terms(), now=now)
    only(hooks.CLEARING, hooks.CLEARING.by(lambda *arguments: False))
    delete_account({"alice": alice, "bob": bob}[leaver], now)

    with pytest.raises(Refusal) as refusal:
        accept_challenge(bob, challenge.pk, now=now)

    assert refusal.value.code == code
    assert not Game.objects.exists()


def test_a_rematch_that_is_taken_while_someone_leaves(game: Game, alice: User, bob: User) -> None:
    now = now_of(game)
    resign(alice.pk, game.pk, now=now)
    offer_rematch(bob, game.pk, now=now)

    left, taken = race(
        game,
        lambda: delete_account(bob, now),
        lambda: offer_rematch(alice, game.pk, now=now),
    )

    assert left is None
    assert taken == "opponent_gone"
    assert Game.objects.count() == 1


def test_leaving_and_giving_time_back_lock_games_in_one_order(
    alice: User, bob: User, now: datetime
) -> None:
    """By deadline the last game would come first: each could then wait for a game of the other."""
    games = [start_round(start_formations(alice, bob, now), now) for _ in range(2)]
    first, last = sorted(games, key=lambda one: one.pk)
    later = now + timedelta(days=1, hours=1)
    Game.objects.filter(pk=last.pk).update(deadline=later)
    last.players.filter(deadline__isnull=False).update(deadline=later)
    Outage.objects.create(started_at=now + timedelta(hours=1), ended_at=now + timedelta(hours=2))

    left, moved = race(first, lambda: delete_account(bob, now), lambda: give_back(0))

    assert left is None
    assert isinstance(moved, int)
    assert not Game.objects.filter(status__in=Game.ACTIVE).exists()
