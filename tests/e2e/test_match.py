"""A whole match by keyboard alone."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    HOLD_RIBBON,
    focused,
    let_ribbon_go,
    look_again,
    prompt,
    ribbon,
    rigged,
    wait_until_sendable,
    walk,
)
from tests.games.matches import start_formations


def get_ready(page: Page) -> None:
    """Kick off with the default formation."""
    page.locator("#ready").focus()
    page.keyboard.press("Enter")


def do(page: Page, start: str, *ends: str, black: bool = False) -> None:
    """Take a piece by keys, give it and the carrier their targets, send the turn."""
    # The page of the formation has a bar too, until the page of the round comes in its place.
    expect(page.locator("#kinds")).to_be_attached()
    page.wait_for_load_state()
    look_again(page)
    expect(page.locator("#play-bar")).to_be_visible()
    page.locator("[role=gridcell][tabindex='0']").focus()
    here = focused(page)
    for staged, name in enumerate((start, *ends)):
        # Black looks from the other end.
        turned = [chr(201 - ord(spot[0])) + str(9 - int(spot[1])) for spot in (here, name)]
        walk(page, *(turned if black else (here, name)))
        assert focused(page) == name
        page.keyboard.press("Enter")
        expect(page.locator("[data-kind].done")).to_have_count(staged)
        expect(page.locator(f"[data-square={name}]")).to_be_focused()
        if staged:
            expect(page.locator("#live")).to_contain_text(f" {name}")
        here = name
    wait_until_sendable(page)
    with page.expect_response("**/turns"):
        page.keyboard.press("Control+Enter")


@pytest.mark.long
def test_a_whole_match_by_keyboard_alone(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start_formations(alice, bob, now, options={"goals_to_win": 1})
    rigged(game, 0, 19)
    hers = open_page(user=alice)
    hers.add_init_script(HOLD_RIBBON)
    hers.goto(f"/games/{game.pk}/")
    his = open_page(f"/games/{game.pk}/", user=bob)

    get_ready(hers)
    expect(prompt(hers)).to_have_text("Waiting for bob's formation.")
    get_ready(his)
    expect(prompt(hers)).to_have_text("Kick-off! Move into the circle.")
    do(hers, "c3", "e4", "d2")
    do(his, "c6", "d4", black=True)
    do(hers, "d2", "e4", "f6", "e8")

    expect(ribbon(hers, "Goal! 1–0")).to_be_visible()
    let_ribbon_go(hers)
    # Only the page that comes then has it. Its button is there before its script is.
    expect(hers.locator("#full-time")).to_be_attached()
    hers.wait_for_load_state()
    expect(prompt(hers)).to_have_text("You won 1–0.")
    hers.get_by_role("button", name="Rematch").press("Enter")
    expect(hers.get_by_role("button", name="Rematch offered…")).to_be_disabled()
    expect(prompt(hers)).to_have_text("You won 1–0.")
    look_again(his)
    expect(his.get_by_role("button", name="Accept rematch")).to_be_visible()
    his.wait_for_load_state()
    his.get_by_role("button", name="Accept rematch").press("Enter")
    expect(prompt(his)).to_have_text("Choose your formation.")
    assert Game.objects.get(pk=game.pk).winner == "white"
