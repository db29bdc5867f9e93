"""Webhooks: delivered to a real server, checked by an independent library."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from accounts.models import OutgoingMail, User
from accounts.services.deletion import delete_account
from games.models import Challenge, Game, GameEvent
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.checks import MOST_OPEN_TO_ONE
from games.shown.event_words import event_types
from notifications import webhooks
from notifications.channels import webhook as sending
from notifications.channels.webhook import GAPS
from notifications.channels.webhook import send_due as send_due_deliveries
from notifications.models import Delivery, Webhook
from notifications.relay import relay_events
from tests.games.matches import play
from tests.notifications.receiver import Received, Receiver

URL = "/api/v1/webhooks"

pytestmark = pytest.mark.usefixtures("own_network")


def deliver(now: datetime) -> int:
    while relay_events(now):
        pass
    return send_due_deliveries()


def fall_due(now: datetime) -> None:
    Delivery.objects.filter(status="pending").update(due_at=now)
    Webhook.objects.update(rests_until=None)


def verified(secret: str, request: Received) -> dict[str, Any]:
    """Return what a delivery says, its signature checked by the library of the standard."""
    headers = {name.lower(): value for name, value in request.headers.items()}
    Verifier(secret).verify(request.body.decode(), headers)
    return json.loads(request.body)


def test_an_event_is_delivered_and_signed(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver, bobs: APIClient
) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=now)

    assert deliver(now) == 1

    [request] = service.received
    message = verified(hook["secret"], request)
    assert message["type"] == "challenge.received"
    # The same event as the list of events shows it, under the same number.
    [event] = bobs.get("/api/v1/events").json()["results"]
    assert message["data"] == event
    assert event["challenge"] == challenge.pk


def test_only_what_was_asked_for_is_delivered(
    game: Game, bobs: APIClient, now: datetime, service: Receiver
) -> None:
    bobs.post(URL, {"url": service.url, "events": ["turn.played"]}, format="json")
    play(game, "c3d5", now=now)

    deliver(now)

    [request] = service.received
    assert json.loads(request.body)["type"] == "turn.played"


def test_a_failed_delivery_comes_again_with_the_same_id_and_body(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver, bobs: APIClient
) -> None:
    make_challenge(alice, "bob", Terms(), now=now)
    service.answers["/hook"] = (500, {})
    assert deliver(now) == 0
    assert send_due_deliveries() == 0  # Not before its time.
    [entry] = bobs.get(f"{URL}/{hook['id']}/deliveries").json()["results"]
    assert (entry["status"], entry["attempts"], entry["answer_status"]) == ("pending", 1, 500)

    service.answers.clear()
    fall_due(now)
    assert send_due_deliveries() == 1

    first, second = service.received
    assert first.body == second.body
    assert first.headers["webhook-id"] == second.headers["webhook-id"] == entry["message_id"]
    verified(hook["secret"], second)
    [entry] = bobs.get(f"{URL}/{hook['id']}/deliveries").json()["results"]
    assert (entry["status"], entry["attempts"], entry["next_attempt_at"]) == ("delivered", 2, None)
    assert bobs.get(f"{URL}/{hook['id']}").json()["failing_since"] is None


def test_gaps_grow_over_a_day() -> None:
    assert list(GAPS) == sorted(GAPS)
    assert timedelta(hours=24) <= sum(GAPS, timedelta()) <= timedelta(hours=27)


def test_after_a_day_of_failure_it_is_paused_and_its_owner_gets_one_mail(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver, bobs: APIClient
) -> None:
    for _ in range(3):
        make_challenge(alice, "bob", Terms(), now=now)
    service.answers["/hook"] = (500, {})
    deliver(now)
    Webhook.objects.update(failing_since=now - timedelta(days=1))
    fall_due(now)

    send_due_deliveries()

    shown = bobs.get(f"{URL}/{hook['id']}").json()
    assert shown["status"] == "paused"
    assert "failed for a day" in shown["paused_because"]
    [letter] = OutgoingMail.objects.all()
    assert letter.recipient == "bob@example.org"
    assert hook["url"] in letter.text
    assert not Delivery.objects.filter(status="pending").exists()

    make_challenge(alice, "bob", Terms(), now=now)
    while relay_events(now):
        pass
    assert Delivery.objects.count() == 3


def test_a_paused_webhook_can_be_activated_again(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver, bobs: APIClient
) -> None:
    path = f"{URL}/{hook['id']}"
    assert bobs.patch(path, {"status": "paused"}, format="json").json()["status"] == "paused"
    assert bobs.post(f"{path}/test").status_code == 409
    assert bobs.patch(path, {"status": "active"}, format="json").json()["paused_because"] == ""

    make_challenge(alice, "bob", Terms(), now=now)
    assert deliver(now) == 1


def test_an_endpoint_that_is_gone_is_paused_immediately(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver
) -> None:
    make_challenge(alice, "bob", Terms(), now=now)
    service.answers["/hook"] = (410, {})

    deliver(now)

    assert Webhook.objects.get().status == "paused"


def test_it_waits_as_long_as_it_is_asked_to(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver
) -> None:
    make_challenge(alice, "bob", Terms(), now=now)
    service.answers["/hook"] = (429, {"Retry-After": "600"})

    deliver(now)

    assert Delivery.objects.get().due_at > now + timedelta(minutes=9)


def test_while_it_does_not_answer_it_is_left_alone(
    hook: dict[str, Any], alice: User, now: datetime
) -> None:
    Webhook.objects.update(url="http://127.0.0.1:9/")
    for _ in range(5):
        make_challenge(alice, "bob", Terms(), now=now)

    deliver(now)
    deliver(now)

    # Four at the same time, and then no more until it had a rest.
    assert Delivery.objects.filter(attempts=1).count() == sending.AT_ONCE_TO_ONE
    assert Webhook.objects.get().rests_until is not None


@pytest.mark.parametrize("status", [201, 500])
def test_after_a_slow_answer_it_rests_and_then_gets_one_at_a_time(
    status: int,
    hook: dict[str, Any],
    alice: User,
    now: datetime,
    service: Receiver,
    settings: Any,
) -> None:
    settings.SLOW_ANSWER_SECONDS = 0.05
    service.seconds, service.answers["/hook"] = 0.1, (status, {})
    for _ in range(MOST_OPEN_TO_ONE):
        make_challenge(alice, "bob", Terms(), now=now)

    deliver(now)

    assert len(service.received) == sending.AT_ONCE_TO_ONE
    assert Webhook.objects.get().rests_until > now + timedelta(seconds=4)
    Webhook.objects.update(rests_until=now)
    Delivery.objects.update(due_at=now, status="pending", settled_at=None)
    assert len(sending._claim(now, served=[])) == 1


def test_a_quick_answer_ends_the_rests(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver
) -> None:
    Webhook.objects.update(rests_until=now - timedelta(minutes=1), failing_since=now)
    make_challenge(alice, "bob", Terms(), now=now)

    assert deliver(now) == 1

    webhook = Webhook.objects.get()
    assert (webhook.rests_until, webhook.failing_since) == (None, None)


def test_no_one_fills_a_batch_with_many_webhooks(
    hook: dict[str, Any],
    bobs: APIClient,
    alice: User,
    charlie: User,
    now: datetime,
    service: Receiver,
    client_of: Callable[..., APIClient],
) -> None:
    body = {"url": f"{service.url}/hook", "events": event_types()}
    for _ in range(9):
        bobs.post(URL, body, format="json")
    client_of(charlie).post(URL, body, format="json")
    for _ in range(MOST_OPEN_TO_ONE):
        make_challenge(alice, "bob", Terms(), now=now)
    make_challenge(alice, "charlie", Terms(), now=now)
    while relay_events(now):
        pass

    claimed = [row.webhook.user.username for row in sending._claim(now, served=[])]

    assert claimed.count("bob") == sending.AT_ONCE_TO_ONE
    assert claimed.count("charlie") == 1


def test_a_delivery_is_sent_again_with_the_same_id_and_body(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver, bobs: APIClient
) -> None:
    make_challenge(alice, "bob", Terms(), now=now)
    deliver(now)
    path = f"{URL}/{hook['id']}/deliveries"
    [entry] = bobs.get(path).json()["results"]

    again = bobs.post(f"{path}/{entry['id']}/resend")

    assert (again.status_code, again.json()["status"]) == (202, "pending")
    assert send_due_deliveries() == 1
    first, second = service.received
    assert first.body == second.body
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert bobs.post(f"{path}/{entry['id']}999/resend").status_code == 404
    bobs.patch(f"{URL}/{hook['id']}", {"status": "paused"}, format="json")
    assert bobs.post(f"{path}/{entry['id']}/resend").json()["code"] == "webhook_paused"


def test_what_one_did_oneself_can_be_left_out(
    game: Game, bobs: APIClient, now: datetime, service: Receiver
) -> None:
    body = {"url": service.url, "events": ["turn.played"], "own_events": False}
    made = bobs.post(URL, body, format="json").json()
    assert made["own_events"] is False
    play(game, "c3d5", now=now)
    play(game, "e7e6", now=now)

    deliver(now)

    [request] = service.received
    assert json.loads(request.body)["data"]["data"]["side"] == "white"
    changed = bobs.patch(f"{URL}/{made['id']}", {"own_events": True}, format="json")
    assert changed.json()["own_events"] is True


def test_the_secret_changes_with_an_overlap(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver, bobs: APIClient
) -> None:
    fresh = bobs.post(f"{URL}/{hook['id']}/secret").json()["secret"]
    make_challenge(alice, "bob", Terms(), now=now)
    deliver(now)
    verified(hook["secret"], service.received[-1])
    verified(fresh, service.received[-1])

    Webhook.objects.update(old_secret_until=now - timedelta(seconds=1))
    make_challenge(alice, "bob", Terms(), now=now)
    deliver(now)

    verified(fresh, service.received[-1])
    with pytest.raises(WebhookVerificationError):
        verified(hook["secret"], service.received[-1])


def test_a_test_is_delivered_and_logged(
    hook: dict[str, Any], service: Receiver, bobs: APIClient
) -> None:
    assert bobs.post(f"{URL}/{hook['id']}/test").status_code == 202

    assert send_due_deliveries() == 1

    assert verified(hook["secret"], service.received[0])["type"] == "webhook.test"


def test_an_event_is_delivered_once_however_often_it_is_relayed(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver
) -> None:
    make_challenge(alice, "bob", Terms(), now=now)
    deliver(now)
    GameEvent.objects.update(relayed_at=None)

    deliver(now)

    assert len(service.received) == 1


def test_an_address_that_has_become_private_gets_nothing(
    hook: dict[str, Any], alice: User, now: datetime, service: Receiver, settings: Any
) -> None:
    settings.PRIVATE_TARGETS = False
    Webhook.objects.update(url="https://localhost/hook")
    make_challenge(alice, "bob", Terms(), now=now)

    deliver(now)

    assert service.received == []
    assert "a public address" in Delivery.objects.get().error
    webhook = Webhook.objects.get()
    assert webhook.status == "paused"
    assert webhook.paused_because == "localhost isn't a public address."


def test_no_log_of_others_names_someone_who_is_gone(
    hook: dict[str, Any], alice: User, bob: User, now: datetime, service: Receiver
) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    accept_challenge(bob, challenge.pk, now=now)
    deliver(now)
    logged = Delivery.objects.filter(body__contains='"alice"')
    assert logged.exists()

    delete_account(alice, now)

    assert not logged.exists()
    assert json.loads(Delivery.objects.get(type="game.started").body)["data"]["data"]["players"]


def test_the_log_forgets_tests_sooner_and_of_a_busy_webhook_all_but_the_newest(
    hook: dict[str, Any], now: datetime
) -> None:
    for days, is_test in [(100, False), (8, True), (6, False), (5, True), (4, False)]:
        Delivery.objects.create(
            webhook_id=hook["id"],
            type="webhook.test" if is_test else "turn.played",
            event=None if is_test else GameEvent.objects.create(
                challenge=Challenge.objects.create(
                    challenger_id=Webhook.objects.get().user_id, ruleset="eleven", expires_at=now
                ),
                type="turn.played", happened_at=now,
            ),
            body="{}",
            status="delivered",
            due_at=now,
            settled_at=now - timedelta(days=days),
        )  # fmt: skip

    assert webhooks.forget_old(now, most=2) == 3

    left = Delivery.objects.order_by("pk").values_list("settled_at", flat=True)
    assert [(now - settled_at).days for settled_at in left if settled_at] == [5, 4]
