"""Formations with a name, those a player keeps, and what is taught the first time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Preset
from games.rules.chess_eleven.formation import SHAPES
from tests.e2e.browser import (
    DESK,
    PHONE,
    SIDEWAYS,
    SMALL,
    assert_accessible,
    assert_fits,
    assert_fits_phones,
    boxes_of,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import COUNT_MOTIONS, SQUARES, focused, prompt, square, tap
from tests.e2e.test_formation import saved, shape, wait_until_saved
from tests.games.matches import (
    start_formations,
    start_round,
)


@pytest.mark.long
def test_own_formations_are_kept_used_and_forgotten(
    open_page: OpenPage, alice: User, bob: User, arranging: Game, now: datetime
) -> None:
    start_round(arranging, now + timedelta(minutes=1))
    game = start_formations(alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=bob)
    save = page.get_by_role("button", name="Save…")

    square(page, "f6").click()
    square(page, "h6").click()
    save.click()
    page.get_by_label("Name").fill("Right wing")
    page.get_by_role("button", name="Save formation").click()
    expect(prompt(page)).to_have_text("Saved as “Right wing”.")
    kept = Preset.objects.get(user=bob)
    # As White would set it up, to serve both sides.
    assert kept.content["pieces"]["h3"] == "N"
    expect(shape(page, "Right wing")).to_be_checked()
    assert_accessible(page, "formation-own")

    shape(page, "Classic, two knights in front").click()
    expect(square(page, "f6")).to_have_attribute("aria-label", "f6, black knight, can be moved")
    shape(page, "Right wing").click()
    expect(square(page, "h6")).to_have_attribute("aria-label", "h6, black knight, can be moved")
    shape(page, "Last used").click()
    expect(square(page, "f6")).to_have_attribute("aria-label", "f6, black knight, can be moved")
    save.click()
    assert_accessible(page, "sheet-formations")
    page.get_by_role("button", name="Delete “Right wing”").click()
    expect(prompt(page)).to_have_text("Deleted.")
    expect(shape(page, "Right wing")).to_have_count(0)
    assert not Preset.objects.exists()


@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.long
def test_formations_with_a_name_are_legal_and_chosen_by_touch_and_keys(
    open_page: OpenPage, alice: User, bob: User, arranging: Game, now: datetime, side: str
) -> None:
    start_round(arranging, now + timedelta(minutes=1))
    game = start_formations(alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice if side == "white" else bob, has_touch=True)
    number = 0 if side == "white" else 1
    expect(shape(page, "Classic, two knights in front")).to_be_checked()

    for one in SHAPES[1:]:
        shape(page, one.spoken).tap()
        expect(shape(page, one.spoken)).to_be_checked()
        wait_until_saved(page)
        assert saved(game, side)["pieces"] == one.of(number).as_dict()
        page.evaluate("document.getElementById('live').textContent = ''")
    page.keyboard.press("ArrowLeft")
    wait_until_saved(page)
    assert saved(game, side)["pieces"] == SHAPES[2].of(number).as_dict()
    page.locator("#undo").tap()
    expect(shape(page, "Wings, rooks on both sides")).to_be_checked()
    assert_fits_phones(page, f"formation-later-{side}", exempt=SQUARES)


def test_on_small_phones_the_formations_are_behind_a_button(
    open_page: OpenPage, alice: User, bob: User, arranging: Game, now: datetime
) -> None:
    start_round(arranging, now + timedelta(minutes=1))
    game = start_formations(alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    button = page.get_by_role("button", name="Formation")
    wall = shape(page, "Wall, five at the back")

    for width, height in ((375, 667), SMALL):
        page.set_viewport_size({"width": width, "height": height})
        expect(wall).to_be_hidden()
        button.tap()
        expect(button).to_have_attribute("aria-expanded", "true")
        assert_fits(page, f"formation-shapes-{width}", exempt=SQUARES)
        page.keyboard.press("Escape")
        expect(wall).to_be_hidden()
        assert focused(page) == "shapes-open"
    button.tap()
    wall.tap()
    expect(wall).to_be_hidden()
    wait_until_saved(page)
    assert saved(game)["pieces"]["g2"] == "N"


def test_kick_off_is_on_the_first_screen(open_page: OpenPage, alice: User, arranging: Game) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice, has_touch=True)
    kick_off = page.get_by_role("button", name="Kick off")

    for width, height in (PHONE, SIDEWAYS, DESK, SMALL):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#bench")).to_be_visible()
        button, bench = boxes_of(page, kick_off, page.locator("#bench"))
        assert button["y"] + button["height"] <= height
        assert button["height"] >= 44
        assert bench["y"] + bench["height"] <= button["y"]
    kick_off.tap()
    expect(prompt(page)).to_have_text("Waiting for bob's formation.")
    expect(page.locator(".bubble")).to_be_hidden()
    assert page.locator("dialog[open]").count() == 0
    assert saved(arranging)["ready"]


@pytest.mark.long
def test_the_first_time_is_taught_and_only_then(
    open_page: OpenPage, alice: User, bob: User, arranging: Game, now: datetime
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice, has_touch=True)
    expect(page.locator("#hint")).to_have_text("Drag a piece, or just tap Kick off.")
    bubble = page.locator(".bubble")
    expect(bubble).to_contain_text("After you score, it may replace a pawn too.")
    expect(page.locator("#hand")).to_be_visible()
    expect(page.locator("#shapes")).to_be_hidden()
    assert_accessible(page, "formation-first")

    # The hand goes with the first touch, and does not come in its way.
    tap(page, "c3")
    expect(page.locator("#hand")).to_have_count(0)
    expect(square(page, "c3")).to_have_attribute("aria-selected", "true")
    bubble.get_by_role("button", name="Got it").tap()
    expect(bubble).to_have_count(0)
    expect(page.locator("#shapes")).to_be_visible()
    page.reload()
    expect(page.locator("#shapes")).to_be_visible()
    expect(page.locator(".bubble")).to_have_count(0)
    expect(page.locator("#hint")).to_be_empty()

    # Elsewhere the account knows: a round has begun.
    start_round(arranging, now + timedelta(minutes=1))
    game = start_formations(alice, bob, now)
    other = open_page(f"/games/{game.pk}/", user=alice, alone=True)
    expect(other.locator("#shapes")).to_be_visible()
    expect(other.locator(".bubble")).to_have_count(0)


def test_the_hand_drags_the_knight_once_and_stops(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(user=alice, alone=True)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(COUNT_MOTIONS)
    page.goto(f"/games/{arranging.pk}/")

    expect(page.locator("#hand")).to_be_visible()
    expect(page.locator("#hand")).to_have_count(0)
    assert page.evaluate("motions") == 2
    assert "b3" not in saved(arranging)["pieces"]
