"""Calls are answered in a few threads; streams and probes go past them."""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import path, resolve

from accounts.models import User
from accounts.services.tokens import create_token
from config import asgi
from config.http import openings, paces
from config.http.fair_queue import FairQueue
from config.http.openings import Openings
from config.http.readers import Readers
from config.http.request_limits import BoundedBody
from config.http.thread_pool import KeptThreads
from config.observe import probes
from tests.live import LiveService
from tests.patience import stretched, until

pytestmark = pytest.mark.django_db(transaction=True)
go_on = threading.Event()
done: list[str] = []


def which_thread(request: HttpRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name)


def wait(request: HttpRequest) -> HttpResponse:
    go_on.wait(stretched(20))
    return HttpResponse("waited")


def echo(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(request.body, headers={"X-Path": request.path.encode("utf-8").hex()})
    response.set_cookie("one", "1")
    response.set_cookie("two", "2")
    return response


def note(request: HttpRequest) -> HttpResponse:
    done.append(request.headers.get("X-Name", "note"))
    return HttpResponse("noted")


def file(request: HttpRequest) -> FileResponse:
    return FileResponse([b"in ", b"parts"])


urlpatterns = [
    path("thread", which_thread),
    path("wait", wait),
    path("api/v1/wait", wait),
    path("échô", echo),
    path("file", file),
    path("note", note),
]


@pytest.fixture
def calls(settings):
    """An application of two threads, one for each reader, for which three requests may wait."""
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["*"]
    settings.MIDDLEWARE = []
    app = KeptThreads(2)
    app.waiting = FairQueue(2, most_of_one=3)
    return app


@pytest.fixture
def client(calls):
    with (
        LiveService(BoundedBody(calls)) as service,
        httpx.Client(base_url=service.url, timeout=stretched(20)) as client,
    ):
        yield client


def test_the_threads_stay(client):
    names = {client.get("/thread").text for _ in range(10)}
    assert names <= {"web_0", "web_1"}


def test_what_goes_in_and_out_is_whole(client):
    answer = client.post("/échô", content=b"x" * 70_000)
    assert answer.content == b"x" * 70_000
    assert bytes.fromhex(answer.headers["X-Path"]).decode() == "/échô"
    assert dict(answer.cookies) == {"one": "1", "two": "2"}
    assert client.get("/file").text == "in parts"
    head = client.head("/thread")
    assert (head.status_code, head.content) == (200, b"")


def test_who_finds_too_many_waiting_is_refused_immediately(client, calls):
    go_on.clear()
    with ThreadPoolExecutor(4) as crowd:
        waiting = [crowd.submit(client.get, "/wait") for _ in range(4)]
        try:
            until(lambda: len(calls.waiting) == 3)
            answer, page = client.get("/api/v1/wait"), client.get("/wait")
        finally:
            go_on.set()
        assert [future.result().text for future in waiting] == ["waited"] * 4
    assert (answer.status_code, page.status_code) == (503, 503)
    assert answer.headers["Retry-After"] == page.headers["Retry-After"] == "1"
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "busy"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]
    assert page.text.startswith("We're very busy right now.")
    assert client.get("/thread").status_code == 200


def test_one_reader_leaves_a_thread_to_the_others(client, calls, settings):
    settings.TRUSTED_PROXIES = 1
    go_on.clear()
    with ThreadPoolExecutor(3) as crowd:
        stranger = {"X-Forwarded-For": "192.0.2.66"}
        waiting = [crowd.submit(client.get, "/wait", headers=stranger) for _ in range(3)]
        try:
            until(lambda: len(calls.waiting) == 2)
            assert client.get("/thread", headers={"X-Forwarded-For": "192.0.2.1"}).is_success
        finally:
            go_on.set()
        assert [future.result().text for future in waiting] == ["waited"] * 3


@pytest.mark.parametrize(("method", "is_done"), [("GET", False), ("POST", True)])
def test_what_no_one_waits_for_any_more_is_not_begun_unless_it_changes_something(
    client, calls, method, is_done
):
    go_on.clear()
    done.clear()
    with ThreadPoolExecutor(1) as crowd:
        held = crowd.submit(client.get, "/wait")
        try:
            until(lambda: calls.waiting._running)
            address = (client.base_url.host, client.base_url.port)
            with socket.create_connection(address) as line:
                line.sendall(f"{method} /note HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                until(lambda: len(calls.waiting) == 1)
            until(lambda: bool(len(calls.waiting)) == is_done)
        finally:
            go_on.set()
        held.result()
    client.get("/thread")
    assert done == ["note"] * is_done


def test_turns_of_people_we_know_go_first(settings, calls):
    settings.ROOT_URLCONF = __name__

    class Known(Readers):
        def account_of(self, scope):
            return 7 if (b"authorization", b"Bearer known") in scope["headers"] else None

    app = KeptThreads(1, Known(), lambda scope: scope["path"] == "/note")
    known = {"Authorization": "Bearer known"}
    go_on.clear()
    done.clear()
    with (
        LiveService(BoundedBody(app)) as service,
        httpx.Client(base_url=service.url, timeout=stretched(20)) as client,
        ThreadPoolExecutor(4) as crowd,
    ):
        asked = [crowd.submit(client.get, "/wait")]
        try:
            until(lambda: app.waiting._running)
            for place, headers in enumerate(({"X-Name": "stranger"}, known | {"X-Name": "player"})):
                asked.append(crowd.submit(client.post, "/note", headers=headers))
                until(lambda place=place: len(app.waiting) == place + 1)
        finally:
            go_on.set()
        assert all(one.result().is_success for one in asked)
    assert done == ["player", "stranger"]


def test_who_has_rested_is_served_without_another_request(client, calls, monkeypatch):
    monkeypatch.setattr(paces, "AT_FIRST", 0.0)
    calls.waiting = FairQueue(2, in_play_for=60.0)
    calls.waiting.put(lambda: None, "a player", is_urgent=True)
    with ThreadPoolExecutor(4) as crowd:
        asked = [crowd.submit(client.get, "/thread") for _ in range(12)]
        assert all(one.result().is_success for one in asked)
    assert len(calls.waiting) == 0


@pytest.mark.parametrize(
    ("method", "name", "is_turn"),
    [
        ("POST", "turns", True),
        ("PUT", "formation", True),
        ("POST", "seen", True),
        ("GET", "turns", False),
        ("POST", "explore", False),
    ],
)
def test_turns_are_known_by_their_address(method, name, is_turn):
    path = f"/api/v1/games/abcd1234/{name}"
    assert resolve(path)
    assert asgi.is_turn({"method": method, "path": path}) == is_turn


def test_streams_are_opened_one_at_a_time_for_each_reader(settings):
    settings.TRUSTED_PROXIES = 1
    opening, opened, most = set(), [], []
    free = threading.Event()

    async def stream(scope, receive, send):
        opening.add(id(scope))
        opened.append(dict(scope["headers"])[b"x-forwarded-for"])
        most.append(len(opening))
        await asyncio.to_thread(free.wait, 20)
        opening.remove(id(scope))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    app = Openings(stream, Readers())
    with LiveService(app) as service, ThreadPoolExecutor(6) as crowd:
        asked = []
        for address in ["192.0.2.66"] * 4 + ["192.0.2.1"]:
            head = {"X-Forwarded-For": address}
            asked.append(crowd.submit(httpx.get, service.url, headers=head, timeout=stretched(20)))
            if len(asked) == 4:
                until(lambda: len(app.waiting) == 3)
        until(lambda: len(opening) == openings.AT_A_TIME)
        free.set()
        assert all(one.result().is_success for one in asked)
    assert max(most) == openings.AT_A_TIME
    assert b"192.0.2.1" in opened[:2]
    assert not app._opening


def test_many_who_probe_take_one_thread(monkeypatch):
    go_on.clear()
    monkeypatch.setitem(probes.PROBES, "/readyz", wait)
    before = threading.active_count()
    with LiveService() as service, ThreadPoolExecutor(20) as crowd:
        asked = [
            crowd.submit(httpx.get, f"{service.url}/readyz", timeout=stretched(30))
            for _ in range(20)
        ]
        try:
            until(lambda: len(asgi._probed["/readyz"].waiting) >= 15)
            # Twenty who ask, the server, and one thread that answers.
            assert threading.active_count() - before <= 20 + 3
            assert httpx.get(f"{service.url}/healthz", timeout=stretched(20)).status_code == 200
        finally:
            go_on.set()
        assert {one.result().text for one in asked} == {"waited"}


def test_streams_and_probes_need_no_thread(monkeypatch):
    async def full(scope, receive, send):
        await send({"type": "http.response.start", "status": 503, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr("config.asgi.called", full)
    alice = User.objects.create_user("alice", "alice@example.org")
    bearer = {"Authorization": f"Bearer {create_token(alice, 'test', ['games:read'])[1]}"}
    with (
        LiveService() as service,
        httpx.Client(base_url=service.url, timeout=stretched(20)) as client,
    ):
        assert client.get("/readyz").status_code == 200
        assert client.get("/api/v1/events", headers=bearer).status_code == 503
        for form in ("text/event-stream", "application/x-ndjson", "text/*"):
            accept = bearer | {"Accept": form}
            with client.stream("GET", "/api/v1/events", headers=accept) as stream:
                assert stream.status_code == 200
