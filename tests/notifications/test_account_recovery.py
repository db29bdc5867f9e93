"""Setting a new password by mail leaves no thief an ear in the account."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.test import Client

from accounts.models import OutgoingMail, User
from config.backends.encryption import seal
from notifications.api.examples import NEW_SUBSCRIPTION
from notifications.calendar import address_of, find_owner
from notifications.models import Delivery, PushSubscription, Webhook
from notifications.subscriptions import subscribe
from notifications.webhooks import make_test

NEW = "eleven quiet bishops"
KEYS = NEW_SUBSCRIPTION["keys"]


def set_new_password(address: str) -> Client:
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": address})
    text = OutgoingMail.objects.latest("id").text
    [path] = re.findall(r"(/accounts/password/reset/key/\S+)", text)
    form = browser.get(path, follow=True).redirect_chain[-1][0]
    done = browser.post(form, {"password1": NEW, "password2": NEW}, follow=True)
    assert "Webhooks are paused" in done.content.decode()
    return browser


@pytest.fixture
def thief(alice: User) -> Webhook:
    """Whatever someone who knew the old password may have left behind."""
    subscribe(alice, "https://push.example.org/1", **KEYS)
    return Webhook.objects.create(
        user=alice, url="https://thief.example/", events=["turn.played"], secret=seal(bytes(32))
    )


def test_the_thief_hears_nothing_more(alice: User, bob: User, thief: Webhook, now: datetime):
    secret = address_of(alice).rpartition("/")[2].removesuffix(".ics")
    delivery = make_test(thief, now)
    subscribe(bob, "https://push.example.org/2", **KEYS)
    assert find_owner(secret, now) == alice

    set_new_password(alice.email)

    thief.refresh_from_db()
    delivery.refresh_from_db()
    assert (thief.status, thief.paused_because) == ("paused", "You reset your password by email.")
    assert delivery.status == Delivery.Status.CANCELLED
    assert [row.user for row in PushSubscription.objects.all()] == [bob]
    assert find_owner(secret, now) is None


def test_the_owner_is_notified_and_may_switch_on_again(alice: User, thief: Webhook):
    paused = Webhook.objects.create(
        user=alice,
        url="https://mine.example/",
        events=["turn.played"],
        secret=seal(bytes(32)),
        status="paused",
        paused_because="You paused it.",
    )

    set_new_password(alice.email)

    told = OutgoingMail.objects.get(subject="Your password was reset").text
    assert "Webhooks are paused" in told
    paused.refresh_from_db()
    assert paused.paused_because == "You paused it."
