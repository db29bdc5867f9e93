"""The five places: one tap from every page that is no board, and what is in them in two."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms, make_challenge
from tests.e2e.browser import DESK, PHONE, SMALL, assert_in_order, box_of
from tests.e2e.conftest import OpenPage

NAMES = ["Play", "Learn", "Watch", "Compete", "Me"]
PAGES = [
    "/", "/lobby/", "/learn/", "/learn/eleven/read/", "/learn/standard/laws/",
    "/puzzles/", "/tv/", "/games/",
    "/competitions/", "/leaderboards/", "/me/", "/players/alice/", "/players/bob/", "/settings/",
    "/settings/time/", "/settings/language/", "/settings/playing/",
    "/settings/account/", "/settings/leaves/", "/settings/blocks/", "/settings/ratings/",
    "/settings/apps/", "/settings/webhooks/", "/settings/calendar/", "/developers/", "/status/",
    "/people/", "/settings/webhooks/chat/", "/privacy/", "/terms/", "/imprint/",
]  # fmt: skip


def bar(page: Page) -> list[str]:
    words = page.get_by_role("navigation", name="Main").get_by_role("link").all_inner_texts()
    return [text.split("\n")[0].strip() for text in words]


@pytest.mark.long
@pytest.mark.needs("competitions", "learn", "live")
def test_each_place_is_one_tap_away(open_page: OpenPage, alice: User, bob: User) -> None:
    page = open_page(user=alice)

    for path in PAGES:
        page.goto(path)
        assert bar(page) == NAMES, path
        for width, height in (PHONE, SMALL):
            page.set_viewport_size({"width": width, "height": height})
            # It is there on every page, and covers none of its end.
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
            five = box_of(page.locator(".five"))
            assert five, path
            assert round(five["y"] + five["height"]) == height, path
            end = page.evaluate("document.querySelector('main').getBoundingClientRect().bottom")
            assert end <= five["y"] + 1, path


@pytest.mark.needs("ratings")
def test_a_choice_on_a_leaderboard_applies_as_it_is_made(open_page: OpenPage) -> None:
    page = open_page("/leaderboards/")
    expect(page.get_by_role("button", name="Show")).to_be_hidden()

    page.get_by_label("Order").select_option("goals")

    page.wait_for_url("**by=goals**")
    expect(page.get_by_label("Order")).to_be_focused()
    assert page.evaluate("scrollY") == 0
    plain = open_page("/leaderboards/", java_script_enabled=False)
    plain.get_by_label("Period").select_option("month")
    plain.get_by_role("button", name="Show").click()
    plain.wait_for_url("**period=month**")


@pytest.mark.needs("competitions", "learn", "live")
@pytest.mark.parametrize(
    "way",
    [
        ("Compete", "Leaderboard"),
        ("Compete",),
        ("Learn", "More puzzles"),
        ("Learn", "Chess Eleven"),
        ("Watch",),
        ("Me", "Time zone and rest days"),
    ],
)
@pytest.mark.long
def test_what_brings_one_back_is_two_taps_away(
    open_page: OpenPage, alice: User, way: tuple[str, ...]
) -> None:
    page = open_page("/", user=alice)

    for name in way:
        # The name of the service, which is a link as well, is there until the style has come.
        page.locator(".five, main").get_by_role("link", name=name).first.click()

    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_what_waits_is_counted_on_the_bar(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    make_challenge(bob, "alice", Terms(), now=now)
    page = open_page("/learn/", user=alice)

    expect(page.locator(".five .badge")).to_have_text("2 waiting for you")
    expect(page.locator(".five [aria-current]")).to_have_text("Learn")


@pytest.mark.needs("competitions", "learn", "live")
def test_on_a_wide_screen_the_places_are_at_the_top(open_page: OpenPage, alice: User) -> None:
    page = open_page("/competitions/", user=alice, size=DESK)

    five = box_of(page.locator(".five"))
    assert five
    assert five["y"] == 0
    assert bar(page) == [*NAMES[:4], "alice"]
    assert_in_order(page, "places-desk")

    # However wide a page is, the head and the foot have one left edge.
    for path in ("/settings/account/", "/learn/"):
        page.goto(path)
        edges = [box_of(page.locator(part)) for part in (".top .brand", ".page > .foot")]
        assert edges[0]
        assert edges[1]
        assert edges[0]["x"] == pytest.approx(edges[1]["x"], abs=1), path
    # The games to learn go across the page.
    games, title = box_of(page.locator(".to-learn")), box_of(page.locator("h1"))
    assert games
    assert title
    assert games["width"] == pytest.approx(title["width"], abs=1)


@pytest.mark.needs("competitions", "learn", "live")
def test_a_visitor_finds_the_places_and_the_way_in(open_page: OpenPage) -> None:
    page = open_page("/learn/")

    assert bar(page) == [*NAMES[:4], "Log in"]
    # What lists lessons loads no board to play them on.
    page.wait_for_load_state("load")
    assert not [path for path in page.witness.weights() if path.endswith("pitch.js")]


@pytest.mark.needs("competitions", "learn", "live")
def test_a_board_has_its_own_bar(open_page: OpenPage, alice: User, game: Game) -> None:
    page = open_page(f"/games/{game.pk}/", user=alice)

    expect(page.locator(".five")).to_have_count(0)
    page.locator("a.back").click()
    page.wait_for_url(re.compile(r"/$"))
    expect(page.locator(".five")).to_be_visible()
    assert bar(page) == NAMES
