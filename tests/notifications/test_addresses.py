"""Outgoing requests reach public addresses and nothing else, however an address is spelled."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from typing import Any

import pytest

from notifications.transport import http_client
from notifications.transport.http_client import SendFailed, post
from notifications.transport.ssrf import (
    ForbiddenAddress,
    UnknownAddress,
    check_url,
    find_target,
    is_public,
)
from tests.notifications.receiver import Receiver, receiver

PUBLIC = "93.184.215.14"


def resolving(*answers: list[str]) -> Callable[..., list[Any]]:
    """Return a resolver that gives these answers, one after the other, the last for ever."""
    left = list(answers)

    def resolve(host: str, port: int, **options: Any) -> list[Any]:
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    return resolve


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "224.0.0.1",
        "240.0.0.1", "255.255.255.255",
        "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
        "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "fe80::1", "fec0::1", "fc00::1",
        "fd12:3456::1", "ff02::1", "3fff::1", "5f00::1", "100::1",
    ],
)  # fmt: skip
def test_no_private_address_is_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address", [PUBLIC, "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"]
)
def test_public_addresses_are(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/", "https://localhost/", "https://localhost./", "https://LOCALHOST/",
        "https://127.1/", "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/",
        "https://0177.0.0.1/", "https://017700000001/", "https://0/", "https://0.0.0.0/",
        "https://[::1]/", "https://[::]/", "https://[::ffff:127.0.0.1]/",
        "https://[0:0:0:0:0:ffff:7f00:1]/", "https://[64:ff9b::7f00:1]/", "https://[fe80::1%25lo]/",
        "https://169.254.169.254/latest/meta-data/", "https://10.0.0.1:8443/",
    ],
)  # fmt: skip
def test_no_spelling_leads_to_a_private_address(url: str) -> None:
    with pytest.raises((ForbiddenAddress, UnknownAddress)):
        find_target(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "//example.org/",
        "https://", "https:///x", "https://user@example.org/", "https://u:p@example.org/",
        "https://example.org:22/", "https://example.org:99999/", "https://example.org:x/",
        "https://exam ple.org/", "https://example.org/\r\nHost: x", "https://[::1", "https://①.example/",
        "https://example.org\\@127.0.0.1/", "javascript:alert(1)", "", "https://" + "a" * 3000,
    ],
)  # fmt: skip
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(ForbiddenAddress):
        check_url(url)


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    with pytest.raises(ForbiddenAddress):
        find_target("https://example.org/", resolving([PUBLIC, "10.0.0.1"]))


def test_a_name_that_resolves_to_something_else_a_moment_later_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(socket, "getaddrinfo", resolving([PUBLIC], ["127.0.0.1"]))

    def refuse(address: tuple[str, int], *rest: Any, **options: Any) -> Any:
        asked.append(address[0])
        raise OSError("nobody there")

    monkeypatch.setattr("urllib3.util.connection.create_connection", refuse)

    with pytest.raises(SendFailed):
        post("https://rebinding.example/", b"{}", {})

    # The checked address, not the name: nothing is left to be resolved again.
    assert asked == [PUBLIC]


def test_a_name_that_does_not_resolve_may_do_so_later() -> None:
    with pytest.raises(UnknownAddress):
        find_target("https://no-such-name.invalid/")


def test_a_resolver_that_hangs_is_not_waited_for() -> None:
    release = threading.Event()

    with pytest.raises(UnknownAddress):
        find_target("https://example.org/", lambda *_, **__: release.wait(10), seconds=0.05)

    release.set()


# --- the request itself, on this machine ----------------------------------------------------------


@pytest.fixture
def service(settings: Any) -> Iterator[Receiver]:
    settings.PRIVATE_TARGETS = True
    with receiver() as running:
        yield running


def test_a_redirect_is_not_followed(service: Receiver) -> None:
    service.answers["/"] = (307, {"Location": f"{service.url}/elsewhere"})

    answer = post(f"{service.url}/", b"{}", {})

    assert answer.status == 307
    assert not answer.is_success
    assert [request.path for request in service.received] == ["/"]


def test_the_other_side_is_called_by_its_name(service: Receiver) -> None:
    post(f"{service.url.replace('127.0.0.1', 'localhost')}/a?b=c", b"{}", {"X-One": "1"})

    [request] = service.received
    assert request.path == "/a?b=c"
    assert request.headers["Host"].startswith("localhost:")
    assert request.headers["X-One"] == "1"
    assert request.body == b"{}"


@pytest.fixture
def raw(settings: Any) -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Return a function that runs a server made of one function and gives its address."""
    settings.PRIVATE_TARGETS = True
    server = socket.create_server(("127.0.0.1", 0))

    def run(behave: Callable[[socket.socket], None]) -> str:
        def serve() -> None:
            try:
                connection, _ = server.accept()
                with connection:
                    connection.recv(65536)
                    behave(connection)
            except OSError:
                pass

        threading.Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}/"

    yield run
    server.close()


def test_an_endless_answer_is_cut_off(raw: Callable[..., str]) -> None:
    def flood(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    answer = post(raw(flood), b"{}", {})

    assert answer.is_success
    assert len(answer.body) == http_client.MOST_READ


@pytest.mark.parametrize("head", [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_a_slow_drip_is_cut_off(head: bytes, raw: Callable[..., str]) -> None:
    def drip(connection: socket.socket) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(b"x")
            time.sleep(0.05)

    # It would never end automatically.
    try:
        post(raw(drip), b"{}", {}, seconds=0.5)
    except SendFailed:
        assert head.endswith(b": ")


def test_a_packed_bomb_stays_packed(raw: Callable[..., str]) -> None:
    def bomb(connection: socket.socket) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n"
        connection.sendall(head + b"\x1f\x8b\x08\x00")

    assert post(raw(bomb), b"{}", {}).body == b"\x1f\x8b\x08\x00"


def test_a_closed_port_is_a_failure_and_no_crash(settings: Any) -> None:
    settings.PRIVATE_TARGETS = True

    with pytest.raises(SendFailed):
        post("http://127.0.0.1:9/", b"{}", {})
