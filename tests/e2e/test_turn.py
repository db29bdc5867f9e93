"""Building a turn: by touch, by keys, by lists, by notation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from accounts.models import User
from games.models import Game
from tests.e2e.browser import assert_fits_phones, box_of
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    SQUARES,
    at,
    focused,
    last_turn,
    net,
    prompt,
    ribbon,
    send,
    square,
    tap,
    wait_until_sendable,
    walk,
)


def test_a_whole_turn_by_touch(open_page: OpenPage, alice: User, carrier: Game) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice, has_touch=True)
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")

    tap(page, "b5")
    expect(prompt(page)).to_have_text("Tap a dot, a ring or the net.")
    expect(square(page, "b5")).to_have_attribute("aria-selected", "true")
    expect(square(page, "e8")).to_have_attribute(
        "aria-label", "e8, black knight, capture, shoot, 20% goal"
    )
    tap(page, "b5", "c3", "d5")
    expect(prompt(page)).to_have_text("Pass, shoot or send.")
    net(page, "e8").tap()

    expect(prompt(page)).to_have_text("20% goal 25% save 35% block 20% corner ")
    expect(send(page)).to_have_text("Shoot at e8")
    expect(page.locator("[data-kind=move]")).to_have_text("Movec3–d5")
    wait_until_sendable(page)
    send(page).tap()

    expect(ribbon(page, "Saved by the king")).to_contain_text("bob has the ball.")
    expect(page.locator("#alert")).to_have_text(
        "Saved by the king. So close! bob has the ball. Goal chance: 20%."
    )
    assert_fits_phones(page, "result-save", exempt=SQUARES)
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    expect(page.locator("#wait-bar")).to_be_visible()
    square(page, "e4").tap(force=True)
    expect(ribbon(page, "Saved by the king")).to_have_count(0)
    assert last_turn(carrier) == ["c3d5", "!e8=save"]


@pytest.mark.long
def test_a_whole_turn_by_keyboard(open_page: OpenPage, alice: User, carrier: Game) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)

    # One stop for the whole grid: it is where the ball is.
    page.locator("[role=gridcell][tabindex='0']").focus()
    assert focused(page) == "b5"
    page.keyboard.press("n")
    assert focused(page) == "f4"
    page.keyboard.press("n")
    assert focused(page) == "c3"
    page.keyboard.press("Enter")
    walk(page, "c3", "d5")
    page.keyboard.press("Space")
    expect(page.locator("#live")).to_contain_text("Knight c3 to d5. Pass, shoot or send")
    assert focused(page) == "d5"

    page.keyboard.press("u")
    expect(page.locator("#live")).to_have_text("Undone: Knight c3 to d5.")
    assert focused(page) == "d5"
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    assert focused(page) == "d5"
    way = {"Home": "a5", "End": "h5", "k": "d1", "q": "b5", "r": "a1", "p": "d4", "b": "e2"}
    for key, place in way.items():
        page.keyboard.press(key)
        assert focused(page) == place, key
    page.keyboard.press("x")
    assert focused(page) == "b5"
    page.keyboard.press("o")
    expect(page.locator("#live")).to_contain_text("Pass to the knight c3")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#live")).to_have_text("Nothing selected.")
    page.keyboard.press("Enter")
    walk(page, "b5", "e2")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("Pass to the bishop e2.")
    wait_until_sendable(page)
    page.keyboard.press("Control+Enter")

    expect(page.locator("#live")).to_contain_text("Sent.")
    assert last_turn(carrier) == ["@e2"]


@pytest.mark.long
def test_a_whole_turn_by_the_lists(open_page: OpenPage, alice: User, carrier: Game) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)

    page.get_by_role("button", name="Pass").click()
    sheet = page.get_by_role("dialog", name="Pass")
    expect(sheet.get_by_role("button")).to_have_text(
        ["Pass to the knight c3", "Pass to the bishop e2", "Back"]
    )
    assert_fits_phones(page, "list-passes", exempt=SQUARES)
    sheet.get_by_role("button", name="knight").click()
    expect(page.locator("[data-kind=pass]")).to_have_text("Passto c3")
    page.get_by_role("button", name="Move").click()
    moves = page.get_by_role("dialog", name="Move")
    expect(moves.get_by_role("heading", name="Queen b5")).to_be_visible()
    moves.get_by_role("button", name="Queen b5 takes knight e8").click()
    wait_until_sendable(page)
    send(page).click()

    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert last_turn(carrier) == ["@c3", "b5e8+"] or last_turn(carrier) == ["@c3", "b5e8"]


@pytest.mark.long
def test_a_whole_turn_by_notation(open_page: OpenPage, alice: User, carrier: Game) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)
    page.get_by_role("button", name="Menu").click()
    field = page.get_by_label("Type a turn")

    # The example is a turn of this game.
    field.press("Enter")
    first = carrier.rules.choices(carrier.rules.load(carrier.state), [])["actions"][0]["text"]
    expect(page.locator("#line-fault")).to_have_text(f"For example: {first}.")
    field.fill("c3d5 @h1")
    field.press("Enter")
    expect(page.locator("#line-fault")).to_have_text("@h1 isn't legal here.")
    field.fill("c3d5 !e8")
    field.press("Enter")

    expect(send(page)).to_have_text("Shoot at e8")
    wait_until_sendable(page)
    send(page).click()
    expect(ribbon(page, "Saved by the king")).to_be_visible()
    assert last_turn(carrier) == ["c3d5", "!e8=save"]


def test_undo_leads_back_to_nothing(open_page: OpenPage, alice: User, carrier: Game) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice, has_touch=True)
    undo = page.locator("#undo")

    # The only shot needs no list.
    page.locator("[data-kind=shot]").tap()
    expect(send(page)).to_have_text("Shoot at e8")
    expect(page.get_by_role("dialog")).to_have_count(0)
    undo.tap()
    expect(send(page)).to_have_text("Send turn")
    expect(undo).to_be_disabled()

    tap(page, "c3", "d5")
    net(page, "e8").tap()
    undo.tap()
    expect(send(page)).to_have_text("Send turn")
    undo.tap()

    expect(undo).to_be_disabled()
    expect(send(page)).to_be_disabled()
    expect(square(page, "c3")).to_have_attribute("aria-label", "c3, white knight, can play")
    assert page.evaluate("sessionStorage.length") == 0


def test_a_square_means_the_capture_and_the_net_behind_it_the_shot(
    open_page: OpenPage, alice: User, carrier: Game
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice, has_touch=True)

    tap(page, "b5", "e8")
    expect(square(page, "e8")).to_have_attribute("aria-label", re.compile("white queen"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_until_sendable(page)
    page.locator("#undo").tap()
    expect(page.locator("#undo")).to_be_disabled()

    net(page, "e8").tap()
    expect(send(page)).to_have_text("Shoot at e8")


def test_a_tap_just_beside_a_mark_counts_as_that_mark(
    open_page: OpenPage, alice: User, carrier: Game
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice, has_touch=True)
    tap(page, "f4")
    # The knight may go to e6; d5 is to the left of it and means nothing… d6 holds a pawn.
    box = box_of(square(page, "e5"))

    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.5)
    expect(page.locator("#undo")).to_be_disabled()
    tap(page, "f4")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.1)

    expect(page.locator("[data-kind=move]")).to_have_text("Movef4–e6")


def test_a_player_who_defends_may_tap_what_can_be_taken(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(game, "3k4/3p4/8/4b3/8/3N1N2/3P1P2/3K3R w e5 open d2f2 0")
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    # Two may take it; anyone who listens hears that once.
    label = "e5, black bishop, the ball, capture"
    expect(square(page, "e5")).to_have_attribute("aria-label", label)
    at(game, "3k4/3p4/8/4b3/8/5N2/3P1P2/3K3R w e5 open d2f2 0")
    page.reload()
    expect(prompt(page)).to_have_text("Their ball. Capture or defend!")

    tap(page, "e5")

    expect(page.locator("[data-kind=move]")).to_have_text("Movef3–e5")
    expect(square(page, "e5")).to_have_attribute("aria-label", "e5, white knight, the ball")
    expect(prompt(page)).to_have_text("Ready to send.")


def test_a_finger_faster_than_the_network_is_not_lost(
    open_page: OpenPage, alice: User, carrier: Game
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice, has_touch=True)
    held: list[Route] = []
    page.route("**/options?**", lambda route: held.append(route))

    tap(page, "c3", "d5", "b5", "e2")
    expect(page.locator("[data-kind=pass]")).to_have_text("Pass–")
    held.pop().continue_()
    expect(page.locator("[data-kind=pass]")).to_have_text("Passto e2")

    # What was tapped before an undo was meant for what is undone.
    for _ in range(2):
        page.locator("#undo").tap()
    tap(page, "c3", "d5", "b5")
    page.locator("#undo").tap()
    page.wait_for_timeout(100)
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")


def test_a_mark_tapped_twice_means_it_once_and_the_carrier_selected_then_stays_selected(
    open_page: OpenPage, alice: User, carrier: Game
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)
    page.evaluate("performance.now = () => 1000")
    tapped = square(page, "b5")

    square(page, "c3").click()
    square(page, "d5").dblclick()
    expect(prompt(page)).to_have_text("Pass, shoot or send.")
    expect(page.locator("[data-kind=move]")).to_have_text("Movec3–d5")
    expect(tapped).to_have_attribute("aria-selected", "true")
    tapped.click()
    expect(tapped).to_have_attribute("aria-selected", "true")
    page.evaluate("performance.now = () => 1400")
    tapped.click()

    expect(tapped).to_have_attribute("aria-selected", "false")


def test_the_marks_appear_before_anything_is_asked(
    open_page: OpenPage, alice: User, carrier: Game
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")

    # Counted in the very task of the tap.
    marks = page.evaluate("""() => {
      document.querySelector("[data-square=b5]").click();
      return document.querySelectorAll("ce-pitch .core").length;
    }""")

    assert marks > 5
