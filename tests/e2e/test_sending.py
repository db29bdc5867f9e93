"""Sending a turn: once, kept without a connection, beside one played elsewhere."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Turn
from tests.e2e.browser import assert_accessible, assert_fits_phones
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    DEFENDING,
    SQUARES,
    at,
    last_turn,
    net,
    prompt,
    ribbon,
    rigged,
    send,
    square,
    turns_sent,
    wait_until_sendable,
)
from tests.games.matches import play


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
    expect(prompt(page)).to_have_text("Choose your formation.")
    first = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Next game").click()
    page.wait_for_url(lambda url: url != first)
    expect(prompt(page)).to_contain_text("Choose your formation")
