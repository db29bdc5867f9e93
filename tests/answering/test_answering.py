"""Answering by email: what plays, what doesn't, and what comes back."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from accounts.hooks import answered_at
from accounts.models import OutgoingMail, User
from games.features.answering import replies
from games.features.answering.bounces import MOST_IN_A_ROW, ROW_ENDS_AFTER, paused
from games.features.answering.letters import LARGEST
from games.features.answering.models import Bounced, InboundMail
from games.features.answering.taking import MOST_AN_HOUR, Took, take
from games.features.answering.tokens import (
    bounce_address,
    read_bounce_address,
    read_turn_address,
    turn_address,
)
from games.models import Game, Leave, Turn
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.heartbeat import beat
from games.play.sweeps import close_overdue
from games.play.turns import play_turn
from notifications.message.context import load_contexts
from notifications.message.email import write_mail
from notifications.models import Notification
from notifications.recipients import mail_addresses
from notifications.relay import relay_events

DOMAIN = "in.eleven.example"


@pytest.fixture(autouse=True)
def receiving() -> Iterator[None]:
    """Receive emails."""
    with override_settings(INBOUND_DOMAIN=DOMAIN):
        yield


@pytest.fixture
def chess(alice: User, bob: User) -> Game:
    """A game of chess, alice to move; both have confirmed an address."""
    now = timezone.now()
    for user in (alice, bob):
        EmailAddress.objects.update_or_create(
            user=user,
            email=f"{user.username}@example.com",
            defaults={"verified": True, "primary": True},
        )
    terms = Terms(ruleset="standard", side="white")
    challenge = make_challenge(alice, bob.username, terms, now=now)
    return Game.objects.get(pk=accept_challenge(bob, challenge.pk, now=now).pk)


def letter(text: str, sender: str = "alice@example.com", **headers: str) -> EmailMessage:
    """Return an email with a new Message-ID."""
    mail = EmailMessage()
    mail["From"], mail["Subject"] = sender, "Re: Your turn against bob"
    mail["Message-ID"] = f"<{timezone.now().timestamp()}-{abs(hash(text))}@example.com>"
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail


def send(
    user: User,
    game: Game,
    mail: EmailMessage | bytes,
    *,
    turn: int | None = None,
    sender: str = "alice@example.com",
    at: datetime | None = None,
) -> Took:
    """Hand an email to the door and have it answered."""
    game = Game.objects.get(pk=game.pk)
    address = turn_address(user.pk, game.pk, game.next_turn if turn is None else turn)
    taken = take(bytes(mail), address, sender, at or timezone.now())
    if taken.mail_id is not None:
        replies.answer(taken.mail_id)
    return taken.took


def played(game: Game) -> list[str]:
    """Return the turns of a game."""
    return [turn.notation for turn in Turn.objects.filter(game=game).order_by("number")]


def answers() -> list[OutgoingMail]:
    """Return the emails on their way, oldest first."""
    return list(OutgoingMail.objects.order_by("pk"))


def test_a_reply_plays_and_is_answered_with_the_board(alice: User, chess: Game) -> None:
    mail = letter("Nf3\n\nOn Tue, Chess Eleven wrote:\n> Your turn")

    assert send(alice, chess, mail) is Took.STORED

    assert played(chess) == ["Nf3"]
    (answer,) = answers()
    assert answer.recipient == "alice@example.com"
    assert answer.subject == "Re: Your turn against bob"
    assert " 3  .  .  .  .  .  N  .  ." in answer.text
    assert "<pre" in answer.html
    assert "/imprint/" in answer.text
    assert "/imprint/" in answer.html
    assert answer.headers["In-Reply-To"] == mail["Message-ID"]
    assert answer.headers["References"].startswith(f"<game-{chess.pk}@")
    assert read_turn_address(answer.headers["Reply-To"]).turn == 2  # type: ignore[union-attr]


def test_an_address_is_short_and_survives_a_change_of_case(alice: User, chess: Game) -> None:
    address = turn_address(2**40 - 1, chess.pk, 2**24 - 1)
    local = address.partition("@")[0]
    assert len(local) <= 64
    assert local.islower()
    assert read_turn_address(address.upper()) == (2**40 - 1, chess.pk, 2**24 - 1)
    for place in range(5, len(local)):
        forged = local[:place] + ("a" if local[place] != "a" else "b") + local[place + 1 :]
        found = read_turn_address(f"{forged}@{DOMAIN}")
        assert found is None or place == len(local) - 1, place
    assert read_turn_address(local + "@elsewhere.example") is None
    with override_settings(INBOUND_DOMAIN=""):
        assert answered_at(alice.pk, chess.pk, 1) == ""


def test_a_forged_sender_plays_nothing_and_the_player_hears_of_it(alice: User, chess: Game) -> None:
    assert send(alice, chess, letter("Nf3", "mallory@example.com")) is Took.STORED
    assert not played(chess)
    (answer,) = answers()
    assert answer.recipient == "alice@example.com"
    assert "mallory@example.com" in answer.text
    assert "Nothing was played" in answer.text


def test_a_stolen_address_is_no_use_with_another_account(
    alice: User, bob: User, chess: Game
) -> None:
    assert send(alice, chess, letter("Nf3", "bob@example.com"), sender="bob@example.com")
    EmailAddress.objects.filter(user=bob).update(verified=False)
    send(bob, chess, letter("e5", "bob@example.com"), sender="bob@example.com")
    assert not played(chess)


def test_the_same_email_twice_plays_once(alice: User, bob: User, chess: Game) -> None:
    mail = letter("Nf3")
    assert send(alice, chess, mail) is Took.STORED
    play_turn(bob.pk, chess.pk, 2, ["g8f6"], now=timezone.now())
    assert send(alice, chess, mail, turn=1) is Took.AGAIN
    assert send(alice, chess, mail, turn=3) is Took.AGAIN
    assert played(chess) == ["Nf3", "Nf6"]
    assert len(answers()) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "list"},
        {"List_Id": "<x.example>"},
        {"From": "MAILER-DAEMON@example.com"},
    ],
)
def test_what_programs_write_is_dropped(alice: User, chess: Game, headers: dict[str, str]) -> None:
    assert send(alice, chess, letter("Nf3", **headers)) is Took.DROPPED
    assert send(alice, chess, letter("Nf3"), sender="") is Took.DROPPED
    assert not played(chess)
    assert not answers()
    assert not InboundMail.objects.exists()


def test_a_large_email_is_refused_at_the_door(alice: User, chess: Game) -> None:
    mail = letter("Nf3")
    mail.add_attachment(b"x" * 5_000_000, maintype="image", subtype="png", filename="a.png")
    assert send(alice, chess, mail) is Took.TOO_LARGE
    small = letter("Nf3")
    small.add_attachment(b"x" * (LARGEST // 2), maintype="image", subtype="png", filename="a.png")
    assert send(alice, chess, small) is Took.STORED
    assert played(chess) == ["Nf3"]


def test_a_reply_to_an_old_turn_plays_nothing(alice: User, bob: User, chess: Game) -> None:
    send(alice, chess, letter("e4"))
    play_turn(bob.pk, chess.pk, 2, ["e7e5"], now=timezone.now())
    for text in ("Nf3", "Bc4", "draw", "resign yes", "leave 2 days"):
        send(alice, chess, letter(text), turn=1)
        assert "Answer the newest email" in answers()[-1].text, text
    assert played(chess) == ["e4", "e5"]
    assert Game.objects.get(pk=chess.pk).is_active
    assert not Leave.objects.exists()


def test_what_is_not_understood_is_answered_with_examples(alice: User, chess: Game) -> None:
    send(alice, chess, letter("Nf4"))
    send(alice, chess, letter(""))
    assert not played(chess)
    first, _second = answers()
    assert "We don't understand “Nf4”" in first.text
    assert "   (" in first.text
    assert read_turn_address(first.headers["Reply-To"]) == (alice.pk, chess.pk, 1)


def test_a_reply_counts_by_when_we_had_it(alice: User, chess: Game) -> None:
    beat(timezone.now())
    soon = timezone.now() - timedelta(seconds=100)
    Game.objects.filter(pk=chess.pk).update(deadline=soon)
    before = soon - timedelta(seconds=2)

    taken = take(
        bytes(letter("Nf3")), turn_address(alice.pk, chess.pk, 1), "alice@example.com", before
    )
    # It waits, because the post office was killed, and no sweep closes the game meanwhile.
    close_overdue()
    assert Game.objects.get(pk=chess.pk).is_active
    replies.answer_waiting()
    assert played(chess) == ["Nf3"]
    assert taken.took is Took.STORED


def test_a_late_reply_does_not_count(alice: User, chess: Game) -> None:
    beat(timezone.now())
    ended = timezone.now() - timedelta(seconds=100)
    Game.objects.filter(pk=chess.pk).update(deadline=ended)
    send(alice, chess, letter("Nf3"), at=ended + timedelta(seconds=2))
    assert not played(chess)
    close_overdue()
    assert not Game.objects.get(pk=chess.pk).is_active
    replies.answer_waiting()
    assert not played(chess)
    assert InboundMail.objects.get().status == InboundMail.Status.REFUSED
    (answer,) = answers()
    assert "time for this turn is up" in answer.text


def test_after_ten_refusals_there_is_silence(alice: User, chess: Game) -> None:
    for number in range(12):
        send(alice, chess, letter(f"nonsense {number}"))
    assert len(answers()) == 10
    send(alice, chess, letter("Nf3"))
    assert played(chess) == ["Nf3"]
    assert len(answers()) == 11
    later = timezone.now() + timedelta(hours=1, seconds=5)
    InboundMail.objects.update(settled_at=later - timedelta(hours=2))
    send(alice, chess, letter("nonsense"), at=later)
    assert len(answers()) == 12


def test_sixty_emails_an_hour_are_read(alice: User, chess: Game) -> None:
    now = timezone.now()
    InboundMail.objects.bulk_create(
        InboundMail(
            user=alice, game=chess, turn=1, key=str(n), received_at=now, status="done", text=""
        )
        for n in range(MOST_AN_HOUR)
    )
    assert send(alice, chess, letter("Nf3")) is Took.DROPPED
    assert send(alice, chess, letter("Nf3"), at=now + timedelta(minutes=61)) is Took.STORED


def test_an_error_keeps_the_email_for_later(
    alice: User, chess: Game, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    state = chess.state
    Game.objects.filter(pk=chess.pk).update(state="broken")
    send(alice, chess, letter("Nf3"))
    assert InboundMail.objects.get().status == InboundMail.Status.WAITING
    assert not answers()
    Game.objects.filter(pk=chess.pk).update(state=state)
    assert replies.answer_waiting() == 1
    assert played(chess) == ["Nf3"]
    assert len(answers()) == 1


def test_a_guest_or_deleted_account_plays_nothing(alice: User, chess: Game) -> None:
    address = turn_address(alice.pk, chess.pk, 1)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert take(bytes(letter("Nf3")), address, "a@b.c", timezone.now()).took is Took.DROPPED
    assert take(b"", f"turn+abc@{DOMAIN}", "a@b.c", timezone.now()).took is Took.UNKNOWN


def test_five_bounces_in_a_row_pause_emails(browse: Any, alice: User, chess: Game) -> None:
    client: Client = browse(alice)
    address = bounce_address(alice.pk)
    for _ in range(MOST_IN_A_ROW - 1):
        assert take(b"", address, "", timezone.now()).took is Took.BOUNCED
    assert alice.pk in mail_addresses([alice.pk])
    take(b"", address, "", timezone.now())
    assert paused([alice.pk]) == {alice.pk}
    assert mail_addresses([alice.pk]) == {}
    assert "came back" in client.get("/settings/").content.decode()

    assert client.post("/settings/emails/").status_code == 302
    assert alice.pk in mail_addresses([alice.pk])
    assert "came back" not in client.get("/settings/").content.decode()


def test_bounces_that_are_far_apart_are_no_row(alice: User, chess: Game, now: datetime) -> None:
    for number in range(2 * MOST_IN_A_ROW):
        take(b"", bounce_address(alice.pk), "", now + number * ROW_ENDS_AFTER)
    assert paused([alice.pk]) == set()


def test_an_email_from_the_player_ends_the_count(alice: User, chess: Game) -> None:
    take(b"", bounce_address(alice.pk), "", timezone.now())
    assert Bounced.objects.get().count == 1
    send(alice, chess, letter("Nf3"))
    assert not Bounced.objects.exists()


@pytest.mark.parametrize(
    ("raw", "sender", "is_counted"),
    [
        (b"From: MAILER-DAEMON@x.example\n\nUser unknown", "", True),
        (b"Content-Type: multipart/report\n\nAction: failed\n", "", True),
        (b"Content-Type: multipart/report\n\nAction: delayed\n", "", False),
        (b"From: alice@example.com\nAuto-Submitted: auto-replied\n\nI am away", "", False),
        (b"From: alice@example.com\n\nI am away", "alice@example.com", False),
    ],
    ids=["plain", "report", "delay", "away", "person"],
)
def test_only_failures_count_as_bounces(
    alice: User, raw: bytes, sender: str, is_counted: bool
) -> None:
    took = take(raw, bounce_address(alice.pk), sender, timezone.now()).took
    assert took is (Took.BOUNCED if is_counted else Took.DROPPED)
    assert Bounced.objects.exists() == is_counted


def test_an_email_that_always_fails_is_given_up(
    alice: User, chess: Game, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    Game.objects.filter(pk=chess.pk).update(state="broken")
    send(alice, chess, letter("Nf3"))
    replies.forget_old(timezone.now() + timedelta(hours=23))
    assert replies.answer_waiting() == 1
    replies.forget_old(timezone.now() + timedelta(hours=25))
    assert replies.answer_waiting() == 0


def test_old_emails_are_forgotten(alice: User, chess: Game) -> None:
    send(alice, chess, letter("Nf3"))
    assert replies.forget_old(timezone.now()) == 0
    assert replies.forget_old(timezone.now() + timedelta(days=8)) == 1


@pytest.mark.django_db(transaction=True)
def test_two_copies_that_come_together_play_once(alice: User, chess: Game) -> None:
    raw = bytes(letter("Nf3"))
    address = turn_address(alice.pk, chess.pk, 1)

    def deliver(_number: int) -> Took:
        try:
            taken = take(raw, address, "alice@example.com", timezone.now())
            assert taken.mail_id is not None
            replies.answer(taken.mail_id)
            return taken.took
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        took = sorted(threads.map(deliver, range(4)))
    assert took == [Took.AGAIN] * 3 + [Took.STORED]
    assert played(chess) == ["Nf3"]
    assert OutgoingMail.objects.filter(subject__startswith="Re:").count() == 1


def test_emails_about_your_turn_can_be_answered(alice: User, bob: User, chess: Game) -> None:
    play_turn(alice.pk, chess.pk, 1, ["e2e4"], now=timezone.now())
    relay_events(timezone.now())
    row = Notification.objects.filter(user=bob, channel="mail").latest("pk")
    (context,) = load_contexts([row])
    mail = write_mail(context, "bob@example.com")
    built = mail.message()

    assert read_turn_address(str(built["Reply-To"])) == (bob.pk, chess.pk, 2)
    assert "reply to this email with your turn" in mail.body
    # What can't be delivered comes back to us; readers see the usual sender.
    assert read_bounce_address(mail.from_email) == bob.pk
    assert str(built["From"]) == settings.DEFAULT_FROM_EMAIL
    with override_settings(INBOUND_DOMAIN=""):
        plain = write_mail(context, "bob@example.com")
        assert plain.reply_to == []
        assert plain.from_email == settings.DEFAULT_FROM_EMAIL
        assert "reply to this email" not in plain.body
