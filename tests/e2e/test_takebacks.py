"""Taking back a turn at two phones: one asks, the other answers."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Turn
from tests.e2e.browser import assert_accessible, assert_fits_phones
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import SQUARES, prompt
from tests.e2e.test_menu import choose
from tests.games.matches import play

pytestmark = pytest.mark.needs("takebacks")


@pytest.mark.long
def test_a_turn_is_taken_back_at_two_phones(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    play(game, "d2d4 @f3", now=now)
    his = open_page(f"/games/{game.pk}/", user=bob)
    hers = open_page(f"/games/{game.pk}/", user=alice)

    choose(hers, "Take back turn…")
    hers.get_by_role("button", name="Ask opponent").click()
    expect(hers.get_by_text("You asked to take back your turn.")).to_be_visible()
    asked = his.get_by_text("alice asks to take back the last turn.")
    expect(asked).to_be_visible()
    assert_fits_phones(his, "takeback", exempt=SQUARES)
    assert_accessible(his, "takeback")
    his.get_by_role("button", name="Accept").click()
    with his.expect_navigation():
        his.get_by_role("dialog").get_by_role("button", name="Accept").click()

    expect(asked).not_to_be_visible()
    expect(prompt(hers)).to_have_text("Kick-off! Move into the circle.")
    assert Turn.objects.get(game=game).taken_back
