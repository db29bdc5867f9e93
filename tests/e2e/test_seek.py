"""The page for a live match in a browser: two look, and sit at the same board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.features.live.models import Seek
from games.models import Challenge, Game, LivePlayer
from games.play.robots import open_house
from tests.e2e.browser import box_of
from tests.e2e.conftest import OpenPage


@pytest.mark.long
@pytest.mark.needs("live")
def test_two_who_look_come_to_the_same_match(open_page: OpenPage, alice: User, bob: User) -> None:
    mine, his = open_page("/live/", user=alice), open_page("/", user=bob)
    look = mine.get_by_role("button", name="Find a player")
    mine.get_by_role("radio", name="2 × 2 min").check()
    games = mine.get_by_text("Which game")
    above = box_of(games)["y"]
    look.click()
    # The window grows every five seconds, and a busy machine may take that long.
    expect(mine.locator("#window")).to_have_text(
        re.compile(r"^Now within \d+ points of your rating.$")
    )
    # The seconds pass between two questions too.
    expect(mine.locator("#waited")).to_have_text(re.compile(r"^0:0[1-9]$|^0:\d\d$"))
    expect(mine.get_by_role("status").get_by_text("Looking for an opponent…")).to_be_visible()
    expect(mine.get_by_text("Keep this page open.")).to_be_visible()
    expect(mine.get_by_role("button", name="Change the time")).to_be_visible()
    # Nothing moved, and the green button has become a quiet one.
    assert box_of(games)["y"] == above
    expect(mine.get_by_role("button", name="Stop looking")).to_have_class("btn")
    his.get_by_role("link", name="Play live").click()
    his.get_by_role("radio", name="2 × 2 min").check()
    his.get_by_role("button", name="Find a player").click()

    expect(his.locator("#prompt")).to_be_visible()
    expect(mine.locator("#prompt")).to_be_visible()
    assert {row.user_id for row in LivePlayer.objects.all()} == {alice.pk, bob.pk}
    assert mine.url == his.url
    assert Game.objects.get().live["terms"]["half"] == 120


@pytest.mark.needs("live")
def test_who_looks_may_change_the_time_or_play_a_bot_instead(
    open_page: OpenPage, alice: User
) -> None:
    open_house()
    page = open_page("/live/", user=alice)
    page.get_by_role("radio", name="Chess", exact=True).check()
    usual = page.get_by_role("radio", name="10 min")
    page.get_by_role("button", name="Find a player").click()

    page.get_by_role("button", name="Change the time").click()

    expect(usual).to_be_focused()
    expect(page.get_by_role("button", name="Find a player")).to_be_visible()
    page.get_by_role("radio", name="15 min").check()
    page.get_by_role("button", name="Find a player").click()
    page.get_by_role("button", name="Play a bot").click()
    expect(page.get_by_role("status").get_by_text("The bot is coming.")).to_be_visible()
    challenge = Challenge.objects.get()
    assert (challenge.ruleset, challenge.live["base"]) == ("standard", 900)
    assert not Seek.objects.exists()
