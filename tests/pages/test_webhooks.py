"""Webhooks and the calendar by forms, without script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from standardwebhooks import Webhook as Verifier

from accounts.devices import name_device
from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms, make_challenge
from notifications import webhooks
from notifications.channels.webhook import send_due as send_due_deliveries
from notifications.models import Delivery, PushSubscription, Webhook
from notifications.relay import relay_events
from tests.markup import tight
from tests.notifications.receiver import Receiver, receiver

Browse = Callable[..., Client]
LIST = "/settings/webhooks/"
CHROME = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36"
)


@pytest.fixture
def service(settings: Any) -> Iterator[Receiver]:
    """Alice's program, on this machine."""
    settings.PRIVATE_TARGETS = True
    with receiver() as running:
        yield running


@pytest.fixture
def hook(service: Receiver, alice: User) -> Webhook:
    return webhooks.make_webhook(alice, f"{service.url}/hook", ["challenge.received"])[0]


def secret_on(page: str) -> str:
    return re.findall(r'value="(whsec_[^"]+)"', page)[0]


def test_a_webhook_is_added_and_its_secret_shown_once(
    browse: Browse, alice: User, bob: User, service: Receiver, now: datetime
) -> None:
    client = browse(alice)
    assert "No webhooks yet." in client.get(LIST).content.decode()

    form = {"url": f"{service.url}/hook", "events": ["challenge.received", "turn.played"]}
    page = client.post(f"{LIST}new/", form)

    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]
    secret = secret_on(page.content.decode())
    webhook = Webhook.objects.get()
    assert (webhook.user, webhook.events) == (alice, ["challenge.received", "turn.played"])
    later = client.get(LIST).content + client.get(f"{LIST}{webhook.pk}/").content
    assert b"whsec_" not in later

    make_challenge(bob, "alice", Terms(), now=now)
    while relay_events(now):
        pass
    assert send_due_deliveries() == 1
    [request] = service.received
    headers = {name.lower(): value for name, value in request.headers.items()}
    Verifier(secret).verify(request.body.decode(), headers)


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://127.0.0.1/hook", "must start with https"),
        ("https://127.0.0.1/hook", "a public address"),
        ("ftp://example.org/", "https"),
        ("", "This field is required"),
    ],
)
def test_an_address_that_nothing_is_sent_to_is_refused_beside_its_field(
    browse: Browse, alice: User, url: str, fault: str
) -> None:
    page = browse(alice).post(f"{LIST}new/", {"url": url, "events": ["turn.played"]})

    assert page.status_code == 422
    assert fault in page.content.decode()
    assert not Webhook.objects.exists()


def test_no_one_has_more_webhooks_than_anyone_may(
    browse: Browse, alice: User, service: Receiver
) -> None:
    for _ in range(webhooks.MOST):
        webhooks.make_webhook(alice, service.url, ["turn.played"])
    client = browse(alice)

    assert f"{LIST}new/" not in client.get(LIST).content.decode()
    page = client.post(f"{LIST}new/", {"url": service.url, "events": ["turn.played"]})

    assert page.status_code == 422
    assert "Delete one first" in page.content.decode()


def test_a_test_is_sent_and_the_log_shows_how_it_went(
    browse: Browse, alice: User, hook: Webhook, service: Receiver
) -> None:
    client = browse(alice)
    service.answers["/hook"] = (500, {})

    client.post(f"{LIST}{hook.pk}/test/")
    page = client.get(f"{LIST}{hook.pk}/").content.decode()
    assert "on its way" in page
    send_due_deliveries()
    page = tight(client.get(f"{LIST}{hook.pk}/").content.decode())
    assert "waiting for the next try, answer 500" in page
    assert "Failing</b> for" in page

    service.answers.clear()
    Delivery.objects.update(due_at=hook.created_at)
    Webhook.objects.update(rests_until=None)
    send_due_deliveries()
    page = tight(client.get(f"{LIST}{hook.pk}/").content.decode())
    assert "delivered, answer 201" in page
    assert "tried 2 times" in page
    assert "Deliveries arrive." in page


def test_the_log_has_pages(browse: Browse, alice: User, hook: Webhook, now: datetime) -> None:
    for _ in range(25):
        webhooks.make_test(hook, now)
    client = browse(alice)

    newest = client.get(f"{LIST}{hook.pk}/").content.decode()
    assert newest.count("<details>") == 20
    older = re.findall(r'href="(\?before=\d+)#log"', newest)[0]
    rest = client.get(f"{LIST}{hook.pk}/{older}").content.decode()

    assert rest.count("<details>") == 5
    assert client.get(f"{LIST}{hook.pk}/?before=²").status_code == 200


def test_it_is_paused_and_set_going_again(browse: Browse, alice: User, hook: Webhook) -> None:
    client = browse(alice)

    client.post(f"{LIST}{hook.pk}/switch/")
    page = client.get(f"{LIST}{hook.pk}/").content.decode()
    assert "You paused it." in page
    client.post(f"{LIST}{hook.pk}/test/")
    assert not Delivery.objects.exists()

    client.post(f"{LIST}{hook.pk}/switch/")
    hook.refresh_from_db()
    assert hook.status == Webhook.Status.ACTIVE


def test_what_it_is_sent_can_be_changed(
    browse: Browse, alice: User, hook: Webhook, service: Receiver
) -> None:
    client = browse(alice)
    path = f"{LIST}{hook.pk}/"

    client.post(path, {"url": f"{service.url}/new", "events": ["game.finished"]})
    hook.refresh_from_db()
    assert (hook.url, hook.events) == (f"{service.url}/new", ["game.finished"])
    assert client.post(path, {"url": "https://", "events": ["game.finished"]}).status_code == 422
    assert client.post(path, {"url": hook.url, "events": ["nothing"]}).status_code == 422

    hook.refresh_from_db()
    assert hook.url == f"{service.url}/new"


def test_a_new_secret_is_shown_once_and_the_old_one_signs_for_a_day(
    browse: Browse, alice: User, hook: Webhook, now: datetime
) -> None:
    before = webhooks.secrets_of(hook, now)

    page = browse(alice).post(f"{LIST}{hook.pk}/secret/").content.decode()

    hook.refresh_from_db()
    assert len(webhooks.secrets_of(hook, now)) == 2
    assert webhooks.secrets_of(hook, now)[1] == before[0]
    assert "also sign with the old secret" in page
    assert secret_on(page)


def test_it_is_deleted_with_its_log(
    browse: Browse, alice: User, hook: Webhook, now: datetime
) -> None:
    webhooks.make_test(hook, now)

    assert browse(alice).post(f"{LIST}{hook.pk}/delete/").headers["Location"] == LIST

    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("what", ["", "test/", "switch/", "secret/", "delete/"])
def test_charlie_has_no_way_to_a_webhook_of_alice(
    browse: Browse, charlie: User, hook: Webhook, what: str
) -> None:
    path = f"{LIST}{hook.pk}/{what}"

    assert browse(charlie).post(path).status_code == 404
    assert browse().post(path).headers["Location"].startswith("/accounts/login/")
    hook.refresh_from_db()
    assert (hook.status, hook.old_secret) == (Webhook.Status.ACTIVE, None)


def test_the_calendar_has_an_address_that_can_be_renewed(
    browse: Browse, alice: User, game: Game
) -> None:
    client = browse(alice)
    pattern = r'value="(http[^"]+\.ics)"'
    page = client.get("/settings/calendar/").content.decode()
    [old] = re.findall(pattern, page)
    assert f"webcal:{old.partition(':')[2]}" in page
    path = urlsplit(old).path
    assert b"Turn against bob" in browse().get(path).content

    client.post("/settings/calendar/")

    [new] = re.findall(pattern, client.get("/settings/calendar/").content.decode())
    assert new != old
    assert browse().get(path).status_code == 404
    assert browse().get("/settings/calendar/").status_code == 302


def test_a_device_that_is_not_at_hand_can_be_switched_off(
    browse: Browse, alice: User, charlie: User
) -> None:
    lost = PushSubscription.objects.create(
        user=alice,
        endpoint="https://push.example.org/1",
        endpoint_digest="1",
        device=name_device(CHROME),
    )
    assert (
        "Turn off notifications on Chrome on Android"
        in browse(alice).get("/settings/").content.decode()
    )

    browse(charlie).post(f"/settings/devices/{lost.pk}/forget/")
    assert PushSubscription.objects.exists()
    browse(alice).post(f"/settings/devices/{lost.pk}/forget/")
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (CHROME, "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537 Edg/140.0", "Edge on Windows"),
        ("curl/8", "A device"),
    ],
)
def test_a_device_has_a_name_for_people(user_agent: str, name: str) -> None:
    assert name_device(user_agent) == name
