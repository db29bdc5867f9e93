"""Mails as they leave: what they say, how they are built, and when they are not sent."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.mime.image import MIMEImage
from email.parser import BytesParser
from email.utils import parseaddr
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from accounts.models import User
from config.backends.smtp import WrittenMail, as_sent
from config.languages.spoken import spoken_to
from games.models import Challenge, Game, Turn
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from games.play.deadlines import enforce_deadline
from games.rules.chess_eleven.presenter import ChessElevenPresenter
from games.shown.pictures import compose_turn
from notifications.channels import email_sender
from notifications.channels.email_sender import send_due as send_due_mails
from notifications.message import picture
from notifications.message.content import MessageContent
from notifications.message.context import _newest_turns, load_contexts
from notifications.message.email import _render, write_mail
from notifications.message.written import inline
from notifications.models import Notification
from notifications.preferences import read_preferences
from notifications.relay import relay_events
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.kind import find_kind, kinds
from tests.games.matches import place, play
from tests.notifications.test_relay import SURE_GOAL

Status = Notification.Status


def send(now: datetime) -> dict[str, EmailMessage]:
    """Relay and send all there is; return the newest mail to each person."""
    mail.outbox.clear()
    while relay_events(now):
        pass
    send_due_mails()
    return {parseaddr(m.to[0])[0]: parsed(m) for m in mail.outbox}


def parsed(message: mail.EmailMessage) -> EmailMessage:
    raw = message.message().as_bytes()
    if isinstance(message, WrittenMail):
        assert _comparable(message.as_sent()) == _comparable(_by_library(message))
    return BytesParser(_class=EmailMessage, policy=policy.default).parsebytes(raw)


def _by_library(message: mail.EmailMessage) -> bytes:
    built = message.message()
    for part in built.walk():
        part.policy = policy.compat32
    return built.as_bytes(linesep="\r\n")  # type: ignore[call-arg]  # Django's own


def _comparable(raw: bytes) -> bytes:
    """Return an email with its boundaries numbered, and without its date."""
    for index, name in enumerate(re.findall(rb'boundary="(.*?)"', raw)):
        raw = raw.replace(name, b"boundary-%d" % index)
    return re.sub(rb"(?m)^Date: .*$", b"Date:", raw)


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return body.get_content()


def html_of(message: EmailMessage) -> str:
    body = message.get_body(("html",))
    assert body is not None
    return body.get_content()


@pytest.fixture
def bobs(game: Game, bob: User, now: datetime) -> EmailMessage:
    """The mail that tells bob, who lives in Berlin, of alice's kick-off."""
    send(now)
    User.objects.filter(pk=bob.pk).update(time_zone="Europe/Berlin")
    play(game, "c3d5", now=now)
    Game.objects.update(deadline=datetime(2030, 1, 6, 12, 0, tzinfo=UTC))
    return send(now)["bob"]


def test_it_says_whose_turn_it_is_and_what_was_played(bobs: EmailMessage) -> None:
    local = Game.objects.get().main_until.astimezone(ZoneInfo("Europe/Berlin"))
    assert bobs["Subject"] == f"Your turn against alice, by {local:%a %H:%M}"
    for content in (text_of(bobs), html_of(bobs)):
        assert re.search("alice: knight .*to d5", content)
        assert "You 0–0 alice" in content


def test_the_deadline_is_an_absolute_time_where_the_player_lives(bobs: EmailMessage) -> None:
    assert "until Sunday 6 January 2030, 13:00 (Berlin time)" in text_of(bobs)
    assert "until Sunday 6 January 2030, 13:00 (Berlin time)" in html_of(bobs)


def test_there_is_one_link_to_the_game(bobs: EmailMessage, game: Game, settings: object) -> None:
    link = f"/games/{game.pk}/?from=mail"

    assert text_of(bobs).count("/games/") == html_of(bobs).count("/games/") == 1
    assert link in text_of(bobs)
    assert link in html_of(bobs)
    for page in ("privacy", "terms", "imprint"):
        assert f"/{page}/" in text_of(bobs)
        assert f"/{page}/" in html_of(bobs)


def test_the_picture_travels_inside_and_is_shown_by_the_html(bobs: EmailMessage) -> None:
    pictures_inside = [part for part in bobs.walk() if part.get_content_type() == "image/png"]

    [picture] = pictures_inside
    assert picture.get_content().startswith(b"\x89PNG")
    assert f"cid:{picture['Content-ID'].strip('<>')}" in html_of(bobs)
    assert "http" not in re.findall(r'<img src="([^"]*)"', html_of(bobs))[0]


def test_a_game_is_one_thread_and_a_notification_has_one_id(
    bobs: EmailMessage, game: Game, now: datetime
) -> None:
    row = Notification.objects.get(user__username="bob", kind="turn")
    first = bobs["Message-ID"]
    # Sent again, as after a crash between the sending and the writing down of it.
    Notification.objects.filter(pk=row.pk).update(
        status=Status.PENDING, settled_at=None, due_at=now
    )

    again = send(now)["bob"]

    assert again["Message-ID"] == first
    assert game.pk in again["References"]
    assert again["References"] == again["In-Reply-To"]


def test_no_program_answers_it_automatically(bobs: EmailMessage) -> None:
    assert bobs["Auto-Submitted"] == "auto-generated"


def test_one_click_stops_this_kind_of_mail_without_a_log_in(
    bobs: EmailMessage, bob: User, now: datetime, game: Game
) -> None:
    address = bobs["List-Unsubscribe"].strip(" <>")
    assert bobs["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.sub(r"^https?://[^/]+", "", address)
    client = Client(enforce_csrf_checks=True)

    asked = client.get(path)
    assert asked.status_code == 200
    assert read_preferences(bob).way(Channel.MAIL, find_kind("turn")) is Timing.AT_ONCE

    done = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert read_preferences(bob).way(Channel.MAIL, find_kind("turn")) is Timing.OFF
    assert read_preferences(bob).way(Channel.MAIL, find_kind("reminder")) is Timing.AT_ONCE


def test_one_button_stops_all_mails(bobs: EmailMessage, bob: User) -> None:
    path = re.sub(r"^https?://[^/]+", "", bobs["List-Unsubscribe"].strip(" <>"))

    Client().post(path, {"what": "everything"})

    assert {read_preferences(bob).way(Channel.MAIL, kind) for kind in kinds().values()} == {
        Timing.OFF
    }


def test_no_one_stops_the_mails_of_another(bobs: EmailMessage) -> None:
    path = re.sub(r"^https?://[^/]+", "", bobs["List-Unsubscribe"].strip(" <>"))

    assert Client().post(path.replace("stop/", "stop/x")).status_code == 404


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["bob", "Jürgen", "a-very-long-name-of-one-player"])
def test_it_is_written_as_the_library_writes_it(
    name: str, language: str, bob: User, game: Game, now: datetime
) -> None:
    User.objects.update(language=language)
    User.objects.filter(pk=bob.pk).update(username=name)
    play(game, "c3d5", now=now)
    while relay_events(now):
        pass
    row = Notification.objects.filter(user=bob, kind="turn").latest("pk")
    [context] = load_contexts([row])
    with spoken_to(context.receiver):
        written = write_mail(context, "bob@example.org")
    in_one_piece, by_library = written.as_sent(), _by_library(written)

    assert _comparable(in_one_piece) == _comparable(by_library)
    assert _comparable(as_sent(written.message())) == _comparable(by_library)

    written.body = "A line.\r" + 1_000 * "ä"
    assert _comparable(written.as_sent()) == _comparable(_by_library(written))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("sentences", [(), ("one",), ("a < b & \"c\" 'd'", "{0} %s \\1 0")])
@pytest.mark.parametrize("is_long", [True, False])
def test_a_message_in_kept_outlines_is_what_its_templates_make_of_it(
    language: str, sentences: tuple[str, ...], is_long: bool
) -> None:
    some = "<some>" if is_long else ""
    words = MessageContent("A > title", "", sentences, "Play", "/", some, some, some, some)
    names = ("name", "score", "link", "picture", "stop", "leaves", "home", "site", "reply_to")
    shown = dict.fromkeys(names, some) | {"name": "<b>{1}", "picture_width": "400"}

    with translation.override(language):
        for _ in range(2):
            for kept, ending in zip(_render(words, shown), ("txt", "html"), strict=True):
                template = f"notifications/mail/message.{ending}"
                assert kept == render_to_string(template, {"words": words, **shown})


def test_a_turn_played_while_a_message_is_made_is_not_what_was_done_before(
    game: Game, now: datetime
) -> None:
    play(game, "c3d5", now=now)
    as_read = Game.objects.get(pk=game.pk)
    play(game, "d7d6", now=now)

    [turn] = _newest_turns({game.pk: as_read})[game.pk]
    assert Turn.objects.get(pk=turn.pk).actions == ["c3d5"]


def test_its_picture_is_written_as_the_library_writes_one() -> None:
    for size in (1, 56, 57, 58, 16_000):
        picture = bytes(range(256)) * 63
        by_library = MIMEImage(picture[:size], "png")
        by_library.add_header("Content-ID", "<position>")
        by_library.add_header("Content-Disposition", "inline", filename="position.png")

        assert inline(picture[:size]).as_bytes() == by_library.as_bytes()


def test_it_is_not_sent_for_a_turn_already_played(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    send(now)
    play(game, "c3d5", now=now)
    while relay_events(now):
        pass
    play(game, "e7e6", now=now)

    told = send(now)

    assert set(told) == {"alice"}
    assert Notification.objects.get(user=bob, kind="turn").status == Status.WITHDRAWN


def test_a_challenge_says_its_terms(alice: User, bob: User, now: datetime) -> None:
    make_challenge(alice, "bob", Terms(side="white", days_per_turn=3), now=now)

    message = send(now)["bob"]

    assert message["Subject"] == "alice challenges you"
    assert "Chess Eleven, first to 2, unrated." in text_of(message)
    assert "3 days per turn. If you need longer, you lose on time." in text_of(message)
    assert "alice plays white." in text_of(message)
    assert "The challenge expires on" in text_of(message)


def test_a_challenge_that_was_taken_back_notifies_no_one(
    alice: User, bob: User, now: datetime
) -> None:
    make_challenge(alice, "bob", Terms(), now=now)
    Challenge.objects.update(status=Challenge.Status.CANCELLED)

    assert send(now) == {}


def test_the_start_asks_for_formations(arranging: Game, now: datetime) -> None:
    told = send(now)

    assert told["alice"]["Subject"] == "bob accepts your challenge"
    assert told["bob"]["Subject"].startswith("Your formation against alice, by ")
    for message in told.values():
        assert "your formation is locked as it is" in text_of(message)
        assert "Choose your formation" in text_of(message)


def test_the_end_of_a_round_says_how_and_asks_for_the_next_formation(
    game: Game, now: datetime
) -> None:
    send(now)
    place(game, SURE_GOAL)
    play(game, "!e8", now=now)

    told = send(now)

    assert told["bob"]["Subject"] == "Goal! You 0–1 alice"
    assert told["alice"]["Subject"] == "Goal! You 1–0 bob"
    # The picture is that of the goal, not of the next line-up.
    scored = Turn.objects.get()
    [shown] = [part for part in told["bob"].walk() if part.get_content_type() == "image/png"]
    expected = compose_turn(Game.objects.get(pk=game.pk), scored, "black", picture.WIDTH)
    assert shown.get_payload(decode=True) == expected
    for name, who in (("alice", "You"), ("bob", "alice")):
        text = text_of(told[name])
        assert re.search(f"\n{who}: .*at e8. Goal!", text)
        assert text.count("Goal!") == 2, "in the subject and in the turn"
    assert "You 0–1 alice" in text_of(told["bob"])
    assert "You 1–0 bob" in text_of(told["alice"])
    assert "Choose your formation" in text_of(told["alice"])


def test_the_end_of_a_game_says_how(alice: User, game: Game, now: datetime) -> None:
    send(now)
    resign(alice.pk, game.pk, now=now)

    told = send(now)

    assert told["alice"]["Subject"] == "You lost against bob"
    assert told["bob"]["Subject"] == "You won against alice"
    assert "alice resigned." in text_of(told["bob"])
    assert "awaited" not in text_of(told["bob"])


def test_a_game_without_result_says_whose_time_ran_out(game: Game, now: datetime) -> None:
    send(now)
    late = now - timedelta(seconds=1)
    Game.objects.update(deadline=late)
    assert enforce_deadline(game.pk, now)

    told = send(now)

    assert told["alice"]["Subject"] == "The game against bob has no result"
    assert "Your time ran out before your first turn" in text_of(told["alice"])
    assert "alice's time ran out before their first turn" in text_of(told["bob"])


def test_a_picture_that_cannot_be_drawn_holds_nothing_up(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bytes:
        raise ValueError("no picture today")

    monkeypatch.setattr(picture.pictures, "compose_game", fail)

    message = send(now)["alice"]

    assert "<img" not in html_of(message)
    assert "Play your turn" in text_of(message)


def test_turns_that_cannot_be_described_hold_nothing_up(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(now)
    play(game, "c3d5", now=now)
    monkeypatch.setattr(ChessElevenPresenter, "narrate", lambda *_: None)

    assert send(now)["bob"]["Subject"].startswith("Your turn against alice")


def test_a_row_that_cannot_be_written_does_not_stop_the_others(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = write_mail

    def fail_for_bob(context: object, address: str) -> object:
        if address.startswith("bob"):
            raise ValueError("a strange row")
        return write(context, address)  # type: ignore[arg-type]

    monkeypatch.setattr(email_sender, "write_mail", fail_for_bob)
    resign(game.seats[0].user_id, game.pk, now=now)

    assert set(send(now)) == {"alice"}
    row = Notification.objects.get(user__username="bob", kind="game_over")
    assert row.status == Status.PENDING
    assert row.attempts == 1
    assert "a strange row" in row.last_error
    assert row.due_at > now + timedelta(seconds=20)


def test_what_others_wrote_stays_text(alice: User, bob: User, now: datetime) -> None:
    # No such name can be chosen; the mail does not rely on it.
    User.objects.filter(pk=alice.pk).update(username="<b>\nBcc: x@y</b>")
    alice.refresh_from_db()
    make_challenge(alice, "bob", Terms(), now=now)
    while relay_events(now):
        pass
    mail.outbox.clear()

    send_due_mails()

    # A line break in a header is refused by the library: the row is put aside, not the queue.
    assert mail.outbox == []
    row = Notification.objects.get()
    assert row.status == Status.PENDING


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("UTC", "UTC"),
        ("Pacific/Kiritimati", "Kiritimati time"),
        ("Europe/Vienna", "Vienna time"),
        ("Etc/GMT+5", "Etc/GMT+5"),
        ("no/zone", "UTC"),
    ],
)
def test_any_time_zone_can_be_set(
    zone: str, said: str, game: Game, alice: User, now: datetime, client: Client
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone=zone)

    message = send(now)["alice"]

    assert f"({said})" in text_of(message)


def test_the_queries_of_a_batch_do_not_grow_with_what_it_reports(
    game: Game, now: datetime, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    while relay_events(now):
        pass
    count = Notification.objects.filter(status=Status.PENDING).count()

    # Claim, contexts, remarks and channel once; one to settle each row.
    with django_assert_max_num_queries(20 + count):
        send_due_mails()
