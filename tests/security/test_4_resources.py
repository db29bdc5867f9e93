"""OWASP API4: asking for more than anyone needs."""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.http import request_limits
from config.http.errors.refusals import Refusal
from config.http.parsers import parse_object
from tests.live import LiveService


@given(st.binary(max_size=400))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_an_object_or_refused(body):
    with suppress(Refusal):
        assert isinstance(parse_object(body), dict)


SCRAPS = st.sampled_from([*'{}[]":,\\u0 1eE+-.tfn\n', '"a"', "\\u0000", "\\ud800", "null"])


@given(st.lists(SCRAPS, max_size=60).map("".join))
@settings(max_examples=400, deadline=None)
def test_nearly_json_is_an_object_or_refused(text):
    try:
        value = parse_object(text.encode())
    except Refusal:
        return
    json.dumps(value, allow_nan=False).encode()


@pytest.mark.parametrize(
    "body",
    [
        '{"a":' + "[" * 60_000,
        '{"a":"' + '\\"' * 32_000,
        '{"a":"' + "\\\\" * 32_000 + '"}',
        "{" + '"a":{' * 12_000,
        '{"a":' + "9" * 60_000 + "}",
        '{"a":1' + "0" * 60_000 + "e-60000}",
        "[" * 30_000 + '"' + "]" * 30_000,
    ],
    ids=lambda body: body[:12],
)
@pytest.mark.timeout(20)
def test_no_body_takes_long(body):
    """What takes a time that grows with the square of the length would not be done by then."""
    with suppress(Refusal):
        parse_object(body.encode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "limit=100000",
        "limit=-1",
        "limit=1e9",
        "limit=" + "9" * 400,
        "cursor=" + "A" * 4000,
        "status=finished&status=playing&status=%00",
        "player=" + "a" * 4000,
        "awaiting=everybody",
    ],
)
def test_odd_queries_of_lists_are_refused(client, query):
    response = client.get(f"/api/v1/games?{query}")
    assert response.status_code in (400, 404)
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.django_db
def test_a_page_is_never_longer_than_a_hundred(client):
    assert client.get("/api/v1/games?limit=100").status_code == 200
    assert client.get("/api/v1/games?limit=101").status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    ["turn=99999999999999999999", "turn=-1", "turn=1&after=" + "a" * 5000, "after=%00"],
)
def test_odd_questions_for_options_are_refused(client, game, query):
    response = client.get(f"/api/v1/games/{game.pk}/options?{query}")
    assert response.status_code in (400, 409, 422)


def raw(live: LiveService, *parts: bytes, gap: float = 0.0) -> bytes:
    """Return what the server answers to bytes written as they are."""
    with socket.create_connection(("127.0.0.1", live.port), timeout=10) as connection:
        for part in parts:
            # Who is refused early may find the door shut.
            with suppress(ConnectionError):
                connection.sendall(part)
            time.sleep(gap)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
            if b"\r\n\r\n" in answer and b"}" in answer:
                break
        return answer


HEAD = (
    b"POST /api/v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\n"
)


@pytest.mark.django_db(transaction=True)
def test_bodies_on_the_wire(monkeypatch):
    monkeypatch.setattr(request_limits, "MAX_BODY_SECONDS", 0.6)
    with LiveService() as live:
        slow = raw(live, HEAD + b"Content-Length: 100\r\n\r\n", *[b" "] * 8, gap=0.1)
        assert b" 408 " in slow.splitlines()[0]
        assert b'"request_timeout"' in slow

        long = raw(live, HEAD + b"Content-Length: 99999999\r\n\r\n")
        assert b" 413 " in long.splitlines()[0], "refused before a byte of it was read"
        assert b"\r\naccess-control-allow-origin: *\r\n" in long.lower()

        # In chunks no one says beforehand how long it will be.
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        endless = raw(live, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", chunk * 20)
        assert b" 413 " in endless.splitlines()[0]

        body = b'{"username":'
        chunked = HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n"
        answer = raw(live, chunked % (len(body), body))
        assert b'"malformed"' in answer, "a body in chunks is read, not taken for empty"

        address = b"GET /api/v1/games?player=" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"
        assert b" 414 " in raw(live, address).splitlines()[0]

        accept = b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: %b\r\n\r\n"
        assert b" 431 " in raw(live, accept % (b"a/b;q=0.1," * 200)).splitlines()[0]
        assert b" 401 " in raw(live, accept % (b"a/b;q=0.1," * 90)).splitlines()[0]

        head = b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n%b\r\n"
        assert b" 431 " in raw(live, head % (b"X-Odd: " + b"a" * 16_384 + b"\r\n")).splitlines()[0]
        many = b"".join(b"X-%d: %b\r\n" % (i, b"a" * 1000) for i in range(17))
        assert b" 431 " in raw(live, head % many).splitlines()[0]

        negative = raw(live, HEAD + b"Content-Length: -5\r\n\r\n")
        assert b" 400 " in negative.splitlines()[0]

        odd = b"Content-Type: %b\r\nContent-Length: 5\r\n\r\na=%%ff"
        for charset in (b"utf-7", b'"latin-1"', b"zlib", b"utf-8; charset=base64"):
            for kind in (b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"):
                for path in (b"/accounts/login/?next=%ff", b"/nothing/", b"/api/v1/nothing/?a=%ff"):
                    post = b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n" % path
                    for named in (b"charset=", b"Charset*=utf-8''"):
                        answer = raw(live, post + odd % (b"%b; %b%b" % (kind, named, charset)))
                        assert b" 4" in answer.splitlines()[0][:13], (path, charset, answer[:200])
