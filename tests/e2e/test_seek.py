"""The page for a live match in a browser: two look, and sit at the same board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import LivePlayer
from tests.e2e.conftest import OpenPage


@pytest.mark.needs("live")
def test_two_who_look_come_to_the_same_match(open_page: OpenPage, alice: User, bob: User) -> None:
    mine, his = open_page("/live/", user=alice), open_page("/lobby/", user=bob)
    mine.get_by_role("button", name="Find an opponent").click()
    # The window grows every five seconds, and a busy machine may take that long.
    expect(mine.locator("#told")).to_contain_text(re.compile(r"within \d+ points of your rating"))
    expect(mine.get_by_text("after 30 seconds")).to_be_visible()
    his.get_by_role("link", name="Play live").click()
    his.get_by_role("button", name="Find an opponent").click()

    expect(his.locator("#prompt")).to_be_visible()
    expect(mine.locator("#prompt")).to_be_visible()
    assert {row.user_id for row in LivePlayer.objects.all()} == {alice.pk, bob.pk}
    assert mine.url == his.url
