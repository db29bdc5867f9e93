"""The post office as a process would run it: real SMTP and LMTP over a socket."""

from __future__ import annotations

import asyncio
import smtplib
import threading
import time
from collections.abc import Iterator

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.test import override_settings

from accounts.models import User
from games.features.answering.models import InboundMail
from games.features.answering.server import Place, PostOffice, read_place
from games.features.answering.tokens import turn_address
from games.models import Game, Turn
from tests.answering.test_answering import DOMAIN, chess, letter
from tests.topology import free_port

__all__ = ["chess"]


@pytest.fixture(params=[False, True], ids=["smtp", "lmtp"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """A post office that listens here."""
    place = Place(request.param, "127.0.0.1", free_port())
    offices: list[tuple[asyncio.AbstractEventLoop, PostOffice]] = []
    is_up = threading.Event()

    async def run() -> None:
        office = PostOffice(place)
        offices.append((asyncio.get_running_loop(), office))
        await office.listen(is_up.set)

    with override_settings(INBOUND_DOMAIN=DOMAIN):
        thread = threading.Thread(target=lambda: asyncio.run(run()))
        thread.start()
        assert is_up.wait(10)
        yield place
        loop, office = offices[0]
        loop.call_soon_threadsafe(office.stop)
        thread.join(20)


def connect(place: Place) -> smtplib.SMTP:
    """Return a connection that speaks what the post office does."""
    return (smtplib.LMTP if place.is_lmtp else smtplib.SMTP)(place.host, place.port, timeout=20)


@pytest.mark.django_db(transaction=True)
def test_an_email_over_a_socket_is_stored_played_and_answered(
    place: Place, alice: User, chess: Game
) -> None:
    mail = letter("Nf3")
    mail["To"] = turn_address(alice.pk, chess.pk, 1)
    with connect(place) as server:
        began = time.monotonic()
        server.send_message(mail)
        assert InboundMail.objects.filter(user=alice).exists()
    while not Turn.objects.filter(game=chess).exists():
        assert time.monotonic() < began + 20
        time.sleep(0.05)


@pytest.mark.django_db(transaction=True)
def test_the_door_refuses_strangers_crowds_and_large_emails(
    place: Place, alice: User, chess: Game
) -> None:
    address = turn_address(alice.pk, chess.pk, 1)
    with connect(place) as server:
        server.ehlo_or_helo_if_needed()
        server.mail("alice@example.com")
        assert server.rcpt(f"turn+abc@{DOMAIN}")[0] == 550
        assert server.rcpt(address)[0] == 250
        assert server.rcpt(address)[0] == 452
        server.rset()
        code, _words = server.mail("alice@example.com", ["SIZE=5000000"])
        assert code == 552
    assert not InboundMail.objects.exists()


def test_the_address_must_make_sense() -> None:
    assert read_place("lmtp://127.0.0.1:24") == Place(True, "127.0.0.1", 24)
    for url in ("127.0.0.1:24", "http://127.0.0.1:24", "smtp://127.0.0.1"):
        with pytest.raises(ImproperlyConfigured):
            read_place(url)


@pytest.mark.django_db(transaction=True)
def test_it_continues_while_the_database_is_away(
    place: Place, alice: User, chess: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def fail() -> int:
        asked.set()
        raise OperationalError("away")

    monkeypatch.setattr("games.features.answering.server.LOOK_SECONDS", 0.05)
    monkeypatch.setattr("games.features.answering.replies.answer_waiting", fail)
    assert asked.wait(10)
    time.sleep(0.3)
    with connect(place) as server:
        assert server.noop()[0] == 250
