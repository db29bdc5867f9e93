"""Mails, pushes and calendars about games of four, and of two without rounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as mails

from accounts.models import User
from games.models import Game
from games.play.acts import do_act, resign
from games.play.challenge.challenges import make_challenge, take_seat
from games.play.challenge.invitations import Invited
from games.play.draws import accept_draw, offer_draw
from games.play.start import Terms
from games.play.sweeps import close_overdue
from notifications.calendar import write_calendar
from notifications.channels.push import build_push
from notifications.message.context import load_contexts
from notifications.models import Notification
from notifications.relay import relay_events
from notifications.reminders.ladders import remind_due
from tests.games.test_sweeps import beat_at
from tests.notifications.conftest import daily_mail
from tests.notifications.test_mail import html_of, send, text_of
from tests.toys.games import begin, lap, take, user_of

DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)


@pytest.fixture
def now() -> datetime:
    """The present: what is sent is checked against the real clock."""
    return datetime.now(UTC)


@pytest.fixture(autouse=True)
def reachable(alice: User, bob: User, charlie: User, dan: User) -> None:
    for user in (alice, bob, charlie, dan):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)


def subjects(now: datetime) -> dict[str, str]:
    """Return the subject of each new email by its receiver, without the deadline."""
    return {name: message["Subject"].partition(", by ")[0] for name, message in send(now).items()}


def test_the_start_names_who_begins(alice: User, bob: User, now: datetime) -> None:
    begin("pair", {"white": bob, "black": alice}, now)

    told = send(now)

    assert set(told) == {"bob"}
    assert told["bob"]["Subject"].startswith("Your turn against alice, by ")
    assert "The game has started." in text_of(told["bob"])
    assert "formation" not in text_of(told["bob"]).lower()


def test_a_challenge_to_several_notifies_each_and_its_start_all(
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
    assert "Play by" in text_of(told["alice"])


def test_a_turn_notifies_the_next_one_alone(four: Game, now: datetime) -> None:
    assert subjects(now) == {"alice": "Your turn against bob, charlie and dan"}
    take(four, "t2 +", now=now)

    told = send(now)

    assert set(told) == {"bob"}
    assert told["bob"]["Subject"].startswith("Your turn against alice, charlie and dan, by ")
    assert "alice takes 2." in text_of(told["bob"])
    assert "<img" in html_of(told["bob"])


def test_a_player_who_is_to_act_because_another_left_is_notified(four: Game, now: datetime) -> None:
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
        "alice": "You're out of the game against bob, charlie and dan",
        "bob": "Your turn against alice, charlie and dan",
    }


def test_a_draw_names_who_offers_it(four: Game, now: datetime) -> None:
    send(now)
    offer_draw(user_of(four, "black"), four.pk, now=now)

    told = send(now)

    assert {mail["Subject"] for mail in told.values()} == {"charlie offers a draw"}
    assert set(told) == {"alice", "bob", "dan"}
    assert "when every remaining player agrees" in text_of(told["bob"])
    accept_draw(user_of(four, "gold"), four.pk, now=now)
    assert send(now) == {}


def test_the_end_gives_each_their_place(four: Game, now: datetime) -> None:
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
    assert text_of(told["charlie"]).count("dan resigned") == 1, "the result says it"
    first = text_of(told["dan"]).split("\n\n")[1].splitlines()[0]
    assert first == "charlie won: you resigned.", "the place is in the title"


def test_a_reminder_and_the_calendar_name_all(four: Game, alice: User, now: datetime) -> None:
    send(now)
    beat_at(now + 20 * HOUR)
    assert remind_due(now=now + 20 * HOUR)
    Notification.objects.filter(kind="reminder").update(due_at=now)

    assert subjects(now) == {"alice": "Reminder: your turn against bob, charlie and dan"}
    entry = write_calendar(alice, now).decode()
    assert "Turn against bob\\, charlie and dan" in entry.replace("\r\n ", "")


def test_nothing_fails(
    four: Game, pair: Game, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    lap(four, now)
    take(pair, "t1", "t2", now=now)
    send(now)

    assert not Notification.objects.filter(status=Notification.Status.FAILED).exists()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_mail_names_who_went_before_your_turn_came(four: Game, now: datetime) -> None:
    send(now)
    do_act(user_of(four, "gold"), four.pk, "leave", now=now)

    resign(user_of(four, "white"), four.pk, now=now)

    words = text_of(send(now)["bob"])
    assert "dan: Leave for now. alice resigned." in " ".join(words.split())


def test_it_is_notified_once_that_it_is_your_turn_again(four: Game, now: datetime) -> None:
    send(now)
    for side, act in (
        ("white", "leave"),
        ("silver", "leave"),
        ("silver", "return"),
        ("black", "leave"),
        ("gold", "leave"),
    ):
        do_act(user_of(four, side), four.pk, act, now=now)

    assert subjects(now) == {"bob": "Your turn against alice, charlie and dan"}
    assert len(mails.outbox) == 1


def test_a_draw_is_still_asked_for_after_a_turn_and_of_no_one_twice(
    four: Game, now: datetime
) -> None:
    send(now)
    offer_draw(user_of(four, "black"), four.pk, now=now)
    accept_draw(user_of(four, "gold"), four.pk, now=now)
    take(four, "t1", now=now)

    assert {name for name, title in subjects(now).items() if "draw" in title} == {"alice"}
    assert sorted(message.subject.partition(", by ")[0] for message in mails.outbox) == [
        "Your turn against alice, charlie and dan",
        "charlie offers a draw",
        "charlie offers a draw",
    ]


def test_who_is_out_or_away_is_asked_for_no_draw(four: Game, now: datetime) -> None:
    resign(user_of(four, "white"), four.pk, now=now)
    do_act(user_of(four, "gold"), four.pk, "leave", now=now)
    send(now)

    offer_draw(user_of(four, "black"), four.pk, now=now)

    assert subjects(now) == {"bob": "charlie offers a draw"}


def test_who_goes_out_and_hears_of_it_late_hears_of_the_end_alone(
    four: Game, now: datetime
) -> None:
    lap(four, now)
    send(now)
    Game.objects.filter(pk=four.pk).update(deadline=now - SECOND)
    beat_at(now)
    assert close_overdue(now=now) == 1
    for side in ("silver", "gold"):
        resign(user_of(four, side), four.pk, now=now)

    told = subjects(now)

    assert told["alice"] == "You came 4th of 4 against bob, charlie and dan"
    assert [message.to[0].split()[0] for message in mails.outbox].count("alice") == 1


def test_who_has_taken_a_seat_is_asked_no_more(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    terms = Terms("quad", side="white", options={"seats": 3})
    challenge = make_challenge(alice, None, terms, now=now, others=[Invited(bob), Invited(charlie)])
    take_seat(bob, challenge.pk, now=now)

    told = send(now)

    assert set(told) == {"charlie"}
    assert "bob is invited too." in text_of(told["charlie"])


def test_the_end_of_a_game_of_two_without_a_score(pair: Game, now: datetime) -> None:
    take(pair, "t1", now=now)
    send(now)

    resign(user_of(pair, "black"), pair.pk, now=now)

    told = send(now)
    assert told["alice"]["Subject"] == "You won against bob"
    assert told["bob"]["Subject"] == "You lost against alice"
    assert "You resigned." in text_of(told["bob"])


def test_a_push_and_a_digest_say_it_in_short(four: Game, pair: Game, now: datetime) -> None:
    take(four, "t2 +", now=now)
    take(pair, "t1", now=now)
    while relay_events(now):
        pass
    contexts = [
        one for one in load_contexts(Notification.objects.order_by("pk")) if one.is_true(now)
    ]
    bobs = [context for context in contexts if context.receiver.username == "bob"]

    pushed = build_push(bobs[0], badge=2, stale=set(), now=now).message["notification"]
    digest = daily_mail(bobs)

    assert pushed["title"] == "Your turn against alice, charlie and dan"
    assert pushed["body"].startswith("alice: -2! · by ")
    assert digest.subject == "2 games: what happened"
    for words in ("Your turn against alice, charlie and dan", "alice: -2!", "alice: -1"):
        assert words in digest.body
