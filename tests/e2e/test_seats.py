"""A vacant seat at phones: two agree, and a third takes it by the link."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.play.handing_over import hand_over
from games.play.robots import open_house
from tests.e2e.browser import assert_accessible, assert_fits_phones
from tests.e2e.conftest import OpenPage
from tests.toys.games import begin

pytestmark = pytest.mark.needs("seats")


@pytest.mark.long
def test_a_seat_is_offered_and_taken(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    open_house()
    eve = User.objects.create_user("eve", "eve@example.org")
    people = {"white": alice, "silver": bob, "black": charlie}
    game = begin("family", people, now, seats=3)
    hand_over(charlie.pk, game.pk, now=now)
    path = f"/games/{game.pk}/seat/"

    mine = open_page(f"/games/{game.pk}/", user=alice)
    mine.get_by_role("button", name="Menu").click()
    mine.get_by_role("link", name="Offer free seat…").click()
    mine.get_by_role("button", name="Offer the seat of").click()
    expect(mine.get_by_text("The other players must agree first.")).to_be_visible()
    mine.wait_for_load_state()

    his = open_page(path, user=bob)
    assert_fits_phones(his, "seat-agree")
    assert_accessible(his, "seat-agree")
    his.get_by_role("button", name="Agree").click()
    expect(his.get_by_text("Everyone agrees.")).to_be_visible()
    his.wait_for_load_state()
    assert_fits_phones(his, "seat-open")

    hers = open_page(path, user=eve)
    assert_fits_phones(hers, "seat-take")
    assert_accessible(hers, "seat-take")
    hers.get_by_role("button", name="Take seat").click()
    expect(hers.locator("#four").get_by_role("button", name="You, Black")).to_be_visible()
