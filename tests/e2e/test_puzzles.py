"""A puzzle, by keyboard alone, on the narrowest phone."""

from __future__ import annotations

import re

from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.features.puzzles.models import Attempt
from tests.e2e.browser import SIDEWAYS, box_of
from tests.e2e.conftest import OpenPage
from tests.puzzles.test_puzzles import made


def test_a_puzzle_is_missed_and_then_solved_by_keyboard(open_page: OpenPage, alice: User) -> None:
    puzzle = made("sure", timezone.now())
    page = open_page("/puzzles/", user=alice, size=(320, 640))
    keys = page.keyboard
    expect(
        page.get_by_role("heading", name="White to play: find the shot that always scores.")
    ).to_be_visible()
    expect(page.get_by_text("Tap a piece, then where it goes.")).to_be_visible()
    # A phone on its side shows the whole pitch.
    page.set_viewport_size({"width": SIDEWAYS[0], "height": SIDEWAYS[1]})
    pitch = box_of(page.locator("ce-pitch"))
    assert pitch["y"] + pitch["height"] <= SIDEWAYS[1]
    page.set_viewport_size({"width": 320, "height": 640})

    page.get_by_role("button", name="Use the board").press("Enter")
    # One slip of a finger is no first try.
    page.get_by_role("gridcell", name=re.compile("^b8, white rook.*can play")).wait_for()
    page.get_by_role("gridcell", name=re.compile("^b5")).click()
    expect(page.get_by_text("First tap the piece, then where it goes.")).to_be_visible()
    page.get_by_role("gridcell", name=re.compile("^b8, white rook.*can play")).focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        keys.press(key)
    page.get_by_role("button", name="Undo").press("Enter")
    page.get_by_role("gridcell", name=re.compile("^b8, white rook.*can play")).focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        keys.press(key)
    page.get_by_role("button", name="End the turn").press("Enter")
    expect(page.get_by_text("That isn't a sure goal.")).to_be_visible()
    expect(page.get_by_role("button", name="Show the solution")).to_be_visible()
    expect(page.get_by_text(re.compile("your rating: 1500 → "))).to_be_visible()

    page.get_by_role("gridcell", name=re.compile("^b8, white rook.*can play")).focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        keys.press(key)
    page.get_by_role("button", name="Shoot at d8, 100 per cent goal").press("Enter")
    expect(page.get_by_text("A sure goal. No one can stop it.")).to_be_visible()
    expect(page.get_by_role("link", name="Another puzzle")).to_be_focused()
    expect(page.get_by_text("1 day in a row with a puzzle solved")).to_be_visible()
    like = page.get_by_role("button", name="I like it")
    like.press("Enter")
    expect(like).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert box_of(page.get_by_role("link", name=re.compile("^Law ")))["height"] >= 44
    attempt = Attempt.objects.get()
    assert (attempt.puzzle_id, attempt.first, attempt.solved) == (puzzle.pk, False, True)
