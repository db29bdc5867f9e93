"""The first page: the button beside the board on every screen, and a lesson that shows each tap."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import DESK, PHONE, SIDEWAYS, assert_accessible, assert_fits, box_of
from tests.e2e.conftest import OpenPage

SCREENS = [
    (390, 844), (320, 568), (844, 390), (1280, 800), (390, 664), (360, 640), (412, 915),
    (768, 1024), (667, 375),
]  # fmt: skip
WAYS = ["d5", "e5", "net", "net", "e5", "h8", "a8"]


def box(page: Page, selector: str) -> Any:
    found = box_of(page.locator(selector))
    assert found
    return found


@pytest.mark.long
@pytest.mark.needs("learn")
def test_the_button_and_the_board_are_on_the_first_screen(open_page: OpenPage) -> None:
    page = open_page()
    for size in SCREENS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto("/")

        button, pitch = box(page, "[data-play]"), box(page, "ce-pitch")
        assert button["y"] + button["height"] <= size[1] - (24 if size[0] < size[1] else 0), size
        assert pitch["y"] >= 0, size
        assert pitch["y"] + pitch["height"] <= size[1], size
        # At the top of a wide screen, below the pitch or in the head of a phone.
        for name in ("Learn", "Watch", "Compete"):
            place = box_of(page.get_by_role("link", name=name, exact=True).first)
            assert place, (name, size)
            assert min(place["width"], place["height"]) >= 44, (name, size)
            assert place["y"] + place["height"] <= size[1], (name, size)
        # Neither covers the other.
        is_above = pitch["y"] + pitch["height"] <= button["y"]
        assert is_above or button["x"] + button["width"] <= pitch["x"], size
        name = f"first-{size[0]}x{size[1]}"
        assert_fits(page, name, exempt=["data-square", "gridcell"])
        if size in (PHONE, SIDEWAYS, DESK):
            assert_accessible(page, name)


def tap(page: Page, way: str) -> None:
    target = page.locator(".nets button:not([hidden])" if way == "net" else f"[data-square={way}]")
    target.first.click()


@pytest.mark.needs("learn")
@pytest.mark.long
def test_seven_taps_lead_to_kick_off_and_nothing_moves(open_page: OpenPage) -> None:
    page = open_page("/")
    places = [box(page, one) for one in ("[data-play]", "ce-pitch", ".progress")]
    expect(page.locator("[data-play]")).to_have_text("Play now")
    pitch = places[1]
    unit = pitch["width"] / 8
    page.mouse.click(pitch["x"] + 3.5 * unit, pitch["y"] + 4.35 * unit)

    for number, way in enumerate(WAYS[1:], 2):
        expect(page.locator("[data-count]")).to_have_text(f"{number} of 7")
        expect(page.locator("[data-play]")).to_have_text("Skip to a game")
        if number < 4:  # A square, and a net.
            # Who waits is shown where to tap.
            expect(page.locator("[data-hint]")).to_be_visible()
        assert [box(page, one) for one in ("[data-play]", "ce-pitch", ".progress")] == places
        tap(page, way)

    expect(page.get_by_text("You know the game.")).to_be_visible()
    expect(page.get_by_role("button", name="Kick off")).to_be_focused()
    assert box(page, "[data-play]")["y"] == places[0]["y"]
    page.get_by_role("button", name="Again").click()
    expect(page.locator("[data-count]")).to_have_text("1 of 7")
    expect(page.get_by_role("button", name="Skip to a game")).to_be_visible()


@pytest.mark.needs("learn")
def test_the_hand_goes_with_the_touch_before_the_lesson_is_there(open_page: OpenPage) -> None:
    page = open_page("/")
    page.route("**/whistle*.js", lambda route: None)
    expect(page.locator("[data-hint]")).to_be_visible()
    pitch = box(page, "ce-pitch")
    page.mouse.move(pitch["x"] + 3.5 * pitch["width"] / 8, pitch["y"] + 4.35 * pitch["width"] / 8)

    page.mouse.down()

    expect(page.locator("[data-hint]")).to_be_hidden()


@pytest.mark.needs("learn")
def test_a_wrong_tap_brings_the_hand_and_changes_nothing(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator("ce-pitch").click(position={"x": 20, "y": 60})

    expect(page.locator("[data-count]")).to_have_text("1 of 7")
    expect(page.locator("[data-hint]")).to_be_visible()


@pytest.mark.needs("learn")
def test_a_move_to_another_square_is_taken_back(open_page: OpenPage) -> None:
    page = open_page("/")
    say, cell = page.locator("[data-say]"), page.locator("[data-square=c3]")
    expect(say).to_have_text("Move to the dot. From c3 to d5.")
    page.get_by_role("button", name="Learn by playing").press("Enter")
    cell.press("o")
    expect(page.locator("#live")).to_contain_text("Knight c3 to d5")
    cell.press("Enter")
    expect(page.locator("#live")).to_have_text("knight c3 selected.")

    page.locator("[data-square=e4]").press("Enter")

    expect(say).to_have_text("Not there. Follow the hand. From c3 to d5.")
    expect(page.locator("#live")).to_be_empty()
    expect(page.locator("[data-hint]")).to_be_visible()
    expect(cell).to_have_accessible_name("c3, white knight, the ball, can play")
    # It doesn't move for ever.
    page.locator("[data-hint]").evaluate(
        "(hint) => Promise.all(hint.getAnimations({ subtree: true }).map((one) => one.finished))"
    )
    tap(page, "d5")
    expect(page.locator("[data-count]")).to_have_text("2 of 7")
    expect(say).to_have_text("Pass to the knight. From c3 to e5.")
    expect(cell).to_be_focused()
