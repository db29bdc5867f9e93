"""The place to learn, by touch and by mouse: the task of the day, the games, a page for each."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.features.learn.lessons import chapters
from games.features.learn.models import LearnProgress
from games.play.robots import open_house
from tests.e2e.browser import DESK, PHONE, SMALL, box_of, boxes_of
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import STYLE, assert_in_every_size, assert_within_budget
from tests.puzzles.test_puzzles import made


def bottom(page: Page, selector: str) -> float:
    found = box_of(page.locator(selector).first)
    assert found
    return found["y"] + found["height"]


def test_learn_begins_with_the_puzzle_of_the_day(open_page: OpenPage, alice: User) -> None:
    made("sure", timezone.now())
    LearnProgress.objects.create(user=alice, step="pitch/1", stars=3)
    page = open_page("/learn/", user=alice)

    # The first card is whole on a phone whose browser shows its bars.
    assert bottom(page, ".today") <= 664 - 60
    assert_in_every_size(page, "learn")
    assert_within_budget(page, style=STYLE + 200)
    page.get_by_role("link", name="Solve it").click()

    expect(page.locator("ce-pitch")).to_be_visible()


def test_a_game_has_one_button_that_continues(open_page: OpenPage, alice: User) -> None:
    first = chapters()[0]
    for step in first.steps:
        LearnProgress.objects.create(user=alice, step=step.key, stars=3)
    page = open_page("/learn/", user=alice)

    page.get_by_role("link", name="Chess Eleven", exact=False).last.click()
    onward = page.get_by_role("link", name=f"Continue: {chapters()[1].title}")

    for width, height in (SMALL, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        expect(onward).to_be_in_viewport()
    expect(page.locator(".chapters .past")).to_have_count(1)
    assert_in_every_size(page, "learn-eleven")
    assert_within_budget(page, style=STYLE + 200)
    onward.click()
    page.wait_for_url(f"**/learn/{chapters()[1].key}/1/")


@pytest.mark.parametrize("key", ["standard", "future", "family"])
@pytest.mark.long
def test_the_other_games_are_learnt_against_a_bot(
    open_page: OpenPage, alice: User, key: str
) -> None:
    open_house()
    page = open_page(f"/learn/{key}/", user=alice)

    assert_in_every_size(page, f"learn-{key}")
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    bot, bar = boxes_of(page, page.locator(".robots li").first, page.locator(".bar").first)
    assert bot["y"] + bot["height"] <= bar["y"]
    page.get_by_role("link", name="The rules").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="The laws to look up").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="Back").click()
    page.wait_for_url("**/learn/")


def test_a_wide_screen_has_the_button_below_the_bots_and_a_large_picture(
    open_page: OpenPage, alice: User
) -> None:
    page = open_page("/learn/future/", user=alice, size=DESK)

    button = page.get_by_role("main").get_by_role("link", name="New game")
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator(".bar")).to_be_hidden()
    assert box_of(page.locator(".scene"))["height"] > 400
    assert page.evaluate("document.documentElement.scrollHeight") <= 800

    page.goto("/learn/future/read/")
    picture, words = boxes_of(page, page.locator(".still").first, page.locator(".rules p").first)
    assert picture["x"] + picture["width"] <= words["x"]
