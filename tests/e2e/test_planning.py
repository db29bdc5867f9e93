"""Planning: answers prepared by touch and by keys, and no way to play by accident."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.features.plans.firing import fire
from games.features.plans.models import PlanEntry, PlanFallback
from games.models import Game, Preset
from tests.e2e.browser import assert_accessible, assert_fits_phones
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    SQUARES,
    at,
    look_again,
    net,
    prompt,
    rigged,
    square,
    tap,
    turns_sent,
    walk,
)
from tests.e2e.test_squares import start
from tests.games.matches import WHITE_FORMATION, play

HOLD = """() => {
  const asks = globalThis.fetch;
  const held = new Promise((done) => { globalThis.release = done; });
  globalThis.fetch = async (...what) => { await held; return asks(...what); };
}"""
"""Lets every request wait; not by the browser's routes, which pass by a service worker."""


def answers(page: Page) -> Any:
    return page.locator("#plans li")


def keep(page: Page) -> None:
    page.get_by_role("button", name="Save reply").click()
    expect(prompt(page)).to_contain_text("Saved.")


def choose_other(page: Page, words: str) -> None:
    page.get_by_role("button", name="Other replies").click()
    page.get_by_role("button", name=words, exact=True).click()
    expect(prompt(page)).to_contain_text("Saved.")


@pytest.mark.long
def test_every_end_of_a_shot_is_answered_and_nothing_is_played(
    open_page: OpenPage, bob: User, game: Game, now: datetime
) -> None:
    game = rigged(at(game, CARRIER), 20, 44)
    Preset.objects.create(user=bob, ruleset="eleven", slot=1, name="Wall", content=WHITE_FORMATION)
    page = open_page(f"/games/{game.pk}/", user=bob, has_touch=True)
    page.locator("#wait-bar").get_by_role("link", name="Conditional moves").tap()
    expect(prompt(page)).to_have_text("Play a turn for alice on the board.")
    net(page, "e8").tap()
    ways = page.locator("#outcomes button")
    expect(ways).to_have_text(["20% goal", "25% saved", "35% blocked on e8", "20% corner"])
    assert_fits_phones(page, "plan-shot", exempt=SQUARES)

    # A turn out of the list, a formation, and giving up.
    ways.nth(1).tap()
    expect(prompt(page)).to_contain_text("… I reply:")
    page.locator("[data-kind=move]").tap()
    page.locator("dialog.asks .list button").first.tap()
    # Its words never ask to send what is only prepared.
    expect(prompt(page)).not_to_contain_text("end it")
    expect(prompt(page)).not_to_contain_text("or send")
    assert_fits_phones(page, "plan-answer", exempt=SQUARES)
    keep(page)
    expect(answers(page)).to_contain_text(["What a save! Then: bob's"])
    expect(ways.nth(1)).to_have_class("btn done")
    ways.nth(0).tap()
    expect(prompt(page)).to_have_text("… I choose this formation:")
    page.get_by_role("button", name="Wall").tap()
    expect(answers(page)).to_have_count(2)
    ways.nth(2).tap()
    choose_other(page, "Resign")
    expect(answers(page).last).to_contain_text("Then: You resign.")
    # Another turn of alice, by keys alone; Black's side is down.
    page.get_by_role("button", name="Back").tap()
    square(page, "d1").focus()
    page.keyboard.press("Enter")
    walk(page, "d1", "e1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next turn")).to_be_enabled()
    page.keyboard.press("Control+Enter")
    expect(prompt(page)).to_contain_text("… I reply:")
    assert_accessible(page, "plan")
    assert not game.turns.exists()

    # Alice moves meanwhile: what is planned stays, and nothing becomes a turn.
    play(game, "!e8", now=now)
    look_again(page)
    expect(page.locator("#moved")).to_be_visible()
    assert fire(game.pk, "black", now=now)
    assert game.turns.get(number=2).by == "plan"
    assert turns_sent(page) == 0
    assert not [path for path in page.witness.weights() if path.endswith("/game_page.js")]


@pytest.mark.long
def test_a_turn_that_was_put_together_is_planned_on_from_and_still_to_be_sent(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True, scheme="dark")
    tap(page, "e2", "e4")
    expect(page.locator("#send")).to_have_attribute("aria-disabled", "false")
    page.get_by_role("button", name="Menu").tap()
    page.locator("#menu").get_by_role("link", name="Conditional moves").tap()
    expect(prompt(page)).to_contain_text("Play a turn for bob on the board.")
    tap(page, "e7", "e5")
    expect(prompt(page)).to_contain_text("… I reply:")
    tap(page, "g1", "f3")
    keep(page)

    # From the answer on: what bob may play then, and a turn for whatever he plays now.
    answers(page).get_by_role("button").first.tap()
    expect(prompt(page)).to_contain_text("Play a turn for bob on the board.")
    page.get_by_role("button", name="Back").tap()
    page.get_by_role("button", name="Back").tap()
    tap(page, "d7", "d5")
    expect(prompt(page)).to_contain_text("… I reply:")
    # What else may be replied depends on the turn, about which the service is still asked.
    page.evaluate(HOLD)
    tap(page, "e4", "e5")
    expect(page.get_by_role("button", name="Other replies")).to_be_disabled()
    page.evaluate("globalThis.release()")
    choose_other(page, "This turn, in any position")
    page.get_by_label("a capture").uncheck()
    expect(page.get_by_label("a capture")).not_to_be_checked()
    assert_fits_phones(page, "plan-standard", exempt=SQUARES)
    assert turns_sent(page) == 0
    page.get_by_role("link", name="Back to game").tap()
    expect(page.locator("#send")).to_have_attribute("aria-disabled", "false")
    page.locator("#send").click()
    link = page.locator("#wait-bar").get_by_role("link", name="Conditional moves")
    expect(link).to_have_text("Conditional moves (1)")

    assert game.turns.get().notation == "e4"
    assert PlanEntry.objects.get().made_at_turn == 1
    assert PlanFallback.objects.get().unless == ["check"]

    # What has been played waits no longer.
    play(game, "e7e5", now=now)
    assert fire(game.pk, "white", now=now)
    look_again(page)
    expect(link).to_have_text("Conditional moves")
