"""Calls are answered in a few threads; streams and probes go past them."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import path

from accounts.models import User
from accounts.services.tokens import create_token
from config import asgi
from config.http import thread_pool
from config.http.request_limits import BoundedBody
from config.http.thread_pool import MOST_WAITING, KeptThreads
from config.observe import probes
from tests.live import LiveService

pytestmark = pytest.mark.django_db(transaction=True)
go_on = threading.Event()


def which_thread(request: HttpRequest) -> HttpResponse:
    return HttpResponse(threading.current_thread().name)


def wait(request: HttpRequest) -> HttpResponse:
    go_on.wait(20)
    return HttpResponse("waited")


def echo(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(request.body, headers={"X-Path": request.path.encode("utf-8").hex()})
    response.set_cookie("one", "1")
    response.set_cookie("two", "2")
    return response


def file(request: HttpRequest) -> FileResponse:
    return FileResponse([b"in ", b"parts"])


urlpatterns = [
    path("thread", which_thread),
    path("wait", wait),
    path("api/v1/wait", wait),
    path("échô", echo),
    path("file", file),
]


@pytest.fixture
def calls(settings, monkeypatch):
    """An application of two threads for which three more requests may wait."""
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["*"]
    settings.MIDDLEWARE = []
    monkeypatch.setattr(thread_pool, "MOST_WAITING", 3)
    return KeptThreads(2)


@pytest.fixture
def client(calls):
    with (
        LiveService(BoundedBody(calls)) as service,
        httpx.Client(base_url=service.url, timeout=20) as client,
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


def test_who_finds_too_many_waiting_is_told_at_once(client, calls):
    go_on.clear()
    with ThreadPoolExecutor(5) as crowd:
        waiting = [crowd.submit(client.get, "/wait") for _ in range(5)]
        try:
            while calls._places:
                time.sleep(0.01)
            answer, page = client.get("/api/v1/wait"), client.get("/wait")
        finally:
            go_on.set()
        assert [future.result().text for future in waiting] == ["waited"] * 5
    assert (answer.status_code, page.status_code) == (503, 503)
    assert answer.headers["Retry-After"] == page.headers["Retry-After"] == "1"
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "busy"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]
    assert page.text.startswith("Too much is going on here.")
    assert client.get("/thread").status_code == 200


def test_many_who_probe_take_one_thread(monkeypatch):
    go_on.clear()
    monkeypatch.setitem(probes.PROBES, "/readyz", wait)
    before = threading.active_count()
    with LiveService() as service, ThreadPoolExecutor(20) as crowd:
        asked = [crowd.submit(httpx.get, f"{service.url}/readyz", timeout=30) for _ in range(20)]
        try:
            until = time.monotonic() + 20
            while asgi._probed["/readyz"]._places > MOST_WAITING - 15:
                assert time.monotonic() < until
                time.sleep(0.01)
            # Twenty who ask, the server, and one thread that answers.
            assert threading.active_count() - before <= 20 + 3
            assert httpx.get(f"{service.url}/healthz", timeout=20).status_code == 200
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
    with LiveService() as service, httpx.Client(base_url=service.url, timeout=20) as client:
        assert client.get("/readyz").status_code == 200
        assert client.get("/api/v1/events", headers=bearer).status_code == 503
        for form in ("text/event-stream", "application/x-ndjson", "text/*"):
            accept = bearer | {"Accept": form}
            with client.stream("GET", "/api/v1/events", headers=accept) as stream:
                assert stream.status_code == 200
