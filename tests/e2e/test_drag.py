"""The pitch answers the hand: men and the ball go where they are dragged."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Game
from tests.e2e.browser import box_of
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import CARRIER, at, net, prompt, rigged, send, square


def middle(place: Locator, u: float = 0.5, v: float = 0.5) -> tuple[float, float]:
    place.wait_for()
    box = box_of(place)
    return box["x"] + u * box["width"], box["y"] + v * box["height"]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*start, steps=1)
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    page.mouse.up()


@pytest.mark.long
def test_men_and_the_ball_go_where_they_are_dragged(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    rigged(at(game, CARRIER), 0, 19)
    page = open_page(f"/games/{game.pk}/", user=alice)
    move, shot = page.locator("[data-kind=move]"), page.locator("[data-kind=shot]")
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    # The press that fetches what drags would count too; a test need not race against it.
    with page.expect_response("**/games/drag.js"):
        square(page, "a5").click()

    # Where it may not go it springs back, and nothing is staged.
    drag(page, middle(square(page, "c3")), middle(square(page, "c6")))
    expect(square(page, "c3")).to_have_attribute("aria-selected", "false")
    expect(send(page)).to_be_disabled()
    drag(page, middle(square(page, "c3")), middle(square(page, "d5")))
    expect(move).to_have_text("Movec3–d5")
    drag(page, middle(square(page, "b5"), 0.77, 0.76), middle(net(page, "e8")))
    expect(shot).to_have_text("Shotto e8 ✓")
    expect(send(page)).to_have_text("Shoot at e8")

    page.get_by_role("button", name="Undo").click()
    drag(page, middle(square(page, "b5"), 0.77, 0.76), middle(square(page, "e2")))
    expect(page.locator("[data-kind=pass]")).to_have_text("Passto e2")
