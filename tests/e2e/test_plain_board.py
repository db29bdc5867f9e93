"""A rule set that has no drawing of its own: the lists and the service's picture are enough."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.template import Template
from django.template.loader import get_template
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game, Turn
from games.pages import game as game_page
from games.pages import history as history_page
from tests.e2e.browser import PHONE, SMALL, assert_accessible, assert_fits
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import CARRIER, at, look_again, prompt, send, wait_until_sendable
from tests.games.matches import play


@pytest.fixture
def undrawn(game: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Alice's queen has the ball, and no template of the rule set is there."""

    def plain(_: Game, part: str) -> Template:
        return get_template(f"games/plain/{part}.html")

    for page in (game_page, history_page):
        monkeypatch.setattr(page, "template_of", plain)
    return at(game, CARRIER)


@pytest.mark.long
def test_a_turn_is_played_from_the_lists_alone(
    open_page: OpenPage, alice: User, undrawn: Game, now: datetime
) -> None:
    page = open_page(f"/games/{undrawn.pk}/", user=alice)
    expect(page).to_have_title("Your turn against bob · Chess Eleven")
    picture = page.get_by_role("img", name="The board")
    expect(picture).to_be_visible()
    for size in (PHONE, SMALL):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert_fits(page, f"plain-{size[0]}")
    assert_accessible(page, "plain")

    page.get_by_role("button", name="Move").click()
    page.get_by_role("dialog").get_by_role("button", name="Knight c3 to d5").click()
    expect(page.locator("[data-kind=move]")).to_contain_text("c3d5")
    page.get_by_role("button", name="Pass").click()
    page.get_by_role("dialog").get_by_role("button", name="Pass to the bishop e2").click()
    wait_until_sendable(page)
    send(page).click()

    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert Turn.objects.get(game=undrawn).actions == ["c3d5", "@e2"]
    drawn = picture.get_attribute("src")
    assert drawn is not None
    assert drawn.endswith("side=white&turn=1")
    play(undrawn, "g6h5", now=now)
    look_again(page)
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    expect(page.get_by_role("button", name="Move")).to_be_visible()


def test_its_history_is_stepped_through(
    open_page: OpenPage, alice: User, undrawn: Game, now: datetime
) -> None:
    play(undrawn, "c3d5", "g6h5", now=now)
    page = open_page(f"/games/{undrawn.pk}/history/", user=alice)
    expect(page.get_by_role("img", name="The board")).to_be_visible()

    page.get_by_role("link", name="Previous turn").click()

    expect(prompt(page)).to_have_text("You: knight advances to d5.")
    assert_accessible(page, "plain-history")
