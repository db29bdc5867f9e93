"""The settings about programs: webhooks, the calendar, apps and tokens, in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import PersonalToken, User
from accounts.services.tokens import create_token
from notifications import webhooks
from notifications.channels.webhook import send_due as send_due_deliveries
from notifications.models import Webhook
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import STYLE, assert_in_every_size, assert_within_budget
from tests.notifications.receiver import Receiver, receiver


@pytest.fixture
def program(settings: Any, transactional_db: None) -> Iterator[Receiver]:
    """A program on this machine that wants to be told."""
    settings.PRIVATE_TARGETS = True
    with receiver() as running:
        yield running


@pytest.mark.long
def test_a_webhook_from_the_settings_to_its_end(
    open_page: OpenPage, alice: User, program: Receiver
) -> None:
    page = open_page("/me/", user=alice)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Webhooks").click()
    page.get_by_role("link", name="Add a webhook").click()
    assert_in_every_size(page, "webhook-new")
    page.get_by_label("Address").fill(f"{program.url}/hook")
    page.get_by_label("You have only a fifth").uncheck()
    page.get_by_role("button", name="Add").click()

    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("whsec_")
    assert_in_every_size(page, "webhook-secret")
    page.get_by_role("link", name="I've copied it").click()

    page.get_by_role("button", name="Send a test").click()
    row = page.locator(".log li")
    expect(row).to_contain_text("on its way")
    send_due_deliveries()
    # The page looks again automatically.
    expect(row).to_contain_text("delivered, answer 201")
    row.locator("summary").click()
    expect(row).to_contain_text("Deliveries arrive.")
    # What was sent is shown by a sheet of its own, which no other page pays for.
    assert_within_budget(page, style=STYLE + 400)
    assert_in_every_size(page, "webhook")

    page.get_by_role("button", name="Create new secret").click()
    expect(page.get_by_text("also sign with the old secret")).to_be_visible()
    page.get_by_role("link", name="I've copied it").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("You paused it.")).to_be_visible()
    page.get_by_role("button", name="Activate").click()
    expect(page.get_by_text("Active.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Delete webhook").click()

    expect(page.get_by_text("No webhooks yet.")).to_be_visible()
    assert not Webhook.objects.exists()


@pytest.mark.long
def test_webhooks_that_fail_and_rest_say_so(
    open_page: OpenPage, alice: User, program: Receiver, now: datetime
) -> None:
    long = f"{program.url}/{'a-long-way-to-a-program/' * 5}"
    failing = webhooks.make_webhook(alice, long, ["turn.played"])[0]
    Webhook.objects.filter(pk=failing.pk).update(failing_since=now)
    paused = webhooks.make_webhook(alice, f"{program.url}/paused", ["turn.played"])[0]
    webhooks.pause(paused, "It failed for a day: the connection was refused.", now)
    webhooks.make_webhook(alice, f"{program.url}/hook", ["turn.played", "game.finished"])
    page = open_page("/settings/webhooks/", user=alice)

    expect(page.get_by_text("Failing for")).to_be_visible()
    expect(page.get_by_text("It failed for a day")).to_be_visible()
    assert_in_every_size(page, "webhooks")
    page.goto(f"/settings/webhooks/{paused.pk}/")
    assert_in_every_size(page, "webhook-paused")
    expect(page.get_by_role("button", name="Send a test")).to_have_count(0)


def test_the_calendar_can_be_followed_and_renewed(open_page: OpenPage, alice: User) -> None:
    page = open_page("/settings/", user=alice)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Calendar").click()

    field = page.get_by_role("textbox", name="Address")
    old = field.input_value()
    expect(page.get_by_role("link", name="Add to calendar")).to_have_attribute(
        "href", re.compile("^webcal://")
    )
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == old
    assert_within_budget(page)
    page.get_by_role("button", name="Renew address").click()

    expect(page.get_by_text("The old one no longer works.").first).to_be_visible()
    assert field.input_value() != old
    assert_in_every_size(page, "calendar")


def test_a_token_is_seen_and_revoked(open_page: OpenPage, alice: User) -> None:
    create_token(alice, "My robot", ["games:read", "games:play"])
    PersonalToken.objects.update(last_used_at=timezone.now())
    page = open_page("/settings/apps/", user=alice)
    assert_in_every_size(page, "apps-and-tokens")

    page.get_by_role("button", name="Revoke My robot").click()

    expect(page.get_by_text("The token no longer works.")).to_be_visible()
    assert not PersonalToken.objects.filter(user=alice).exists()
