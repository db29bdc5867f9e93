"""Which piece goes to a square that two can reach: asked on the pitch, without a sheet."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.e2e.browser import (
    DESK,
    PHONE,
    SCHEMES,
    SIDEWAYS,
    SMALL,
    Scheme,
    assert_accessible,
    assert_fits,
    box_of,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import COUNT_MOTIONS, SQUARES, focused, prompt, square, tap
from tests.games.matches import start_round

HEARD = "Two pieces can go there: pawn d2, knight f3."
KICK_OFF = "Kick-off! Move into the circle."


@pytest.fixture
def kickoff(arranging: Game, now: datetime) -> Game:
    """Alice kicks off; her pawn on d2 and her knight on f3 both reach d4."""
    return start_round(arranging, now)


def places(page: Page) -> list[Any]:
    """Return where pitch and bar are."""
    boxes = [box_of(page.locator(name)) for name in ("ce-pitch", "#play-bar", "#undo")]
    return [*boxes, page.evaluate("scrollY")]


def dimmed(page: Page) -> int:
    return page.locator("ce-pitch .dim").count()


def assert_over(page: Page) -> None:
    """Demand that nothing is asked any more, and nothing chosen."""
    expect(prompt(page)).to_have_text(KICK_OFF)
    assert dimmed(page) == 0
    expect(page.locator(".asked")).to_have_count(0)
    expect(page.locator("#undo")).to_have_text("Undo")
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#kinds")).to_be_visible()
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1


@pytest.mark.parametrize("size", [PHONE, SMALL, SIDEWAYS, DESK])
def test_two_taps_move_and_nothing_else_does(
    open_page: OpenPage, alice: User, kickoff: Game, size: tuple[int, int]
) -> None:
    page = open_page(f"/games/{kickoff.pk}/", user=alice, has_touch=True, size=size)
    expect(prompt(page)).to_have_text(KICK_OFF)
    before = places(page)

    tap(page, "d4")
    expect(prompt(page)).to_have_text("Which piece? Tap it.")
    assert places(page) == before
    assert page.locator("dialog[open]").count() == 0
    assert dimmed(page) == 20
    expect(page.locator(".core.frame.asked")).to_have_count(1)
    expect(page.locator(".core.head.way")).to_have_count(1)
    expect(page.locator("#live")).to_have_text(HEARD)
    width = box_of(square(page, "d2"))["width"]
    assert width >= 40
    tap(page, "f3")
    expect(square(page, "d4")).to_have_attribute("aria-label", "d4, white knight, the ball")
    assert dimmed(page) == 0
    expect(page.locator("#undo")).to_have_text("Undo")


def test_back_escape_and_a_tap_elsewhere_end_it(
    open_page: OpenPage, alice: User, kickoff: Game
) -> None:
    page = open_page(f"/games/{kickoff.pk}/", user=alice, has_touch=True)
    asked = "Which piece? Tap it."

    tap(page, "d4")
    expect(prompt(page)).to_have_text(asked)
    back = page.get_by_role("button", name="Back", exact=True)
    back.tap()
    assert_over(page)
    assert focused(page) == "d4"

    tap(page, "d4")
    expect(prompt(page)).to_have_text(asked)
    page.keyboard.press("Escape")
    assert_over(page)

    tap(page, "d4")
    expect(prompt(page)).to_have_text(asked)
    square(page, "a5").tap(force=True)
    assert_over(page)
    tap(page, "d2")
    expect(prompt(page)).to_have_text("Tap a dot.")


def test_two_quick_taps_on_the_square_ask_once(
    open_page: OpenPage, alice: User, kickoff: Game
) -> None:
    page = open_page(f"/games/{kickoff.pk}/", user=alice, has_touch=True)

    # Quick is a third tap, too, that a busy machine makes late.
    page.evaluate("performance.now = () => 1000")
    page.evaluate(
        """() => {
          const square = document.querySelector("[data-square=d4]");
          square.click();
          square.click();
        }"""
    )
    expect(prompt(page)).to_have_text("Which piece? Tap it.")
    page.evaluate('document.querySelector("[data-square=d4]").click()')
    expect(page.locator(".core.asked")).to_have_count(1)


def test_by_keys_tab_goes_between_the_pieces(
    open_page: OpenPage, alice: User, kickoff: Game
) -> None:
    page = open_page(f"/games/{kickoff.pk}/", user=alice)
    page.evaluate('document.querySelector("[data-square=d4]").focus()')
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text(HEARD)

    assert focused(page) == "d2"
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "f3"
    expect(square(page, "f3")).to_have_attribute("aria-label", "f3, white knight, can go there")
    page.keyboard.press("Tab")
    assert focused(page) == "d2"
    page.keyboard.press("Enter")
    expect(square(page, "d4")).to_have_attribute("aria-label", "d4, white pawn, the ball")


def test_it_pulses_unless_nothing_may_move(open_page: OpenPage, alice: User, kickoff: Game) -> None:
    page = open_page(user=alice, has_touch=True, alone=True)
    page.add_init_script(COUNT_MOTIONS)
    page.goto(f"/games/{kickoff.pk}/")
    tap(page, "d4")
    expect(page.locator(".core.asked")).to_have_attribute("style", "stroke-width: 0.14;")
    assert page.evaluate("motions") == 0

    page.keyboard.press("Escape")
    page.emulate_media(reduced_motion="no-preference")
    tap(page, "d4")
    expect(page.locator("#live")).to_have_text(HEARD)
    assert page.evaluate("motions") == 1


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.long
def test_it_is_in_order(open_page: OpenPage, alice: User, kickoff: Game, scheme: Scheme) -> None:
    page = open_page(f"/games/{kickoff.pk}/", user=alice, has_touch=True, scheme=scheme)
    tap(page, "d4")
    expect(prompt(page)).to_have_text("Which piece? Tap it.")
    for width, height in (PHONE, SMALL, SIDEWAYS, DESK):
        page.set_viewport_size({"width": width, "height": height})
        assert_fits(page, f"which-{width}x{height}-{scheme}", exempt=SQUARES)
    assert_accessible(page, f"which-{scheme}")
