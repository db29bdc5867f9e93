"""Connections that say nothing end, and no one holds all of them."""

from __future__ import annotations

import resource
import socket
import time

import httpx
import pytest

from config.http import connections
from config.http.connections import BoundedConnections
from tests.live import LiveService
from tests.patience import until

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def quick(settings):
    settings.HEAD_SECONDS = settings.UNREAD_SECONDS = 0.5


async def healthy(scope, receive, send):
    body = b"x" * int(scope["query_string"] or b"2")
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def live(quick):
    with LiveService(healthy) as service:
        yield service


def open_line(live: LiveService, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", live.port), 20, (source, 0))


def test_who_says_nothing_is_left(live):
    with open_line(live) as line:
        assert line.recv(1) == b""


def test_a_head_that_drips_gets_no_more_time(live):
    with open_line(live) as line:
        line.settimeout(0.1)
        dripped = 0
        while dripped < 200:
            try:
                line.sendall(REQUEST[:1] if not dripped else b"E")
                dripped += 1
                if line.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
    assert dripped < 200, "the head may drip for ever"


def test_a_kept_connection_may_be_silent_between_requests(live):
    """The time for a head begins with its first byte; until then it is the keep-alive's."""
    with open_line(live) as line:
        for _ in range(2):
            line.sendall(REQUEST)
            answer = b""
            while not answer.endswith(b"xx"):
                answer += line.recv(4096)
            assert answer.startswith(b"HTTP/1.1 200")
            time.sleep(0.8)
        line.sendall(b"GET /hea")
        assert line.recv(1) == b""


def test_who_reads_nothing_of_the_answer_is_left(live):
    with open_line(live) as line:
        line.sendall(b"GET /?60000000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        until(lambda: not connections._of_address)


def test_one_address_holds_so_many_and_others_go_on(live, settings):
    settings.CONNECTIONS_PER_ADDRESS = 3
    lines = [open_line(live, "127.0.0.2") for _ in range(3)]
    with open_line(live, "127.0.0.2") as one_more:
        assert one_more.recv(4096).startswith(b"HTTP/1.1 503")
    assert httpx.get(live.url).status_code == 200
    for line in lines:
        line.close()
    until(lambda: not connections._of_address)
    with open_line(live, "127.0.0.2") as again:
        again.sendall(REQUEST)
        assert again.recv(4096).startswith(b"HTTP/1.1 200")


def test_all_together_hold_fewer_than_there_are_files(live, monkeypatch):
    monkeypatch.setattr(BoundedConnections, "_most", 2)
    lines = [open_line(live) for _ in range(2)]
    with open_line(live) as one_more:
        assert one_more.recv(4096).startswith(b"HTTP/1.1 503")
    for line in lines:
        line.close()


def test_a_process_may_open_as_many_files_as_the_machine_lets_it():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        most = connections.most_connections()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == most + connections.KEPT_FILES
        assert most > 512
        assert connections.most_streams() < most
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
