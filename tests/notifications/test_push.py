"""Push, end to end: to a real endpoint that decrypts what comes and checks who sent it."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from time import time as time_now
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from games.play.challenge.checks import MOST_OPEN_TO_ONE
from notifications import queue, tasks
from notifications.channels import push as sending
from notifications.channels.push import send_due as send_due_pushes
from notifications.message.content import LINE, in_a_line
from notifications.models import Notification, PushSubscription, ServiceSecret
from notifications.relay import relay_events
from notifications.tasks import test_push as show_test
from notifications.transport import vapid
from notifications.vocabulary import Channel, Timing
from notifications.wishes import update_preferences
from tests.games.matches import play
from tests.notifications.receiver import Received, Receiver, receiver

Status = Notification.Status
URL = "/api/v1/push"


def b64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Device:
    """What a browser keeps of a subscription."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey
    auth: bytes

    @classmethod
    def new(cls, endpoint: str) -> Device:
        return cls(endpoint, ec.generate_private_key(ec.SECP256R1()), os.urandom(16))

    def as_json(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": b64(point), "auth": b64(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def read(self, request: Received) -> dict[str, Any]:
        """Return what a push says, having checked that our service sent it."""
        check_sender(request, self.endpoint)
        assert request.headers["Content-Encoding"] == "aes128gcm"
        plain = http_ece.decrypt(
            request.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(plain)


def check_sender(request: Received, endpoint: str) -> None:
    """Check the signed word of the sender as a push service does (RFC 8292)."""
    kind, _, rest = request.headers["Authorization"].partition(" ")
    assert kind == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == vapid.public_key()
    claims = json.loads(unb64(parts["t"].split(".")[1]))
    assert endpoint.startswith(claims["aud"])
    assert claims["sub"].startswith(("mailto:", "https://"))
    assert 0 < claims["exp"] - time_now() < 24 * 3600
    assert Vapid02.verify("vapid " + rest)


@pytest.fixture(autouse=True)
def _own_network(settings: Any, db: None) -> Iterator[None]:
    settings.PRIVATE_TARGETS = True
    vapid.forget_key()
    yield
    vapid.forget_key()


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


@pytest.fixture
def subscribe(
    service: Receiver,
    client_of: Callable[..., APIClient],
) -> Callable[..., Device]:
    """Return a function that subscribes a device of someone by the API."""

    def run(user: User, path: str = "/phone") -> Device:
        device = Device.new(service.url + path)
        answer = client_of(user).post(f"{URL}/subscriptions", device.as_json(), format="json")
        assert answer.status_code == 201, answer.content
        return device

    return run


def tell(now: datetime) -> int:
    while relay_events(now):
        pass
    return send_due_pushes()


def test_a_turn_reaches_the_phone(
    game: Game, bob: User, now: datetime, service: Receiver, subscribe: Callable[..., Device]
) -> None:
    tell(now)
    phone = subscribe(bob)
    play(game, "c3d5", now=now)

    assert tell(now) == 1

    [request] = service.received
    message = phone.read(request)
    shown = message["notification"]
    assert message["web_push"] == 8030
    assert shown["title"] == "Your turn against alice"
    assert shown["body"].startswith("0–0 · alice: c3d5 · by ")
    assert len(shown["body"]) <= LINE
    assert shown["navigate"].endswith(f"/games/{game.pk}/?from=push")
    assert shown["tag"] == request.headers["Topic"] == f"game-{game.pk}"
    assert message["app_badge"] == 1
    assert 86000 < int(request.headers["TTL"]) <= 86400
    assert request.headers["Urgency"] == "normal"


def test_each_device_is_notified_once_though_one_of_them_fails(
    alice: User, bob: User, now: datetime, service: Receiver, subscribe: Callable[..., Device]
) -> None:
    subscribe(bob, "/phone")
    subscribe(bob, "/tablet")
    service.answers["/tablet"] = (503, {})
    make_challenge(alice, "bob", Terms(), now=now)

    assert tell(now) == 0
    row = Notification.objects.get(channel=Channel.PUSH)
    assert "answered 503" in row.last_error
    service.answers.clear()
    Notification.objects.update(due_at=now)
    assert send_due_pushes() == 1

    # Both at the same time, and then again the one that failed.
    paths = [request.path for request in service.received]
    assert sorted(paths) == ["/phone", "/tablet", "/tablet"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(
    status: int,
    alice: User,
    bob: User,
    now: datetime,
    service: Receiver,
    subscribe: Callable[..., Device],
) -> None:
    subscribe(bob)
    service.answers["/phone"] = (status, {})
    make_challenge(alice, "bob", Terms(), now=now)

    tell(now)

    assert not PushSubscription.objects.exists()


def test_a_turn_already_played_is_not_pushed(
    game: Game, bob: User, now: datetime, service: Receiver, subscribe: Callable[..., Device]
) -> None:
    subscribe(bob)
    tell(now)
    service.received.clear()
    play(game, "c3d5", now=now)
    while relay_events(now):
        pass
    play(game, "e7e6", now=now)

    tell(now)

    assert service.received == []


def test_the_next_push_takes_back_what_is_no_longer_true(
    game: Game,
    alice: User,
    bob: User,
    now: datetime,
    service: Receiver,
    subscribe: Callable[..., Device],
) -> None:
    phone = subscribe(bob)
    play(game, "c3d5", now=now)
    tell(now)
    play(game, "e7e6", now=now)  # On another device.

    make_challenge(alice, "bob", Terms(), now=now)
    tell(now)

    message = phone.read(service.received[-1])
    assert message["notification"]["title"] == "alice challenges you"
    assert message["notification"]["data"]["stale"] == [f"game-{game.pk}"]
    assert message["app_badge"] == 0


def test_the_end_of_a_game_takes_the_place_of_the_turn(
    game: Game,
    alice: User,
    bob: User,
    now: datetime,
    service: Receiver,
    subscribe: Callable[..., Device],
) -> None:
    phone = subscribe(bob)
    play(game, "c3d5", now=now)
    tell(now)
    resign(alice.pk, game.pk, now=now)

    tell(now)

    first, last = (phone.read(request)["notification"] for request in service.received[-2:])
    assert last["title"] == "You won against alice"
    assert last["tag"] == first["tag"]
    assert last["data"]["stale"] == []


def test_who_wants_no_push_about_turns_gets_none(
    game: Game, bob: User, now: datetime, service: Receiver, subscribe: Callable[..., Device]
) -> None:
    tell(now)
    subscribe(bob)
    update_preferences(bob.pk, {Channel.PUSH: {"turn": Timing.OFF}})
    play(game, "c3d5", now=now)

    tell(now)

    assert service.received == []


def test_at_night_a_push_waits_for_the_morning(
    game: Game, bob: User, now: datetime, service: Receiver, subscribe: Callable[..., Device]
) -> None:
    tell(now)
    subscribe(bob)
    update_preferences(bob.pk, {}, quiet_from=time(0, 0), quiet_until=time(23, 59, 59, 999999))
    play(game, "c3d5", now=now)

    assert tell(now) == 0

    row = Notification.objects.get(channel=Channel.PUSH, user=bob)
    assert row.due_at.time() == time(23, 59, 59, 999999)


def test_a_dead_push_service_is_not_asked_for_each_message(
    alice: User, bob: User, now: datetime, service: Receiver, subscribe: Callable[..., Device]
) -> None:
    subscribe(bob)
    PushSubscription.objects.update(endpoint="http://127.0.0.1:9/nobody")
    for _ in range(MOST_OPEN_TO_ONE):
        make_challenge(alice, "bob", Terms(), now=now)

    assert tell(now) == 0

    errors = list(Notification.objects.filter(channel="push").values_list("last_error", flat=True))
    assert len(errors) == MOST_OPEN_TO_ONE > sending.AT_ONCE_TO_ONE
    assert sum("SendFailed" in error for error in errors) <= sending.AT_ONCE_TO_ONE
    assert all("SendFailed" in error or "does not answer" in error for error in errors)


def test_a_slow_device_rests_and_the_others_are_notified(
    alice: User,
    bob: User,
    now: datetime,
    service: Receiver,
    subscribe: Callable[..., Device],
    settings: Any,
) -> None:
    settings.SLOW_ANSWER_SECONDS = 0.05
    service.seconds = 0.1
    subscribe(bob, "/slow")
    service.answers["/slow"] = (500, {})
    make_challenge(alice, "bob", Terms(), now=now)
    tell(now)
    service.seconds = 0
    subscribe(bob, "/quick")
    Notification.objects.update(due_at=now)

    send_due_pushes()

    assert [request.path for request in service.received] == ["/slow", "/quick"]
    slow = PushSubscription.objects.get(endpoint__endswith="/slow")
    assert slow.rests_until > now + timedelta(seconds=4)
    assert slow.last_error.endswith("answered 500")


def test_no_one_fills_a_batch_alone(
    alice: User, bob: User, charlie: User, now: datetime, subscribe: Callable[..., Device]
) -> None:
    subscribe(bob)
    subscribe(charlie, "/tablet")
    for _ in range(MOST_OPEN_TO_ONE):
        make_challenge(alice, "bob", Terms(), now=now)
    make_challenge(alice, "charlie", Terms(), now=now)
    while relay_events(now):
        pass

    claimed = queue.claim(Channel.PUSH, now, 50, of_one=2)

    names = [row.user.username for row in claimed]
    assert sorted(names) == ["bob", "bob", "charlie"]


# --- the API ------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_kept(
    alice: User,
    client_of: Callable[..., APIClient],
) -> None:
    first = client_of(alice).get(URL).json()["public_key"]
    vapid.forget_key()  # As after a restart.

    assert client_of(alice).get(URL).json()["public_key"] == first
    assert len(unb64(first)) == 65
    assert b"PRIVATE" not in bytes(ServiceSecret.objects.get().sealed)


def test_the_operator_may_bring_the_key(alice: User, settings: Any) -> None:
    given = Vapid02()
    given.generate_keys()
    settings.VAPID_PRIVATE_KEY = b64(
        given.private_key.private_numbers().private_value.to_bytes(32, "big")
    )
    vapid.forget_key()

    point = given.public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    assert vapid.public_key() == b64(point)
    assert not ServiceSecret.objects.exists()


def test_subscribing_again_renews_and_devices_are_listed(
    alice: User,
    bob: User,
    service: Receiver,
    subscribe: Callable[..., Device],
    client_of: Callable[..., APIClient],
) -> None:
    subscribe(alice)
    subscribe(bob)  # The same browser, another person has logged in.

    assert client_of(alice).get(f"{URL}/subscriptions").json()["results"] == []
    [device] = client_of(bob).get(f"{URL}/subscriptions").json()["results"]
    assert set(device) == {
        *("id", "device", "created_at", "last_notified_at"),
        *("failing_since", "last_error"),
    }


def test_a_test_is_sent_to_one_device(
    bob: User, service: Receiver, subscribe: Callable[..., Device]
) -> None:
    phone = subscribe(bob)

    tasks.test_push(PushSubscription.objects.get().pk)

    [request] = service.received
    assert phone.read(request)["notification"]["title"] == "Notifications work here"


def test_a_test_that_does_not_arrive_is_reported_by_the_device(
    alice: User,
    client_of: Callable[..., APIClient],
    subscribe: Callable[..., Device],
) -> None:
    subscribe(alice)
    PushSubscription.objects.update(endpoint="https://nobody.invalid/push")
    device = PushSubscription.objects.get()

    show_test(device.pk)  # Raises nothing.

    [shown] = client_of(alice).get(f"{URL}/subscriptions").json()["results"]
    assert "We couldn't find nobody.invalid" in shown["last_error"]
    assert shown["failing_since"] is not None


def test_no_one_touches_the_device_of_another(
    bob: User,
    charlie: User,
    subscribe: Callable[..., Device],
    client_of: Callable[..., APIClient],
) -> None:
    subscribe(bob)
    path = f"{URL}/subscriptions/{PushSubscription.objects.get().pk}"

    assert client_of(charlie).delete(path).status_code == 404
    assert client_of(charlie).post(f"{path}/test").status_code == 404
    assert client_of(bob).delete(path).status_code == 204
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"endpoint": "ftp://push.example/1"}, "#/endpoint"),
        ({"endpoint": "https://user:word@push.example/1"}, "#/endpoint"),
        ({"keys": {"p256dh": "AAAA", "auth": "AAAA"}}, "#/keys"),
        ({"keys": {"p256dh": "é", "auth": "AAAA"}}, "#/keys"),
    ],
)
def test_what_cannot_be_sent_to_is_refused(
    change: dict[str, Any],
    pointer: str,
    bob: User,
    client_of: Callable[..., APIClient],
) -> None:
    body = {**Device.new("https://push.example/1").as_json(), **change}

    answer = client_of(bob).post(f"{URL}/subscriptions", body, format="json")

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer


def test_a_person_has_so_many_devices_and_no_more(
    bob: User, subscribe: Callable[..., Device]
) -> None:
    for number in range(22):
        subscribe(bob, f"/{number}")

    assert PushSubscription.objects.count() == 20
    assert not PushSubscription.objects.filter(endpoint__endswith="/0").exists()


def test_a_row_lives_no_longer_than_the_turn(
    game: Game, bob: User, now: datetime, service: Receiver, subscribe: Callable[..., Device]
) -> None:
    tell(now)
    subscribe(bob)
    play(game, "c3d5", now=now)
    Game.objects.update(deadline=now + timedelta(hours=1))

    tell(now)

    assert int(service.received[0].headers["TTL"]) <= 3600


def test_a_long_turn_leaves_room_for_the_deadline() -> None:
    until = "by Tue 23:30, or with your time bank by Thu 23:30"

    line = in_a_line("0–0", "a_name_of_thirty_letters_00000: d2d4 @f3 f3e5 !e8", until)

    assert len(line) == LINE
    assert line.startswith("0–0 · a_name_of_thirty")
    assert line.endswith(f"… · {until}")
    assert in_a_line("0–0", "bob: e7e6", until) == f"0–0 · bob: e7e6 · {until}"
    assert in_a_line("0–0", "", until) == f"0–0 · {until}"
