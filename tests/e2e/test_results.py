"""How a shot ends: what the page says of it, and where it leads on."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.challenge.rematches import offer_rematch
from tests.e2e.browser import (
    DESK,
    PHONE,
    SMALL,
    assert_accessible,
    assert_fits_phones,
    box_of,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    HOLD_RIBBON,
    SQUARES,
    at,
    first_to_one,
    let_ribbon_go,
    net,
    prompt,
    ribbon,
    rigged,
    send,
    square,
    wait_until_sendable,
)
from tests.games.matches import play, start_round


def result(
    open_page: OpenPage, alice: User, game: Game, roll: tuple[int, int], name: str, title: str
) -> Page:
    """Shoot at e8 so that it ends as the roll says, and return the page with the ribbon."""
    rigged(game, *roll)
    page = open_page(user=alice)
    page.add_init_script(HOLD_RIBBON)
    page.goto(f"/games/{game.pk}/")
    net(page, "e8").click()
    wait_until_sendable(page)
    send(page).click()
    expect(ribbon(page, title)).to_be_visible()
    assert_fits_phones(page, name, exempt=SQUARES)
    assert_accessible(page, name)
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert page.evaluate(RIBBON_IS_FREE), "its buttons lie above the bar"
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return page


RIBBON_IS_FREE = """[...document.querySelectorAll(".ribbon .btn")].every((button) => {
  const { x, bottom } = button.getBoundingClientRect();
  return document.elementFromPoint(x + 9, bottom - 3) === button;
})"""


@pytest.mark.long
def test_a_goal_leads_to_the_next_formation(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, CARRIER)
    page = result(open_page, alice, game, (0, 19), "result-goal", "Goal! 1–0")

    expect(page.get_by_role("heading", level=1)).to_have_text("You 1–0 bob")
    expect(prompt(page)).to_have_text("You lead 1–0.")
    page.get_by_role("button", name="Choose formation").click()

    expect(prompt(page)).to_have_text("Choose your formation.")
    expect(page.get_by_role("heading", level=1)).to_have_text("You 1–0 bob")


def test_a_kick_off_shows_nothing_of_the_round_before(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    rigged(at(game, CARRIER), 0, 19)
    play(game, "!e8", now=now)
    start_round(game, now)
    page = open_page(f"/games/{game.pk}/", user=alice)

    expect(page.locator("#last")).to_have_text("You: queen shoots from b5 at e8. Goal!")
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    expect(page.locator("path:is(.lane, .tint, .last)")).to_have_count(0)


@pytest.mark.long
def test_a_blocked_shot_says_by_whom(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, CARRIER)
    page = result(open_page, alice, game, (45, 79), "result-block", "Blocked on e8")

    expect(ribbon(page, "Blocked on e8")).to_contain_text("The knight got in the way.")


def test_a_corner_is_taken_immediately(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, CARRIER)
    page = result(open_page, alice, game, (80, 99), "result-corner", "Corner! Play again")

    # The flag is as yellow as the one at the corner of the pitch.
    expect(page.locator(".ribbon use[href='#s-flag']")).to_have_count(1)
    expect(page.locator("#s-flag [fill='#ffe066']")).to_have_count(1)
    expect(page.get_by_role("button", name="Take the corner")).to_be_focused()
    page.keyboard.press("Enter")

    expect(prompt(page)).to_contain_text("Corner!")
    expect(square(page, "h8")).to_have_attribute("aria-label", "h8, black rook, the ball, capture")


@pytest.mark.long
def test_the_last_goal_ends_the_match_and_a_rematch_leads_straight_on(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    first_to_one(game, CARRIER)
    page = result(open_page, alice, game, (0, 19), "result-last-goal", "Goal! 1–0")
    expect(prompt(page)).to_have_text("You won 1–0.")
    # Anyone who lost sees it, and reads the result below.
    loser = open_page(f"/games/{game.pk}/", user=bob)
    expect(prompt(loser)).to_have_text("alice won 1–0.")

    # Full time comes without a tap.
    let_ribbon_go(page)
    expect(page.get_by_role("button", name="Full time")).to_have_count(0)
    expect(page.locator(".match.spelled")).to_be_visible()
    # The scorers take the line that held the last turn.
    expect(page.locator(".ticker")).to_be_hidden()
    expect(prompt(page)).to_have_text("You won 1–0.")
    # Beneath the board stand the figures, which may be scrolled to; the bar stays.
    assert_fits_phones(page, "over", exempt=SQUARES)
    assert_accessible(page, "over")
    expect(page.get_by_role("heading", level=2, name="Won")).to_be_visible()
    page.get_by_role("link", name="Goal of the game Queen b5, a 20% chance").click()
    expect(page.locator(".scene-letters")).to_have_count(1)

    # Beside the board the result is the largest line, and all ways on are right under it.
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    line, ways, cards = (
        box_of(page.locator(part)) for part in ("#prompt", ".ends", ".full-time .best >> nth=0")
    )
    assert line["height"] > 30
    assert line["y"] < ways["y"] < cards["y"]
    expect(page.locator(".ends").get_by_role("link", name="Replay")).to_be_visible()

    page.set_viewport_size({"width": DESK[0], "height": 600})
    page.evaluate("scrollTo(0, 0)")
    for seen in (
        page.get_by_role("button", name="Rematch"),
        page.locator(".full-time .best").first,
    ):
        box = box_of(seen)
        assert box["y"] + box["height"] <= 600, "beside the board"
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("button", name="Rematch offered…")).to_be_disabled()
    expect(page.locator("#live")).to_have_text("Rematch offered.")
    page.reload()
    expect(page.get_by_role("button", name="Rematch offered…")).to_be_disabled()
    rematch = offer_rematch(bob, game.pk, now=now).challenge
    page.wait_for_url(f"**/games/{rematch.game_id}/")
