"""What is asked for is judged by when it arrived, however long it waited since."""

from __future__ import annotations

import threading
import time
from datetime import datetime, timedelta

import httpx
import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.tokens import create_token
from config import asgi
from config.http.errors.refusals import Refusal
from games.models import Challenge, Game, Heartbeat
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.deadlines import enforce_deadline
from games.play.formations import save_formation
from games.play.sweeps import close_overdue, lapse_old_challenges
from games.play.turns import play_turn
from games.play.watching import view_game
from tests.games.matches import BLACK_FORMATION
from tests.games.test_formations import WIDE
from tests.live import LiveService
from tests.patience import stretched

SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def grace(settings) -> timedelta:
    settings.DEADLINE_GRACE_SECONDS = 30
    return timedelta(seconds=30)


def deadline_of(game: Game) -> datetime:
    assert game.deadline is not None
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": game.deadline + 60 * SECOND})
    return game.deadline


@pytest.mark.django_db(transaction=True)
def test_a_turn_that_waited_for_a_thread_past_its_deadline_is_played(
    game: Game, alice: User
) -> None:
    token = create_token(alice, "test", ["games:play"])[1]
    busy = threading.Event()
    with (
        LiveService() as service,
        httpx.Client(base_url=service.url, timeout=stretched(30)) as client,
    ):
        # All threads are at work, and the turn arrives a moment before the deadline.
        for _ in range(asgi.called.threads):
            asgi.called.submit(busy.wait)
        deadline = timezone.now() + stretched(2) * SECOND
        Game.objects.filter(pk=game.pk).update(deadline=deadline)
        answers: list[httpx.Response] = []
        sent = threading.Thread(
            target=lambda: answers.append(
                client.post(
                    f"/api/v1/games/{game.pk}/turns",
                    json={"turn": 1, "actions": ["d2d4", "@f3"]},
                    headers={"Authorization": f"Bearer {token}"},
                )
            )
        )
        sent.start()
        while timezone.now() < deadline + SECOND:
            time.sleep(0.05)
        busy.set()
        sent.join()

    assert answers[0].status_code == 201, answers[0].text


def test_no_sweep_overtakes_a_turn_that_waits(game: Game, alice: User, grace: timedelta) -> None:
    deadline = deadline_of(game)

    assert close_overdue(now=deadline + grace - SECOND) == 0
    played = play_turn(alice.pk, game.pk, 1, ["d2d4", "@f3"], now=deadline - SECOND)

    assert played.turn.number == 1


def test_after_the_grace_the_game_ends_as_of_its_deadline(game: Game, grace: timedelta) -> None:
    deadline = deadline_of(game)

    assert close_overdue(now=deadline + grace) == 1

    after = Game.objects.get(pk=game.pk)
    assert after.status == "aborted"
    assert after.finished_at == deadline


def test_no_reader_overtakes_a_turn_that_waits(game: Game, alice: User, grace: timedelta) -> None:
    deadline = deadline_of(game)

    assert view_game(game.pk, deadline + SECOND).status == "playing"
    assert not enforce_deadline(game.pk, deadline + SECOND)
    assert view_game(game.pk, deadline + grace).status == "aborted"


def test_a_late_turn_is_refused_immediately_and_closes_nothing(game: Game, alice: User) -> None:
    """The same turn may have been sent before, in time, to a process that is busy."""
    deadline = deadline_of(game)

    with pytest.raises(Refusal) as refusal:
        play_turn(alice.pk, game.pk, 1, ["d2d4", "@f3"], now=deadline + SECOND)

    assert refusal.value.code == "deadline_passed"
    assert Game.objects.get(pk=game.pk).status == "playing"
    assert play_turn(alice.pk, game.pk, 1, ["d2d4", "@f3"], now=deadline - SECOND).turn.number == 1


def test_what_follows_a_missed_formation_waits_for_those_that_arrived(
    arranging: Game, alice: User, bob: User, grace: timedelta
) -> None:
    deadline = deadline_of(arranging)

    with pytest.raises(Refusal) as refusal:
        play_turn(alice.pk, arranging.pk, 1, ["d2d4", "@f3"], now=deadline + SECOND)

    assert refusal.value.code == "busy"
    save_formation(alice.pk, arranging.pk, WIDE, ready=True, now=deadline - SECOND)
    save_formation(bob.pk, arranging.pk, BLACK_FORMATION, ready=True, now=deadline - SECOND)
    assert Game.objects.get(pk=arranging.pk).status == "playing"


def test_a_challenge_accepted_in_time_is_not_overtaken(
    alice: User, bob: User, now: datetime
) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    Heartbeat.objects.create(beat_at=challenge.expires_at + 60 * SECOND)

    assert lapse_old_challenges(now=challenge.expires_at + SECOND) == 0
    with pytest.raises(Refusal):
        accept_challenge(bob, challenge.pk, now=challenge.expires_at + SECOND)
    assert Challenge.objects.get().status == "open"

    accept_challenge(bob, challenge.pk, now=challenge.expires_at - SECOND)
