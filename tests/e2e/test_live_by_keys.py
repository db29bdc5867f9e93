"""A live match by keys and by ear: what is said, what is heard, what goes automatically."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.models.running_clock import ms_of
from games.play.challenge.live import pair
from games.play.deadlines import enforce_deadline
from games.play.formations import save_formation
from tests.e2e.browser import SMALL, assert_accessible, assert_readable_by_night
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    HOLD_RIBBON,
    at,
    focused,
    let_ribbon_go,
    net,
    prompt,
    ribbon,
    rigged,
    send,
    square,
    wait_until,
    wait_until_sendable,
    walk,
)
from tests.e2e.test_live_ends import turn
from tests.e2e.test_live_match import clock, take_time
from tests.games.matches import BLACK_FORMATION
from tests.patience import stretched

LISTEN = """
  globalThis.said = [];
  new MutationObserver((records) => {
    for (const { target } of records) {
      const region = target.closest?.("#live, #alert");
      if (region) globalThis.said.push(region.textContent.trim());
    }
  }).observe(document, { subtree: true, childList: true });
  globalThis.ticks = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    globalThis.ticks += 1;
    return start.apply(this, when);
  };
"""
"""Makes a page keep what it says, and count its sounds."""


def give_time(game: Game, seconds: float) -> Game:
    """Return a game with so much left of the time that runs."""
    game.refresh_from_db()
    ends = timezone.now() + timedelta(seconds=seconds)
    assert game.live is not None
    game.live = {**game.live, "until": ms_of(ends)}
    Game.objects.filter(pk=game.pk).update(live=game.live, deadline=ends)
    return game


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def expect_said(page: Page, words: str) -> None:
    """Wait until the page has said these words."""
    wait_until(page, f"globalThis.said.includes({words!r})")


@pytest.mark.long
def test_a_live_match_is_played_by_keys_and_announced(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    game = give_time(pair(alice, bob, ruleset="eleven", now=timezone.now()), 300)
    people = {alice.pk: alice, bob.pk: bob}
    white, black = (people[seat.user_id] for seat in game.seats)
    page = open_page(user=white, size=SMALL)
    page.add_init_script(LISTEN)
    page.add_init_script(HOLD_RIBBON)
    page.goto(f"/games/{game.pk}/")

    # The line-up: a piece is put elsewhere and locked without a finger.
    expect(page.locator("#ready")).to_be_visible()
    expect(square(page, "b1")).to_have_attribute("aria-label", "b1, white bishop, can be moved")
    assert_accessible(page, "live-formation")
    square(page, "b1").focus()
    press(page, "Enter", "ArrowLeft", "Enter")
    expect(square(page, "a1")).to_have_attribute("aria-label", "a1, white bishop, can be moved")
    press(page, "Control+Enter")
    expect(prompt(page)).to_contain_text("'s formation.")
    save_formation(black.pk, game.pk, BLACK_FORMATION, ready=True, now=timezone.now())
    expect(prompt(page)).to_have_text("Kick-off! Move into the circle.")
    take_time(game)
    expect_said(page, "1st half. Kick-off! Move into the circle.")

    # A whole turn.
    square(page, "d2").focus()
    press(page, "Enter")
    walk(page, "d2", "d4")
    press(page, "Enter")
    walk(page, "d4", "f3")
    press(page, "Enter")
    wait_until_sendable(page)
    press(page, "Control+Enter")
    expect(prompt(page)).to_have_text(f"It's {black.username}'s turn.")
    take_time(game)
    assert_accessible(page, "live-waiting")
    assert_readable_by_night(page, "live-waiting")

    # A premove is begun, kept and taken back.
    assert focused(page) == "f3"
    press(page, "Enter")
    expect(send(page)).to_have_text("Save premove")
    walk(page, "f3", "e5")
    press(page, "Enter")
    wait_until_sendable(page)
    press(page, "Control+Enter")
    expect(prompt(page)).to_have_text("Premove: Knight f3 to e5.")
    press(page, "Escape")
    expect(prompt(page)).to_have_text("Premove removed.")

    # Who only listens hears what was played and that it is their turn.
    turn(game, "f6e4")
    expect_said(page, f"{black.username}: knight advances to e4. Your turn. You have the ball.")

    # What a shot came to is said at once, keeps no one from playing, and goes automatically.
    rigged(at(Game.objects.get(pk=game.pk), CARRIER), 45, 79)
    take_time(game)
    page.reload()
    net(page, "e8").focus()
    press(page, "Enter")
    wait_until_sendable(page)
    send(page).focus()
    press(page, "Enter")
    blocked = ribbon(page, "Blocked on e8")
    expect(blocked).to_be_visible()
    expect(blocked.get_by_role("button")).to_have_count(0)
    expect(page.locator("#next")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    let_ribbon_go(page)
    expect(blocked).to_have_count(0)

    # The last seconds are heard until that is switched off, and said twice at most. The page is
    # there before they begin.
    left = 5 + stretched(2)
    give_time(at(Game.objects.get(pk=game.pk), CARRIER), left)
    page.evaluate("localStorage.setItem('sound', 'true')")
    page.reload()
    press(page, "Tab")
    wait_until(page, "globalThis.ticks >= 2")
    # They are on the button too.
    expect(page.locator("#send")).to_have_attribute("data-left", re.compile(r"^\d+$"))
    page.evaluate("localStorage.setItem('sound', 'false')")
    ticks = page.evaluate("globalThis.ticks")
    expect(clock(page, "own")).to_have_text("You 0.0")
    assert page.evaluate("globalThis.ticks") <= ticks + 1
    said = page.evaluate("globalThis.said")
    assert len([words for words in said if "left." in words]) <= 2
    assert "5 seconds left." in said

    assert enforce_deadline(game.pk, timezone.now() + timedelta(seconds=left + 2))
    told = f"Turn missed. {black.username}'s king has the ball. Three in a row lose the game."
    expect(prompt(page)).to_have_text(told)
    expect_said(page, told)
