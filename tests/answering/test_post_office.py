"""The post office as a process would run it: real SMTP and LMTP over a socket."""

from __future__ import annotations

import asyncio
import io
import smtplib
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError
from django.test import override_settings

from accounts.models import User
from games.features.answering.models import InboundMail
from games.features.answering.server import Bounds, Place, PostOffice, read_place
from games.features.answering.tokens import turn_address
from games.models import Game, Turn
from tests.answering.test_answering import DOMAIN, chess, letter
from tests.patience import stretched, until
from tests.topology import free_port

__all__ = ["chess"]


@contextmanager
def opened(*, is_lmtp: bool, bounds: Bounds | None = None) -> Iterator[Place]:
    """A post office that listens here."""
    place = Place(is_lmtp, "127.0.0.1", free_port())
    offices: list[tuple[asyncio.AbstractEventLoop, PostOffice]] = []
    is_up = threading.Event()

    async def run() -> None:
        office = PostOffice(place, bounds)
        offices.append((asyncio.get_running_loop(), office))
        await office.listen(is_up.set)

    with override_settings(INBOUND_DOMAIN=DOMAIN):
        thread = threading.Thread(target=lambda: asyncio.run(run()))
        thread.start()
        assert is_up.wait(stretched(10))
        yield place
        loop, office = offices[0]
        loop.call_soon_threadsafe(office.stop)
        thread.join(stretched(20))


@pytest.fixture(params=[False, True], ids=["smtp", "lmtp"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """A post office that listens here."""
    with opened(is_lmtp=request.param) as place:
        yield place


def connect(place: Place) -> smtplib.SMTP:
    """Return a connection that speaks what the post office does."""
    return (smtplib.LMTP if place.is_lmtp else smtplib.SMTP)(
        place.host, place.port, timeout=stretched(20)
    )


@pytest.mark.django_db(transaction=True)
def test_an_email_over_a_socket_is_stored_played_and_answered(
    place: Place, alice: User, chess: Game
) -> None:
    mail = letter("Nf3")
    mail["To"] = turn_address(alice.pk, chess.pk, 1)
    with connect(place) as server:
        server.send_message(mail)
        assert InboundMail.objects.filter(user=alice).exists()
    until(Turn.objects.filter(game=chess).exists)


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
    assert asked.wait(stretched(10))
    time.sleep(0.3)
    with connect(place) as server:
        assert server.noop()[0] == 250


def greeting(sock: socket.socket) -> bytes:
    """Return what a new connection hears first."""
    sock.settimeout(stretched(20))
    return sock.recv(200)[:3]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_lmtp", [False, True])
def test_connections_are_bounded_and_each_that_ends_makes_room(is_lmtp: bool) -> None:
    bounds = Bounds(connections=3, of_one_network=2)
    most = bounds.connections if is_lmtp else bounds.of_one_network
    with opened(is_lmtp=is_lmtp, bounds=bounds) as place:
        address = (place.host, place.port)
        held = [socket.create_connection(address) for _ in range(most)]
        assert [greeting(sock) for sock in held] == [b"220"] * most
        with socket.create_connection(address) as one_more:
            assert greeting(one_more) == b"421"
            assert one_more.recv(10) == b"", "it is closed"

        held.pop().close()

        def is_let_in() -> bool:
            with socket.create_connection(address) as next_one:
                return greeting(next_one) == b"220"

        until(is_let_in)
        for sock in held:
            sock.close()


@pytest.mark.django_db(transaction=True)
def test_a_silent_a_slow_and_an_endless_connection_are_closed() -> None:
    bounds = Bounds(for_a_command=0.5, altogether=1.5)
    with opened(is_lmtp=False, bounds=bounds) as place:
        silent, slow, endless = (
            socket.create_connection((place.host, place.port)) for _ in range(3)
        )
        for sock in (silent, slow, endless):
            assert greeting(sock) == b"220"
        began = time.monotonic()
        ended: dict[socket.socket, float] = {}
        while len(ended) < 3:
            for sock, text in ((silent, b""), (slow, b"N"), (endless, b"NOOP\r\n")):
                sock.settimeout(0.1)
                try:
                    sock.sendall(text)
                    if not sock.recv(1000):
                        ended.setdefault(sock, time.monotonic() - began)
                except TimeoutError:
                    continue
                except OSError:
                    ended.setdefault(sock, time.monotonic() - began)
        assert ended[silent] < ended[endless]
        assert ended[slow] < ended[endless]
        assert ended[endless] > 1


@pytest.mark.parametrize(
    ("domain", "recipient", "status"),
    [("", "turn+abc@x.example", 75), (DOMAIN, f"turn+abc@{DOMAIN}", 67), (DOMAIN, "", 75)],
    ids=["unset", "unknown", "broken"],
)
@pytest.mark.django_db
def test_a_pipe_hears_of_everything_that_may_be_over_soon(
    domain: str, recipient: str, status: int, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(bytes(letter("Nf3")))))
    if not recipient:
        recipient = "turn+unreadable"
        monkeypatch.setattr(
            "games.features.answering.taking.read_bounce_address", fail_unexpectedly
        )
    with override_settings(INBOUND_DOMAIN=domain), pytest.raises(SystemExit) as ended:
        call_command("receive_mail", recipient, "alice@example.com")

    assert ended.value.code == status


def fail_unexpectedly(address: str) -> int:
    """Fail as nothing of the database does."""
    raise MemoryError(address)
