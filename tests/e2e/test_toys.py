"""A game that the service has never heard of, played by four people in their browsers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Act, Game
from games.rules import registry
from tests.e2e.browser import SMALL, assert_accessible, assert_fits
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import prompt, send, wait_until_sendable
from tests.toys.games import begin
from tests.toys.stones import hosted


@pytest.fixture
def four(transactional_db: None, alice: User, bob: User) -> Iterator[Game]:
    """A game of four with nine stones: alice is White and to play."""
    for game in hosted():
        registry.register(game)
    charlie, dan = (User.objects.create_user(name) for name in ("charlie", "dan"))
    sides = {"white": alice, "silver": bob, "black": charlie, "gold": dan}
    yield begin("quad", sides, timezone.now(), stones=9)
    for game in hosted():
        registry.forget(game.rules.key)


def _open_alive(open_page: OpenPage, path: str, user: User) -> Page:
    """Return a page that follows its game: its menu is wired by then, which it need not be yet when
    all has loaded."""
    page: Page = open_page(user=user)
    with page.expect_request("**/events*"):
        page.goto(path)
    return page


@pytest.mark.long
def test_four_play_from_lists_leave_and_resign(
    four: Game, open_page: OpenPage, alice: User, bob: User
) -> None:
    charlie, dan = (User.objects.get(username=name) for name in ("charlie", "dan"))
    path = f"/games/{four.pk}/"
    whites, silvers = open_page(path, user=alice), open_page(path, user=bob)
    expect(prompt(silvers)).to_contain_text("It's alice's turn.")
    whites.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert_fits(whites, "toy")
    assert_accessible(whites, "toy")

    whites.locator("[data-kind=take]").click()
    whites.get_by_role("dialog").get_by_role("button", name="Take 2").click()
    wait_until_sendable(whites)
    send(whites).click()

    expect(prompt(whites)).to_contain_text("It's bob's turn.")
    silvers.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(prompt(silvers)).to_have_text("Take one to three stones.")

    golds = _open_alive(open_page, path, dan)
    golds.get_by_role("button", name="Menu").click()
    golds.get_by_role("button", name="Leave for now").click()
    expect(golds.get_by_role("dialog", name="dan – alice – bob – charlie")).to_be_hidden()
    blacks = _open_alive(open_page, path, charlie)
    blacks.get_by_role("button", name="Menu").click()
    blacks.get_by_role("button", name="Resign…").click()
    blacks.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign").click()
    expect(blacks.get_by_role("dialog", name="Resign?")).to_be_hidden()

    silvers.locator("[data-kind=take]").click()
    silvers.get_by_role("dialog").get_by_role("button", name="Take 3").click()
    wait_until_sendable(silvers)
    send(silvers).click()
    # Black is out and Gold is away: it is White's turn again.
    expect(prompt(silvers)).to_contain_text("It's alice's turn.")
    assert list(Act.objects.order_by("pk").values_list("side", "name")) == [
        ("gold", "leave"),
        ("black", "resign"),
    ]


def test_a_new_game_of_four_is_filled_in(
    open_page: OpenPage, alice: User, bob: User, four: Game
) -> None:
    page = open_page("/new/", user=alice)
    page.get_by_role("link", name="Quad").click()
    for seat, name in ((2, "dan"), (1, "bob")):
        page.locator(f".at-{seat}").click()
        page.get_by_label("Or a player's name").locator("visible=true").fill(name)
    page.get_by_role("radio", name="Three", exact=True).check()
    assert_fits(page, "new-quad")
    assert_accessible(page, "new-quad")

    page.get_by_role("button", name="Create game").click()

    expect(page.get_by_role("listitem").filter(has_text="bob")).to_contain_text("is invited")
    expect(page.get_by_role("listitem").filter(has_text="dan")).to_contain_text("is invited")
    assert_accessible(page, "challenge-quad")
