"""Push from end to end: a switch in the settings, a turn, an encrypted message, a tap.

Only the push service between is ours: Debian's Chromium knows none without an account.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from notifications.channels.push import send_due as send_due_pushes
from notifications.models import PushSubscription
from notifications.relay import relay_events
from notifications.subscriptions import subscribe
from notifications.tasks import test_push as send_test
from notifications.transport import vapid
from tests.e2e.browser import assert_in_order
from tests.e2e.conftest import OpenPage
from tests.e2e.test_worker import Worker
from tests.e2e.windows import Windows
from tests.games.matches import any_turn, play
from tests.notifications.receiver import Receiver, receiver
from tests.notifications.test_push import Device

pytestmark = pytest.mark.long
"""Notifications are shown by a browser of their own, which costs seconds to start."""

PUSH_SERVICE = """
(device) => {
  let subscription = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async (options) => {
    self.subscribedWith = options;
    const unsubscribe = async () => Boolean(subscription = null);
    return (subscription = { endpoint: device.endpoint, toJSON: () => device, unsubscribe });
  };
}
"""

LASTING = """
  let subscription = localStorage.getItem("push") && { endpoint: device.endpoint };
"""
"""A browser keeps its subscription when the page is loaded again."""


@pytest.fixture
def windows(notifying_windows: Windows) -> Windows:
    """The windows of a browser that shows notifications."""
    return notifying_windows


@pytest.fixture
def push_service(settings: Any, transactional_db: None) -> Iterator[Receiver]:
    """A push service on this machine, to which may be sent."""
    settings.PRIVATE_TARGETS = True
    vapid.forget_key()
    with receiver() as running:
        yield running
    vapid.forget_key()


def tell(now: datetime) -> None:
    while relay_events(now):
        pass
    send_due_pushes()


@pytest.mark.long
def test_a_turn_reaches_the_phone_and_a_tap_opens_it(
    open_page: OpenPage, bob: User, game: Game, now: datetime, push_service: Receiver
) -> None:
    tell(now)
    phone = Device.new(push_service.url + "/phone")
    page = open_page(user=bob, permissions=["notifications"])
    page.add_init_script(f"({PUSH_SERVICE})({json.dumps(phone.as_json())})")

    page.goto("/settings/")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.get_by_text("This device notifies you when it's your turn.")).to_be_visible()
    assert PushSubscription.objects.get().user == bob
    assert page.evaluate("self.subscribedWith.applicationServerKey.length") == 65
    assert page.evaluate("self.subscribedWith.userVisibleOnly")

    play(game, "c3d5", now=now)
    tell(now)
    [request] = push_service.received
    message = phone.read(request)
    worker = Worker(page)
    worker.push(message)
    [shown] = worker.shown("Your turn against alice")
    assert shown["tag"] == f"game-{game.pk}"

    # No tab shows the game: the one that shows the list goes there.
    page.goto("/")
    worker.tap(shown["navigate"])
    page.wait_for_url(f"**/games/{game.pk}/**")


def test_a_device_can_be_tried_and_is_notified_no_more_when_asked(
    open_page: OpenPage, bob: User, push_service: Receiver
) -> None:
    phone = Device.new(push_service.url + "/phone")
    page = open_page(user=bob, permissions=["notifications"])
    page.add_init_script(f"({PUSH_SERVICE})({json.dumps(phone.as_json())})")
    page.goto("/settings/")
    page.get_by_role("button", name="Turn on notifications").click()

    page.get_by_role("button", name="Send a test").click()
    expect(page.locator(".toast")).to_have_text("We're sending a test.")
    # What a worker of the service does with it.
    send_test(PushSubscription.objects.get().pk)
    worker = Worker(page, stays=True)
    worker.push(phone.read(push_service.received[-1]))
    worker.shown("Notifications work here")

    page.get_by_role("button", name="Turn off notifications").click()
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_a_device_that_may_not_learns_how_to_allow_it(open_page: OpenPage, bob: User) -> None:
    page = open_page(user=bob)
    page.add_init_script(
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
    )

    page.goto("/settings/")

    expect(page.get_by_text("You blocked notifications")).to_be_visible()


def test_an_iphone_must_install_first(open_page: OpenPage, bob: User) -> None:
    page = open_page(user=bob, user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)")
    page.add_init_script("delete self.PushManager")

    page.goto("/settings/")

    expect(page.get_by_text("Add to Home Screen")).to_be_visible()
    expect(page.get_by_role("img", name="A square with an arrow")).to_be_visible()


def test_who_has_sent_a_turn_is_asked_once(
    open_page: OpenPage, alice: User, game: Game, push_service: Receiver
) -> None:
    phone = Device.new(push_service.url + "/phone")
    page = open_page(user=alice, permissions=["notifications"])
    page.add_init_script(f"({PUSH_SERVICE})({json.dumps(phone.as_json())})")
    page.goto(f"/games/{game.pk}/")

    page.get_by_role("gridcell", name=re.compile("^c3")).click()
    page.get_by_role("gridcell", name=re.compile("^d5")).click()
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Send").click()
    question = page.locator(".offer", has_text="Notify you when bob plays?")
    expect(question).to_be_visible()
    assert_in_order(page, "game-push-offer")
    # Once bob has played there is nothing to tell of any more.
    play(game, any_turn(game), now=timezone.now())
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(question).to_have_count(0)
    expect(page.locator("#play-bar")).to_be_visible()

    page.get_by_role("gridcell", name=re.compile("^f3")).click()
    page.get_by_role("gridcell", name=re.compile("^g5")).click()
    page.wait_for_timeout(300)
    page.get_by_role("button", name="Send").click()
    question.get_by_role("button", name="Yes").click()

    expect(question).to_have_count(0)
    assert PushSubscription.objects.get().user == alice
    assert page.evaluate("localStorage.getItem('push-asked')") == "1"


@pytest.mark.long
def test_other_devices_are_listed_and_this_one_has_buttons_of_its_own(
    open_page: OpenPage, bob: User, push_service: Receiver
) -> None:
    phone, other = (Device.new(f"{push_service.url}/{name}") for name in ("phone", "other"))
    for device, name in ((other, "Firefox on Linux"), (phone, "Chrome on Android")):
        keys = device.as_json()["keys"]
        subscribe(bob, device.endpoint, keys["p256dh"], keys["auth"], device=name)
    page = open_page(user=bob, permissions=["notifications"])
    page.add_init_script(f"({PUSH_SERVICE})({json.dumps(phone.as_json())})")
    page.goto("/settings/")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.get_by_role("button", name="Send a test")).to_be_visible()

    page.reload()

    devices = page.get_by_role("listitem").filter(has=page.get_by_text("since"))
    expect(page.get_by_role("heading", name="Your other devices")).to_be_visible()
    expect(devices).to_have_count(1)
    expect(devices).to_contain_text("Firefox on Linux")
    assert_in_order(page, "settings-devices")
    page.get_by_role("button", name="Turn off notifications on Firefox on Linux").click()
    expect(page.get_by_text("Notifications are off on that device.")).to_be_visible()
    assert PushSubscription.objects.count() == 1


def test_a_device_that_was_stopped_from_elsewhere_knows_it(
    open_page: OpenPage, bob: User, push_service: Receiver
) -> None:
    phone = Device.new(push_service.url + "/phone")
    page = open_page(user=bob, permissions=["notifications"])
    script = PUSH_SERVICE.replace("let subscription = null;", LASTING)
    page.add_init_script(f"({script})({json.dumps(phone.as_json())})")
    page.goto("/settings/")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.get_by_role("button", name="Send a test")).to_be_visible()

    PushSubscription.objects.all().delete()
    page.reload()

    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.get_by_role("button", name="Send a test")).to_be_visible()
    assert PushSubscription.objects.get().user == bob
