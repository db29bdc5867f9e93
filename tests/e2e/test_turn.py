"""Building and sending a turn: by touch, by keys, by lists, by notation."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import Route, expect

from accounts.models import User
from games.models import Game, Turn
from tests.e2e.browser import assert_accessible, assert_fits_phones, box_of
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    DEFENDING,
    SQUARES,
    at,
    focused,
    net,
    prompt,
    ribbon,
    rigged,
    send,
    square,
    tap,
    turns_sent,
    wait_until_sendable,
    walk,
)
from tests.games.matches import play

SAVED = (20, 44)
"""Rolls by which the shot at e8 in ``CARRIER`` is saved by the king on d8."""


def last_turn(game: Game) -> list[str]:
    turn = Turn.objects.filter(game=game).order_by("-number").first()
    return list(turn.actions) if turn else []


@pytest.fixture
def carrier(game: Game) -> Game:
    """Alice's queen has the ball and may move, pass and shoot; the shot will be saved."""
    return rigged(at(game, CARRIER), *SAVED)


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


def test_the_only_shot_needs_no_list(open_page: OpenPage, alice: User, carrier: Game) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice, has_touch=True)

    page.locator("[data-kind=shot]").tap()

    expect(send(page)).to_have_text("Shoot at e8")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("#undo").tap()
    expect(send(page)).to_have_text("Send turn")


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
    way = {"Home": "a5", "End": "h5", "k": "d1", "q": "b5", "r": "a1", "p": "c7", "b": "g6"}
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

    expect(page.locator("#live")).to_contain_text("Turn sent.")
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
    expect(page.locator("#line-fault")).to_have_text(f"Type a turn, such as {first}.")
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

    tap(page, "c3", "d5")
    net(page, "e8").tap()
    undo = page.locator("#undo")
    undo.tap()
    expect(send(page)).to_have_text("Send turn")
    undo.tap()

    expect(undo).to_be_disabled()
    expect(send(page)).to_be_disabled()
    expect(square(page, "c3")).to_have_attribute("aria-label", "c3, white knight, can play")
    assert page.evaluate("sessionStorage.length") == 0


def test_pressing_send_twice_sends_once(open_page: OpenPage, alice: User, carrier: Game) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)

    page.evaluate("performance.now = () => 1000")
    square(page, "c3").click()
    square(page, "d5").click()
    expect(send(page)).to_have_attribute("aria-disabled", "false")
    # A press that follows the staging tap at once is a slip of the finger.
    page.evaluate("performance.now = () => 1240")
    send(page).click()
    page.wait_for_timeout(200)
    assert turns_sent(page) == 0
    page.evaluate("performance.now = () => 1260")
    page.evaluate("{ const b = document.querySelector('#send'); b.click(); b.click(); }")

    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert turns_sent(page) == 1
    assert Turn.objects.filter(game=carrier).count() == 1


@pytest.mark.long
def test_the_stage_survives_a_reload(open_page: OpenPage, alice: User, carrier: Game) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)
    square(page, "c3").click()
    square(page, "d5").click()
    net(page, "e8").click()
    expect(send(page)).to_have_text("Shoot at e8")

    page.reload()

    expect(send(page)).to_have_text("Shoot at e8")
    expect(square(page, "d5")).to_have_attribute("aria-label", "d5, white knight")
    wait_until_sendable(page)
    send(page).click()
    expect(ribbon(page, "Saved by the king")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0


@pytest.mark.long
def test_without_a_connection_the_turn_is_kept(
    open_page: OpenPage, alice: User, carrier: Game
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)
    page.witness.expected.append("ERR_INTERNET_DISCONNECTED")
    square(page, "c3").click()
    square(page, "d5").click()
    wait_until_sendable(page)

    page.context.set_offline(True)
    send(page).click()
    expect(prompt(page)).to_contain_text("Waiting to send.")
    assert_fits_phones(page, "offline", exempt=SQUARES)
    assert_accessible(page, "offline")
    assert Turn.objects.filter(game=carrier).count() == 0

    page.context.set_offline(False)
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert last_turn(carrier) == ["c3d5"]


def test_a_connection_lost_just_after_sending_is_made_up_for(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    rigged(at(game, CARRIER), 80, 99)
    page = open_page(f"/games/{game.pk}/", user=alice)
    page.witness.expected.append("ERR_INTERNET_DISCONNECTED")
    net(page, "e8").click()
    wait_until_sendable(page)
    page.route("**/options?**", lambda route: route.abort("internetdisconnected"))

    send(page).click()
    expect(ribbon(page, "Corner")).to_be_visible()
    expect(prompt(page)).to_have_text("Sent. You're offline now.")
    page.unroute("**/options?**")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(prompt(page)).to_contain_text("Corner!")
    page.get_by_role("button", name="Take the corner").click()

    expect(prompt(page)).to_contain_text("Corner!")
    expect(page.locator("#kinds")).to_be_visible()
    assert turns_sent(page) == 1


@pytest.mark.long
def test_a_turn_played_elsewhere_shows_the_new_position(
    open_page: OpenPage, alice: User, carrier: Game, now: datetime
) -> None:
    page = open_page(user=alice)
    page.witness.expected += ["409", "ERR_FAILED"]
    # The answer to what is sent says it, not the stream that may be faster.
    page.route("**/events?**", lambda route: route.abort())
    page.goto(f"/games/{carrier.pk}/")
    square(page, "c3").click()
    square(page, "d5").click()
    wait_until_sendable(page)
    play(carrier, "a1b1", "g6h5", now=now)

    send(page).click()

    expect(prompt(page)).to_have_text("bob played. Here's the new position.")
    expect(square(page, "b1")).to_have_attribute("aria-label", "b1, white rook, pass")
    # What was staged is legal still: it stays, and is sent only when it is sent again.
    expect(page.locator("[data-kind=move]")).to_have_text("Movec3–d5")
    assert_fits_phones(page, "stale", exempt=SQUARES)
    assert_accessible(page, "stale")
    assert Turn.objects.filter(game=carrier).count() == 2
    wait_until_sendable(page)
    send(page).click()
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert last_turn(carrier) == ["c3d5"]

    # What was staged beside a turn that is played already is not dropped without a word.
    play(carrier, "h5g6", now=now)
    page.reload()
    # The board answers once bob's turn has been shown.
    expect(square(page, "b1")).to_have_attribute("aria-label", re.compile("^b1, white rook, "))
    square(page, "b1").click()
    square(page, "a1").click()
    wait_until_sendable(page)
    play(carrier, "b1c1", now=now)
    send(page).click()
    expect(prompt(page)).to_contain_text("wasn't sent. It's bob's turn.")


def test_what_is_no_longer_legal_is_not_kept(
    open_page: OpenPage, alice: User, carrier: Game, now: datetime
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)
    square(page, "a1").click()
    square(page, "b1").click()
    wait_until_sendable(page)

    play(carrier, "a1b1", "g6h5", now=now)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(prompt(page)).to_have_text("bob played. Here's the new position.")
    expect(page.locator("#undo")).to_be_disabled()
    expect(square(page, "b1")).to_have_attribute("aria-label", "b1, white rook, can play")


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
    expect(prompt(page)).to_have_text("Their ball. Capture to win it.")

    tap(page, "e5")

    expect(page.locator("[data-kind=move]")).to_have_text("Movef3–e5")
    expect(square(page, "e5")).to_have_attribute("aria-label", "e5, white knight, the ball")
    expect(prompt(page)).to_have_text("Ready to send.")


def test_tapping_a_mark_twice_means_it_once(
    open_page: OpenPage, alice: User, carrier: Game
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)

    square(page, "c3").click()
    square(page, "d5").dblclick()

    expect(prompt(page)).to_have_text("Pass, shoot or send.")
    expect(square(page, "b5")).to_have_attribute("aria-selected", "true")
    expect(page.locator("[data-kind=move]")).to_have_text("Movec3–d5")


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


def test_the_carrier_tapped_as_it_is_selected_automatically_stays_selected(
    open_page: OpenPage, alice: User, carrier: Game
) -> None:
    page = open_page(f"/games/{carrier.pk}/", user=alice)
    page.evaluate("performance.now = () => 1000")
    tapped = square(page, "b5")

    square(page, "c3").click()
    square(page, "d5").click()
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


def test_without_confirming_a_whole_turn_goes_automatically(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    alice.page_settings = {"confirm": False}
    alice.save()
    at(game, DEFENDING)
    page = open_page(f"/games/{game.pk}/", user=alice)

    square(page, "h1").click()
    square(page, "h4").click()

    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert last_turn(game) == ["h1h4"]


def fill_with_games(alice: User, bob: User, now: datetime) -> None:
    from tests.games.matches import start_formations

    for _ in range(2):
        start_formations(alice, bob, now)


@pytest.mark.long
def test_after_sending_the_next_game_is_one_tap_away(
    open_page: OpenPage, alice: User, bob: User, carrier: Game, now: datetime
) -> None:
    fill_with_games(alice, bob, now)
    page = open_page(f"/games/{carrier.pk}/", user=alice)
    square(page, "c3").click()
    square(page, "d5").click()
    wait_until_sendable(page)
    send(page).click()

    following = page.get_by_role("link", name="Next game (2)")
    expect(following).to_be_visible()
    assert_fits_phones(page, "game-sent-next", exempt=SQUARES)
    assert_accessible(page, "game-sent-next")
    with page.expect_navigation():  # until it has loaded: a press before the menu is there is lost
        following.click()
    expect(prompt(page)).to_have_text("Line up your team.")
    first = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Skip to next").click()
    page.wait_for_url(lambda url: url != first)
    expect(prompt(page)).to_contain_text("Line up")
