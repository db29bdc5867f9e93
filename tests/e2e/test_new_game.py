"""A new game fits on the smallest phone, and its time is kept for the next one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.play.robots import open_house
from tests.e2e.browser import (
    DESK,
    PHONE,
    SMALL,
    assert_accessible,
    assert_fits_phones,
    assert_in_order,
    box_of,
    boxes_of,
    picture,
)
from tests.e2e.conftest import OpenPage


def test_against_a_bot_nothing_scrolls_on_a_small_phone(open_page: OpenPage, alice: User) -> None:
    open_house()
    page = open_page("/new/", user=alice, size=SMALL)

    assert page.evaluate("document.documentElement.scrollHeight") <= SMALL[1]
    expect(page.locator(".faces .btn")).to_have_count(4)
    assert_in_order(page, "new-320")


LINES = """(all) => all.map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return new Set([...words.getClientRects()].map(({ top }) => top)).size;
})"""
"""In how many lines each of some words stands."""


def test_large_text_breaks_no_word(open_page: OpenPage, alice: User) -> None:
    open_house()
    page = open_page("/new/", user=alice)
    page.evaluate("document.documentElement.style.fontSize = '200%'")

    for size in (SMALL, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert set(page.locator(".faces :is(b, em)").evaluate_all(LINES)) == {1}
    page.set_viewport_size({"width": 840, "height": 700})
    name = box_of(page.locator(".five .wide"))
    assert name["x"] + name["width"] <= 840, "the bar has a second line"


def test_ways_into_a_game_stand_two_by_two_on_a_small_phone(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    page = open_page("/", user=alice, size=SMALL)

    tiles = boxes_of(page, *page.locator(".tile").all())
    assert len({tile["x"] for tile in tiles}) == 2
    assert set(page.locator(".tile b").filter(has_text="Challenge").evaluate_all(LINES)) == {1}


def test_on_a_desktop_the_button_ends_the_form(open_page: OpenPage, alice: User) -> None:
    page = open_page("/new/?against=friend", user=alice, size=DESK)

    form = box_of(page.locator("#new"))
    button = box_of(page.get_by_role("button", name="Create link"))
    assert (button["x"], button["width"]) == (form["x"], form["width"])
    assert 0 < button["y"] - form["y"] - form["height"] <= 48


def test_the_time_that_was_chosen_last_is_chosen_again(open_page: OpenPage, alice: User) -> None:
    page = open_page("/new/?against=friend", user=alice)

    page.get_by_text("1 day per turn").first.click()
    page.get_by_text("12 hours per turn").click()
    page.get_by_role("button", name="Create link").click()
    page.wait_for_url("**/challenges/*/")
    page.goto("/new/?against=anyone")

    expect(page.locator(".fold summary b").first).to_have_text("12 hours per turn")


@pytest.mark.parametrize("scripts", [True, False])
def test_seats_round_the_board_are_filled_with_bots(
    open_page: OpenPage, alice: User, bob: User, scripts: bool
) -> None:
    open_house()
    page = open_page("/new/?game=family", user=alice, java_script_enabled=scripts)

    page.locator(".at-2").click()
    page.get_by_label("Or a player's name").locator("visible=true").fill("bob")
    if scripts:
        expect(page.locator(".at-2")).to_have_text("bob", use_inner_text=True)
    page.locator(".at-3").click()
    page.locator(".chooses:visible").get_by_text("Viktor").click()
    expect(page.locator(".at-3")).to_have_text("Viktor", use_inner_text=True)
    page.get_by_role("button", name="Fill with bots").click()

    expect(page.locator(".at-1")).to_have_text("Otto", use_inner_text=True)
    expect(page.locator(".at-2")).to_have_text("bob", use_inner_text=True)
    expect(page.locator(".at-3")).to_have_text("Viktor", use_inner_text=True)
    if scripts:
        assert_fits_phones(page, "new-family")
        assert_accessible(page, "new-family")
    picture(page, f"new-family-{scripts}")
    page.get_by_role("button", name="Create game").click()
    page.wait_for_url("**/challenges/*/")
    expect(page.get_by_text("Viktor").first).to_be_visible()


def test_the_table_has_as_many_seats_as_players(open_page: OpenPage, alice: User) -> None:
    open_house()
    page = open_page("/new/?game=family", user=alice, size=DESK)

    for players, seats in (("Three players", 3), ("Four players", 4), ("Two players", 2)):
        page.locator(".seg label", has_text=players).click()
        expect(page.locator(".at:visible")).to_have_count(seats)
    # Seats are drawn at random: no one is shown at a side of the board.
    own, other = box_of(page.locator(".at-0")), box_of(page.locator(".at-1"))
    assert own["y"] == other["y"]
    details = box_of(page.locator("summary").filter(has_text="Details"))
    assert details["y"] + details["height"] <= box_of(page.locator(".bar"))["y"]
    page.get_by_role("button", name="Fill with bots").click()
    expect(page.locator(".at-1")).to_have_text("Otto", use_inner_text=True)
    expect(page.locator(".at:visible")).to_have_count(2)


def test_enter_in_a_name_creates_the_game(open_page: OpenPage, alice: User, bob: User) -> None:
    open_house()
    page = open_page("/new/?game=family", user=alice)

    page.locator(".at-1").click()
    page.get_by_label("Or a player's name").locator("visible=true").fill("bob")
    page.keyboard.press("Enter")

    page.wait_for_url("**/challenges/*/")
    expect(page.get_by_text("bob").first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_form_for_four_fits_on_one_screen(
    open_page: OpenPage, alice: User, language: str
) -> None:
    open_house()
    User.objects.filter(pk=alice.pk).update(language=language)
    page = open_page("/new/?game=family", user=alice, size=PHONE)

    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE[1]
    words = {"en": "Four players", "de": "Vier Spieler"}[language]
    expect(page.get_by_text(words, exact=True)).to_be_visible()
    picture(page, f"new-family-{language}")


def test_what_is_chosen_is_seen_in_the_colours_of_a_system(
    open_page: OpenPage, alice: User
) -> None:
    page = open_page("/new/?against=friend", user=alice)
    page.emulate_media(forced_colors="active")

    borders = page.locator(".choices a").evaluate_all(
        "(all) => all.map((one) => [one.ariaCurrent, getComputedStyle(one).borderTopWidth])"
    )
    assert [width for is_chosen, width in borders if is_chosen] == ["3px", "3px"]
    assert {width for is_chosen, width in borders if not is_chosen} == {"1px"}
