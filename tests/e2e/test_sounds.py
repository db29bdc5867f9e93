"""What a match sounds and feels like: asked once, kept, and not fetched by who wants it quiet."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    at,
    net,
    ribbon,
    rigged,
    send,
    wait_until,
    wait_until_sendable,
)

LISTEN = """
  globalThis.heard = [];
  globalThis.felt = [];
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const { start } = prototype;
    prototype.start = function (...when) {
      globalThis.heard.push(this.context.state);
      return start.apply(this, when);
    };
  }
  Navigator.prototype.vibrate = (pattern) => globalThis.felt.push([pattern].flat().join()) > 0;
"""
"""Makes a page keep the state of the studio at each sound that begins, and what the phone did."""
GOAL, KICK = "60,40,60,40,180", "12"


def fetched(page: Page) -> int:
    """Return how often the page has asked for what makes sounds."""
    answers = page.witness.answers  # type: ignore[attr-defined]
    return sum("/games/sounds" in answer.url for answer in answers)


def listening(open_page: OpenPage, user: User) -> Page:
    page: Page = open_page(user=user)
    page.add_init_script(LISTEN)
    page.emulate_media(reduced_motion="no-preference")
    return page


@pytest.mark.long
def test_a_goal_is_heard_and_felt_by_who_wants_it_alone(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    rigged(at(game, CARRIER), 0, 19)
    page = listening(open_page, alice)
    page.goto(f"/games/{game.pk}/")
    net(page, "e8").click()
    wait_until_sendable(page)
    send(page).click()
    expect(page.locator("ce-pitch.filmed")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(ribbon(page, "Goal! 1–0")).to_be_visible()
    assert fetched(page) == 0

    page.get_by_role("button", name="Turn sound on").click()
    wait_until(page, "globalThis.heard.length > 0")
    expect(page.get_by_role("button", name="Turn sound off")).to_be_focused()
    page.get_by_role("button", name="Again").click()

    # Kick, flight, heart, net and crowd.
    wait_until(page, f"globalThis.felt.includes('{GOAL}') && globalThis.heard.length >= 9")
    assert page.evaluate("globalThis.felt[0]") == KICK
    assert set(page.evaluate("globalThis.heard")) == {"running"}
    assert fetched(page) == 1
    page.reload()
    assert page.evaluate("localStorage.getItem('sound')") == "true"

    theirs = listening(open_page, bob)
    theirs.goto(f"/games/{game.pk}/")
    expect(theirs.locator("ce-pitch.filmed")).to_have_count(1)
    theirs.keyboard.press("Escape")
    # One switch, and off until it is wanted.
    expect(theirs.get_by_role("button", name="Turn sound")).to_have_text("Turn sound on")
    theirs.reload()
    theirs.get_by_role("button", name="Choose formation").wait_for(state="hidden")
    assert theirs.evaluate("localStorage.getItem('sound')") is None
    assert theirs.evaluate("[...globalThis.heard, ...globalThis.felt]") == []
    assert fetched(theirs) == 0
