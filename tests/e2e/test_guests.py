"""Someone without an account: the first pull, and a friend's private link."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms, make_challenge
from tests.e2e.browser import SMALL, assert_fits, box_of
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import SQUARES


def pull(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Pull by the mouse from one place of the pitch to another, in squares from its upper left."""
    box = box_of(page.locator("ce-pitch"))
    unit = box["width"] / 8
    for place, step in ((start, "down"), (end, "up")):
        page.mouse.move(box["x"] + place[0] * unit, box["y"] + (place[1] + 0.85) * unit, steps=4)
        getattr(page.mouse, step)()


@pytest.mark.needs("learn")
def test_the_first_touches_can_be_pulled(open_page: OpenPage) -> None:
    page = open_page("/", size=(390, 844))

    # The knight on c3 to d5, before any script of the lesson is there.
    pull(page, (2.5, 5.5), (3.5, 3.5))
    expect(page.get_by_text("2 of 7")).to_be_visible()
    # The ball, which lies at the foot of the knight, to the one on e5.
    pull(page, (2.77, 5.76), (4.5, 3.5))
    expect(page.get_by_text("3 of 7")).to_be_visible()


@pytest.mark.needs("learn")
def test_the_first_tap_is_enough_where_the_hand_points(open_page: OpenPage) -> None:
    page = open_page("/", size=SMALL)
    box = box_of(page.locator("ce-pitch"))
    unit = box["width"] / 8

    # The dot on d5, with no knight chosen and before any script of the lesson is there.
    page.mouse.click(box["x"] + 3.5 * unit, box["y"] + 4.35 * unit)

    expect(page.get_by_text("2 of 7")).to_be_visible()
    page.get_by_role("gridcell", name="h5, empty").click()
    expect(page.locator("[data-hint]")).to_be_visible()
    page.goto(f"{page.url.rstrip('/')}/learn/eleven/")
    page.get_by_role("link", name="Start: Pitch and pieces").click()
    page.get_by_role("button", name="Use the board").press("Enter")
    # The goal is the net as much as the square before it.
    page.get_by_role("button", name="The goal behind d8").click()
    expect(page.get_by_text("Well done!")).to_be_visible()
    page.goto(f"{page.url.split('/learn/')[0]}/learn/eleven/")
    page.get_by_role("link", name="Continue: Pitch and pieces").click()
    page.wait_for_url("**/learn/pitch/2/")


def test_a_guest_follows_a_private_link(open_page: OpenPage, alice: User, now: datetime) -> None:
    terms = Terms(side="white", is_public=False)
    challenge = make_challenge(alice, None, terms, now=now)
    page = open_page(f"/challenges/{challenge.pk}/", size=SMALL)
    assert_fits(page, "private-link-320")

    page.get_by_role("button", name="Play as guest").click()

    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    guest = next(seat for seat in game.seats if seat.username != "alice")
    assert User.objects.get(pk=guest.user_id).is_guest
    expect(page.get_by_role("button", name="Kick off")).to_be_visible()
    assert_fits(page, "guest-formation-320", exempt=SQUARES)
    page.get_by_role("button", name="Menu").click()
    keep = page.get_by_role("link", name="Save your game")
    expect(keep).to_be_visible()
    # The link is used up: anyone who comes later sees that, and no seat.
    late = open_page(f"/challenges/{challenge.pk}/", size=SMALL)
    expect(late.get_by_text("Accepted.")).to_be_visible()
    expect(late.get_by_role("button", name="Play as guest")).to_have_count(0)
