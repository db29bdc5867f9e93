"""Cards for chats: sent to servers on this machine that behave like each service."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from games.store.outbox import EventType
from notifications.channels.webhook import send_due
from notifications.models import ChatCard, Delivery, Webhook
from notifications.relay import relay_events
from notifications.webhooks import make_webhook
from tests.games.matches import play

pytestmark = pytest.mark.usefixtures("own_network")

PLACE = "https://api.telegram.org/bot1:abc/sendMessage?chat_id=42"
EVENTS = [EventType.TURN_PLAYED, EventType.GAME_FINISHED]


@dataclass
class Chat:
    """A service: its messages by id, and what it was asked."""

    url: str = ""
    messages: dict[str, Any] = field(default_factory=dict)
    asked: list[tuple[str, str, Any]] = field(default_factory=list)
    limits: list[tuple[int, dict[str, str], Any]] = field(default_factory=list)
    """Answers to give first, such as a 429."""


def discord(chat: Chat, method: str, path: str, body: Any) -> tuple[int, Any]:
    """Answer as Discord does: a message on ``wait=true``, edits by id, 404 for what is gone."""
    parts = urlsplit(path)
    if not body.get("embeds") or len(body["embeds"][0]["title"]) > 256:
        return 400, {"message": "Cannot send an empty message", "code": 50006}
    if method == "PATCH":
        message = parts.path.rpartition("/")[2]
        if message not in chat.messages:
            return 404, {"message": "Unknown Message", "code": 10008}
        chat.messages[message] = body
        return 200, {"id": message}
    if "wait=true" not in parts.query:
        return 204, None
    message = str(1000 + len(chat.asked))
    chat.messages[message] = body
    # The id comes late in a long answer.
    return 200, {"type": 0, "content": "", "embeds": ["x" * 6000], "id": message}


def telegram(chat: Chat, method: str, path: str, body: Any) -> tuple[int, Any]:
    """Answer as Telegram's bots' API does."""
    if not body.get("chat_id") or not body.get("text") or body.get("parse_mode") != "HTML":
        return 400, {"ok": False, "description": "Bad Request: message text is empty"}
    if path.endswith("/editMessageText"):
        message = str(body["message_id"])
        if message not in chat.messages:
            return 400, {"ok": False, "description": "Bad Request: message to edit not found"}
        if chat.messages[message]["text"] == body["text"]:
            words = "Bad Request: message is not modified: specified new message content"
            return 400, {"ok": False, "description": words}
    else:
        message = str(10 + len(chat.asked))
    chat.messages[message] = body
    return 200, {"ok": True, "result": {"message_id": int(message)}}


def slack(chat: Chat, method: str, path: str, body: Any) -> tuple[int, Any]:
    """Answer as an incoming webhook of Slack does."""
    if not body.get("text") or body["blocks"][0]["text"]["type"] != "mrkdwn":
        return 400, "invalid_payload"
    chat.messages[str(len(chat.asked))] = body
    return 200, "ok"


def ntfy(chat: Chat, method: str, path: str, body: Any) -> tuple[int, Any]:
    """Answer as ntfy does when a message is published as JSON."""
    if path != "/" or not body.get("topic"):
        return 400, {"code": 40024, "error": "invalid request"}
    chat.messages[str(len(chat.asked))] = body
    return 200, {"id": "x", "topic": body["topic"]}


SERVICES = {"discord": discord, "telegram": telegram, "slack": slack, "ntfy": ntfy}
PLACES = {
    "discord": "/api/webhooks/1/abc",
    "telegram": "/bot1:abc/sendMessage?chat_id=42",
    "slack": "/services/T/B/x",
    "ntfy": "/my-topic",
}


@contextmanager
def serving(kind: str) -> Iterator[Chat]:
    """Run a server that behaves like a service."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            headers: dict[str, str] = {}
            if chat.limits:
                status, headers, told = chat.limits.pop(0)
            else:
                chat.asked.append((self.command, self.path, body))
                status, told = SERVICES[kind](chat, self.command, self.path, body)
            content = told.encode() if isinstance(told, str) else json.dumps(told).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_PATCH = do_POST

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    chat = Chat(f"http://127.0.0.1:{server.server_port}{PLACES[kind]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield chat
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def deliver() -> None:
    """Send what is due now."""
    now = timezone.now()
    while relay_events(now):
        pass
    Delivery.objects.filter(status="pending").update(due_at=now)
    Webhook.objects.update(rests_until=None)
    send_due()


def hook(user: User, chat: Chat, kind: str) -> Webhook:
    """Return a webhook of this format."""
    return make_webhook(user, chat.url, EVENTS, own_events=True, format=kind)[0]


def card_text(kind: str, body: Any) -> str:
    """Return all the words of a card."""
    return json.dumps(body, ensure_ascii=False).replace("\\\\", "").replace("\\", "")


@pytest.mark.parametrize("kind", SERVICES)
def test_a_card_has_the_opponent_the_deadline_the_picture_and_the_link(
    kind: str, bob: User, game: Game, now: datetime
) -> None:
    with serving(kind) as chat:
        hook(bob, chat, kind)
        play(game, "c3d5", now=now)
        deliver()
    (body,) = chat.messages.values()
    words = card_text(kind, body)
    assert "Your turn against alice" in words
    assert "You 0–0 alice" in words
    assert "Play by" in words
    assert f"/games/{game.pk}/" in words
    assert f"/api/v1/games/{game.pk}/board.png?turn=1&side=black" in words
    assert Delivery.objects.get().status == "delivered"
    assert ChatCard.objects.count() == (kind in ("discord", "telegram"))


@pytest.mark.parametrize("kind", SERVICES)
def test_a_game_has_one_message_where_it_can_be_edited(
    kind: str, bob: User, game: Game, now: datetime
) -> None:
    with serving(kind) as chat:
        hook(bob, chat, kind)
        for turn in ("c3d5", "f6e4", "d5c3"):
            play(game, turn, now=now)
            deliver()
    is_edited = kind in ("discord", "telegram")
    assert len(chat.asked) == 3
    assert len(chat.messages) == (1 if is_edited else 3)
    assert "board.png?turn=3" in card_text(kind, list(chat.messages.values())[-1])


@pytest.mark.parametrize("kind", ["discord", "telegram"])
def test_a_message_that_was_deleted_is_sent_again(
    kind: str, bob: User, game: Game, now: datetime
) -> None:
    with serving(kind) as chat:
        hook(bob, chat, kind)
        play(game, "c3d5", now=now)
        deliver()
        chat.messages.clear()
        play(game, "f6e4", now=now)
        deliver()
        assert not chat.messages
        deliver()
    assert len(chat.messages) == 1
    assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered"}


def test_a_card_that_changes_nothing_counts_as_sent(bob: User, game: Game, now: datetime) -> None:
    with serving("telegram") as chat:
        hook(bob, chat, "telegram")
        play(game, "c3d5", now=now)
        deliver()
        Delivery.objects.update(status="pending", attempts=0, settled_at=None)
        deliver()
    assert Delivery.objects.get().status == "delivered"
    assert Delivery.objects.get().answer_status == 400


@pytest.mark.parametrize(
    ("kind", "headers", "told"),
    [
        ("discord", {}, {"message": "You are being rate limited.", "retry_after": 64.57}),
        ("telegram", {}, {"ok": False, "parameters": {"retry_after": 65}}),
        ("slack", {"Retry-After": "65"}, "rate_limited"),
        ("ntfy", {"Retry-After": "65"}, {"code": 42901}),
    ],
)
def test_a_limit_is_waited_for(
    kind: str, headers: dict[str, str], told: Any, bob: User, game: Game, now: datetime
) -> None:
    with serving(kind) as chat:
        chat.limits.append((429, headers, told))
        hook(bob, chat, kind)
        play(game, "c3d5", now=now)
        began = timezone.now()
        deliver()
        waiting = Delivery.objects.get()
        assert waiting.status == "pending"
        assert waiting.due_at >= began + timedelta(seconds=65)
        assert not chat.messages
        deliver()
    assert len(chat.messages) == 1


@pytest.mark.parametrize("kind", SERVICES)
def test_a_chat_is_set_up_in_two_fields_and_tried(kind: str, browse: Any, bob: User) -> None:
    client: Client = browse(bob)
    with serving(kind) as chat:
        answer = client.post("/settings/webhooks/chat/", {"format": kind, "url": chat.url})
        webhook = Webhook.objects.get(user=bob)
        assert answer.status_code == 302
        assert webhook.format == kind
        client.post(f"/settings/webhooks/{webhook.pk}/test/")
        deliver()
    (body,) = chat.messages.values()
    assert "This works." in card_text(kind, body)


@pytest.mark.parametrize(
    ("kind", "url"),
    [
        ("telegram", "https://api.telegram.org/bot1:abc/sendMessage"),
        ("telegram", "https://api.telegram.org/bot1:abc/getMe?chat_id=1"),
        ("ntfy", "https://ntfy.sh/"),
        ("ntfy", "https://ntfy.sh/a/b"),
    ],
)
def test_an_address_of_another_kind_is_refused(
    kind: str, url: str, browse: Any, bob: User, black: APIClient
) -> None:
    page = browse(bob).post("/settings/webhooks/chat/", {"format": kind, "url": url})
    assert page.status_code == 422
    body = {"url": url, "events": ["turn.played"], "format": kind}
    answer = black.post("/api/v1/webhooks", body, format="json")
    assert answer.status_code == 400
    assert not Webhook.objects.exists()


def test_the_format_is_part_of_a_webhook(black: APIClient) -> None:
    body = {"url": "https://discord.com/api/webhooks/1/x", "events": ["turn.played"]}
    assert black.post("/api/v1/webhooks", body, format="json").json()["format"] == "json"
    made = black.post("/api/v1/webhooks", {**body, "format": "discord"}, format="json").json()
    assert made["format"] == "discord"
    assert (
        black.post("/api/v1/webhooks", {**body, "format": "irc"}, format="json").status_code == 400
    )


@pytest.mark.parametrize(
    ("kind", "url", "shown"),
    [
        ("telegram", PLACE, "https://api.telegram.org/…"),
        ("discord", "https://discord.com/api/webhooks/1/1:abc", "https://discord.com/…"),
        ("json", "https://me:1:abc@x.example/hook?key=1:abc", "https://x.example/hook?…"),
    ],
)
def test_the_key_in_an_address_is_shown_to_its_owner_alone(
    kind: str, url: str, shown: str, bob: User, browse: Any, admin_client: Client
) -> None:
    webhook = Webhook.objects.create(
        user=bob, url=url, format=kind, events=[EventType.TURN_PLAYED], secret=b""
    )

    assert str(webhook) == f"{bob.pk}: {shown}"
    for path in ("", f"{webhook.pk}/change/"):
        page = admin_client.get(f"/admin/notifications/webhook/{path}").content.decode()
        assert shown in page
        assert "1:abc" not in page
    assert "1:abc" not in browse(bob).get("/settings/webhooks/").content.decode()


def test_names_are_not_taken_for_signs(alice: User, bob: User, game: Game, now: datetime) -> None:
    User.objects.filter(pk=alice.pk).update(username="a_l_i_c_e")
    with serving("discord") as chat:
        hook(bob, chat, "discord")
        play(game, "c3d5", now=now)
        deliver()
    (body,) = chat.messages.values()
    assert "a\\_l\\_i\\_c\\_e" in body["embeds"][0]["description"]
    assert body["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (200, {"result": [1], "id": ["x"]}),
        (200, {"result": {"message_id": "\0\ud800"}, "id": "../../\0\ud800"}),
        (200, "[" * 60_000),
        (429, '{"retry_after": 1e999}'),
    ],
    ids=["other shapes", "no id", "deep", "for ever"],
)
@pytest.mark.parametrize("kind", ["discord", "telegram"])
def test_a_hostile_answer_stops_no_others(
    kind: str, status: int, told: Any, bob: User, game: Game, now: datetime
) -> None:
    with serving(kind) as chat:
        chat.limits.append((status, {}, told))
        hook(bob, chat, kind)
        play(game, "c3d5", now=now)
        deliver()
    assert Delivery.objects.get().status == ("delivered" if status == 200 else "pending")
    assert not ChatCard.objects.exists()
