"""The page for a live match in a browser: two look, and sit at the same board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import LivePlayer
from tests.e2e.browser import box_of
from tests.e2e.conftest import OpenPage


@pytest.mark.long
@pytest.mark.needs("live")
def test_two_who_look_come_to_the_same_match(open_page: OpenPage, alice: User, bob: User) -> None:
    mine, his = open_page("/live/", user=alice), open_page("/", user=bob)
    look = mine.get_by_role("button", name="Find an opponent")
    games = mine.get_by_text("Which game")
    above = box_of(games)["y"]
    look.click()
    # The window grows every five seconds, and a busy machine may take that long.
    expect(mine.locator("#window")).to_have_text(
        re.compile(r"^\d:\d\d · within \d+ points of your rating$")
    )
    expect(mine.get_by_role("status").get_by_text("Looking for an opponent…")).to_be_visible()
    expect(mine.get_by_text("after 30 seconds")).to_be_visible()
    # Nothing moved, and the green button has become a quiet one.
    assert box_of(games)["y"] == above
    expect(mine.get_by_role("button", name="Stop looking")).to_have_class("btn")
    his.get_by_role("link", name="Play live").click()
    his.get_by_role("button", name="Find an opponent").click()

    expect(his.locator("#prompt")).to_be_visible()
    expect(mine.locator("#prompt")).to_be_visible()
    assert {row.user_id for row in LivePlayer.objects.all()} == {alice.pk, bob.pk}
    assert mine.url == his.url
