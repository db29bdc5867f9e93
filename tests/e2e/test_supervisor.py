"""A supervisor at a phone: the invitation at home, and an act that the players see."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.play.challenge.challenges import make_challenge, take_seat
from games.play.challenge.invitations import Invited
from games.play.start import Terms
from tests.e2e.browser import assert_accessible, assert_fits_phones
from tests.e2e.conftest import OpenPage

pytestmark = pytest.mark.needs("supervisor")


@pytest.mark.long
def test_a_supervisor_is_asked_accepts_and_acts(
    open_page: OpenPage, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    grandma = User.objects.create_user("grandma", "grandma@example.org")
    others = [Invited(bob), Invited(charlie)]
    terms = Terms("family", options={"seats": 3})
    challenge = make_challenge(alice, None, terms, now=now, others=others)

    mine = open_page(f"/challenges/{challenge.pk}/", user=alice)
    mine.get_by_text("Supervisor", exact=True).click()
    mine.get_by_label("Username").fill("grandma")
    assert_fits_phones(mine, "supervisor-challenge")
    assert_accessible(mine, "supervisor-challenge")
    mine.get_by_role("button", name="Ask to supervise").click()
    expect(mine.get_by_text("grandma was asked to supervise this game.")).to_be_visible()
    mine.wait_for_load_state()

    hers = open_page("/", user=grandma)
    hers.get_by_role("link", name="alice asks you to supervise a game.").click()
    accept = hers.get_by_role("button", name="Accept")
    expect(accept).to_be_visible()
    hers.wait_for_load_state()
    assert_fits_phones(hers, "supervisor-asked")
    assert_accessible(hers, "supervisor-asked")
    accept.click()
    expect(hers.get_by_text("Supervise a game")).to_have_count(0)
    hers.wait_for_load_state()
    for user in (bob, charlie):
        game = take_seat(user, challenge.pk, now=now).game
    assert game is not None

    hers.goto(f"/games/{game.pk}/")
    hers.get_by_role("button", name="Menu").click()
    hers.get_by_role("link", name="Supervise…").click()
    give = hers.get_by_role("button", name="Give time to the player to move")
    expect(give).to_be_visible()
    hers.wait_for_load_state()
    hers.get_by_label("Reason").select_option("help")
    assert_fits_phones(hers, "supervisor-acts")
    assert_accessible(hers, "supervisor-acts")
    give.click()
    expect(hers.get_by_text("Done. All players are notified.")).to_be_visible()
    hers.wait_for_load_state()
    mine.goto(f"/games/{game.pk}/supervisor/")
    expect(mine.get_by_text("24 hours: a player needs help")).to_be_visible()
