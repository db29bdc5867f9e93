"""The page to watch on: a game, goals that play where they are, and what else is on."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.e2e.browser import box_of
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import assert_in_every_size, assert_within_budget
from tests.games.matches import OPEN_GOAL, place, play, start_formations, start_round
from tests.pages.test_lists import finish


@pytest.mark.needs("live", "share")
@pytest.mark.long
def test_a_goal_plays_in_place_and_then_leads_to_its_replay(
    open_page: OpenPage, alice: User, bob: User, charlie: User, game: Game, now: datetime
) -> None:
    play(place(game, OPEN_GOAL), "!e8", now=now)
    finish(alice, bob, now)
    for other in (bob, charlie):
        start_round(start_formations(alice, other, now), now)
    page = open_page("/tv/", user=alice)

    assert_in_every_size(page, "watch")
    page.set_viewport_size({"width": 390, "height": 844})
    # The first card is whole on a phone whose browser shows its bars.
    card = box_of(page.locator(".deck"))
    assert card
    assert card["y"] + card["height"] <= 664 - 60
    assert_within_budget(page)
    page.emulate_media(reduced_motion="no-preference")
    goal = page.locator(".reel a")
    goal.click()
    clip = f"/api/v1/games/{game.pk}/clip.webp?turns=1"
    expect(goal.locator("img")).to_have_attribute("src", clip)
    goal.click()
    page.wait_for_url(f"**/games/{game.pk}/history/?turn=1")


def test_all_games_have_filters_in_every_size(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    finish(alice, bob, now)
    page = open_page("/games/", user=alice)

    assert_in_every_size(page, "all-games")
    page.get_by_role("link", name="Future Chess").click()
    expect(page.get_by_text("No games yet.")).to_be_visible()
