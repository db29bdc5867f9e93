"""Settings that save themselves."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from accounts.models import User
from notifications.preferences import read_preferences
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.kind import find_kind
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import assert_in_every_size

AGO = (timedelta(minutes=1), timedelta())
"""A clock may have gone on while it was looked at."""


def test_a_switch_saves_itself_and_can_be_taken_back(open_page: OpenPage, alice: User) -> None:
    page = open_page("/settings/playing/", user=alice)

    page.get_by_label("High contrast").check()
    expect(page.locator(".toast")).to_contain_text("Saved.")
    alice.refresh_from_db()
    assert alice.page.high_contrast
    expect(page.locator("html")).to_have_attribute("data-contrast", "more")

    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_contain_text("Undone.")
    expect(page.get_by_label("High contrast")).not_to_be_checked()
    alice.refresh_from_db()
    assert not alice.page.high_contrast
    expect(page.locator("html")).not_to_have_attribute("data-contrast", "more")


@pytest.mark.long
def test_news_can_be_chosen(open_page: OpenPage, alice: User) -> None:
    page = open_page("/settings/", user=alice)

    page.get_by_text("Choose each notification").click()
    page.get_by_label("Your turn: email").select_option("Once a day")
    expect(page.locator(".toast")).to_contain_text("Saved.")

    assert read_preferences(alice).way(Channel.MAIL, find_kind("turn")) == Timing.DAILY
    # What is chosen is told at once, and again when it is taken back.
    reminders = page.get_by_role("region", name="Reminders")
    expect(reminders).to_contain_text("Push: 6 h and 1 h. Email: 4 h.")
    reminders.get_by_text("Choose when").click()
    reminders.get_by_role("group", name="By push").get_by_label("24 h").check()
    expect(reminders).to_contain_text("Push: 24 h, 6 h and 1 h. Email: 4 h.")
    page.get_by_role("button", name="Undo").click()
    expect(reminders).to_contain_text("Push: 6 h and 1 h. Email: 4 h.")
    assert_in_every_size(page, "settings")


def test_the_time_zone_of_the_device_is_offered(open_page: OpenPage, alice: User) -> None:
    page = open_page("/settings/time/", user=alice)

    page.get_by_role("button", name="Use Europe/Vienna").click()
    expect(page.locator(".toast")).to_contain_text("Saved.")

    alice.refresh_from_db()
    assert alice.time_zone == "Europe/Vienna"
    before, after = (f"{datetime.now(ZoneInfo('Europe/Vienna')) - ago:%H:%M}" for ago in AGO)
    expect(page.locator("[data-clock]")).to_have_text(re.compile(f"{before}|{after}"))
    expect(page.get_by_role("button", name="Use Europe/Vienna")).to_have_count(0)


def test_a_lost_connection_changes_nothing(open_page: OpenPage, alice: User) -> None:
    page = open_page("/settings/playing/", user=alice)
    page.witness.expected.append("ERR_INTERNET_DISCONNECTED")

    page.context.set_offline(True)
    page.get_by_label("Vibration").check()

    expect(page.locator(".toast")).to_have_text("You're offline. Nothing was saved.")
    page.context.set_offline(False)
    alice.refresh_from_db()
    assert not alice.page.vibrate
