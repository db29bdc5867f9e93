"""Mails, pushes and calendars about games of four, and of two without rounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.clock.sweeps import close_overdue, send_reminders
from games.models import Game
from games.services.acts import do_act, resign
from games.services.challenges import make_challenge, take_seat
from games.services.draws import accept_draw, offer_draw
from games.services.invitations import Invited
from games.services.start import Terms
from notifications.calendar import write_calendar
from notifications.models import Notification
from tests.games.test_sweeps import beat_at
from tests.notifications.test_mail import html_of, send, text_of
from tests.toys.games import begin, lap, take, user_of

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


@pytest.fixture
def now() -> datetime:
    """The present: what is sent is checked against the real clock."""
    return datetime.now(UTC)


@pytest.fixture(autouse=True)
def reachable(alice: User, bob: User, charlie: User, dan: User) -> None:
    for user in (alice, bob, charlie, dan):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def subjects(now: datetime) -> dict[str, str]:
    return {name: message["Subject"] for name, message in send(now).items()}


def test_the_start_tells_who_begins(alice: User, bob: User, now: datetime) -> None:
    begin("pair", {"white": bob, "black": alice}, now)

    told = send(now)

    assert {name: mail["Subject"] for name, mail in told.items()} == {
        "bob": "Your turn against alice"
    }
    assert "The game has begun." in text_of(told["bob"])
    assert "formation" not in text_of(told["bob"]).lower()


def test_a_challenge_to_several_is_told_to_each_and_its_start_to_all(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    terms = Terms("quad", side="white", options={"seats": 3})
    challenge = make_challenge(alice, None, terms, now=now, others=[Invited(bob), Invited(charlie)])
    told = send(now)
    assert set(told) == {"bob", "charlie"}
    assert told["bob"]["Subject"] == "alice challenges you"
    assert "Quad, stones in the heap: 9, players: three" in text_of(told["bob"])

    take_seat(bob, challenge.pk, now=now)
    assert send(now) == {}
    take_seat(charlie, challenge.pk, now=now)

    told = send(now)
    assert set(told) == {"alice"}
    assert told["alice"]["Subject"] in (
        "bob and charlie accept your challenge",
        "charlie and bob accept your challenge",
    )
    assert "Your turn is awaited until" in text_of(told["alice"])


def test_a_turn_is_told_to_the_next_one_alone(four: Game, now: datetime) -> None:
    assert subjects(now) == {"alice": "Your turn against bob, charlie and dan"}
    take(four, "t2 +", now=now)

    told = send(now)

    assert set(told) == {"bob"}
    assert told["bob"]["Subject"] == "Your turn against alice, charlie and dan"
    assert "alice takes 2." in text_of(told["bob"])
    assert "<img" in html_of(told["bob"])


def test_whoever_is_awaited_because_another_went_is_told(four: Game, now: datetime) -> None:
    send(now)

    resign(user_of(four, "white"), four.pk, now=now)

    assert subjects(now) == {"bob": "Your turn against alice, charlie and dan"}
    do_act(user_of(four, "gold"), four.pk, "leave", now=now)
    assert subjects(now) == {}


def test_who_oversteps_hears_it_and_so_does_the_next(four: Game, now: datetime) -> None:
    lap(four, now)
    send(now)
    Game.objects.filter(pk=four.pk).update(deadline=now - SECOND)
    beat_at(now)

    assert close_overdue(now=now) == 1

    assert subjects(now) == {
        "alice": "You are out of the game against bob, charlie and dan",
        "bob": "Your turn against alice, charlie and dan",
    }


def test_a_draw_names_who_offers_it(four: Game, now: datetime) -> None:
    send(now)
    offer_draw(user_of(four, "black"), four.pk, now=now)

    told = send(now)

    assert {mail["Subject"] for mail in told.values()} == {"charlie offers a draw"}
    assert set(told) == {"alice", "bob", "dan"}
    assert "once all who still play have agreed" in text_of(told["bob"])
    accept_draw(user_of(four, "gold"), four.pk, now=now)
    assert send(now) == {}


def test_the_end_tells_each_their_place(four: Game, now: datetime) -> None:
    send(now)
    for side in ("silver", "white", "gold"):
        resign(user_of(four, side), four.pk, now=now)

    told = send(now)

    assert {name: mail["Subject"] for name, mail in told.items()} == {
        "alice": "You came 3rd of 4 against bob, charlie and dan",
        "bob": "You came 4th of 4 against alice, charlie and dan",
        "charlie": "You won against alice, bob and dan",
        "dan": "You came 2nd of 4 against alice, bob and charlie",
    }
    assert "dan resigned." in text_of(told["charlie"])
    assert "You resigned." in text_of(told["dan"])


def test_a_reminder_and_the_calendar_name_all(four: Game, alice: User, now: datetime) -> None:
    send(now)
    Game.objects.filter(pk=four.pk).update(remind_at=now)
    beat_at(now + SECOND)
    send_reminders(now=now + SECOND)

    assert subjects(now) == {"alice": "Your time against bob, charlie and dan runs out"}
    entry = write_calendar(alice, now).decode()
    assert "Turn against bob\\, charlie and dan" in entry.replace("\r\n ", "")


def test_nothing_fails(four: Game, pair: Game, now: datetime) -> None:
    lap(four, now)
    take(pair, "t1", "t2", now=now)
    send(now)

    assert not Notification.objects.filter(status=Notification.Status.FAILED).exists()
