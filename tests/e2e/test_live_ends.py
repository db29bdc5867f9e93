"""A live match whose line breaks, and the ways in which one ends before its time is over."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, StagedTurn
from games.play.challenge.live import pair
from tests.e2e.browser import SMALL
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import prompt, send, square, tap, wait_until_sendable
from tests.e2e.test_live_match import clock, expire, take_time, wait_for
from tests.games.matches import play, start_round


def sit_down(open_page: OpenPage, game: Game, people: list[User]) -> tuple[Any, Any]:
    """Return the pages of White, on a phone, and of Black, on a small one, at a game."""
    by_id = {person.pk: person for person in people}
    white, black = (
        open_page(f"/games/{game.pk}/", user=by_id[seat.user_id], has_touch=True, size=size)
        for seat, size in zip(game.seats, ((390, 844), SMALL), strict=True)
    )
    for page in (white, black):
        page.witness.expected.append("ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED")
    return white, black


def turn(game: Game, actions: str) -> None:
    """Play a turn, with all the time in the world for the next."""
    play(game, actions, now=timezone.now())
    take_time(game)


def keep(page: Page, start: str, end: str) -> None:
    """Put a premove together by taps and keep it."""
    tap(page, start)
    expect(page.locator("#no-premove")).to_be_visible()
    tap(page, end)
    wait_until_sendable(page)
    send(page).tap()
    expect(page.locator(".core.waits")).to_be_attached()


def from_menu(page: Page, name: str) -> None:
    """Press a button of the menu."""
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("button", name=name).click()


@pytest.mark.long
@pytest.mark.needs("live")
def test_a_premove_is_seen_and_a_lost_line_costs_nothing_of_it(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    game = start_round(pair(alice, bob, ruleset="eleven", now=timezone.now()), timezone.now())
    turn(game, "d2d4 @f3")
    white, black = sit_down(open_page, game, [alice, bob])
    expect(clock(white, "theirs")).to_have_attribute("data-state", re.compile("runs|hurry"))

    # All that is needed is seen without scrolling, also on the smallest phone.
    for page in (white, black):
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        expect(page.get_by_role("link", name="Conditional moves")).to_have_count(0)

    # A tap on a piece of your own begins a premove; kept, it is drawn and told; a tap ends it.
    keep(white, "f3", "e5")
    expect(prompt(white)).to_have_text("Premove: Knight f3 to e5.")
    expect(square(white, "f3")).to_have_attribute("aria-label", re.compile("premove from here"))
    tap(white, "e5")
    expect(prompt(white)).to_have_text("Premove removed.")
    expect(white.locator(".core.waits")).to_have_count(0)
    wait_for(white, lambda: not StagedTurn.objects.exists())

    # It is kept where the line is lost, and what was played meanwhile is seen as that comes back.
    keep(white, "f3", "e5")
    white.context.set_offline(True)
    expect(white.locator("#line-lost")).to_have_text("Connecting…")
    turn(game, "f6e4")
    expect(black.locator("#last")).to_contain_text("e5")
    white.context.set_offline(False)
    expect(white.locator("#line-lost")).to_have_count(0)
    expect(white.locator("#last")).to_contain_text("e5")
    # A browser that doesn't ask again for a script loads the page again.
    expect(white.get_by_text("is online").first).to_be_visible()
    expect(white.locator(".core.waits")).to_have_count(0)

    # One that has become impossible is seen to go.
    keep(white, "e5", "c4")
    turn(game, "c6e5")
    expect(prompt(white)).to_contain_text("Your premove Knight e5 to c4")
    expect(white.locator(".core.waits")).to_have_count(0)

    # A time that runs out is told to both; what was being chosen for it is asked no more.
    white.locator("[data-kind=move]").tap()
    expect(white.locator("dialog.sheet[open]")).to_have_count(1)
    expire(game, half_ms=200_000)
    expect(white.locator("dialog.sheet[open]")).to_have_count(0)
    expect(prompt(white)).to_have_text("Turn missed. Three in a row lose the game.")
    expect(prompt(black)).to_have_text(re.compile(r"^\w+ ran out of time\. Your turn!$"))
    # Above the board it is what happened last.
    expect(white.locator("#last")).to_contain_text("You: Turn missed.")
    take_time(game)

    # Both would rather continue by post.
    from_menu(black, "Switch to correspondence")
    asked = white.locator("#playing-on")
    expect(asked).to_contain_text("The score stays.")
    asked.get_by_role("button", name="Switch").tap()
    for page in (white, black):
        expect(page.locator("#clocks")).to_have_count(0)
        expect(page.locator("#deadline")).to_contain_text("then a 2 d time bank")
    game.refresh_from_db()
    assert game.live is None
    assert game.deadline is not None
    assert game.deadline > timezone.now() + timedelta(hours=20)


@pytest.mark.long
def test_a_match_is_called_off_and_the_next_one_drawn(
    open_page: OpenPage, alice: User, bob: User
) -> None:
    game = take_time(pair(alice, bob, ruleset="standard", now=timezone.now()))
    white, black = sit_down(open_page, game, [alice, bob])
    expect(clock(black, "theirs")).to_have_attribute("data-state", re.compile("runs|hurry"))
    assert black.evaluate("document.documentElement.scrollHeight <= innerHeight")

    from_menu(black, "Abort")
    black.locator("dialog.asks").get_by_role("button", name="Abort").click()
    for page in (white, black):
        # The page of the game had no such button.
        expect(page.locator("#rematch")).to_have_text("Rematch")
        page.wait_for_load_state()
    white.locator("#rematch").tap()
    # Who has the page open is asked there.
    expect(black.locator("#rematch")).to_have_text("Accept rematch")
    expect(black.locator("#asked")).to_have_text(
        re.compile(r"^\s*(alice|bob) offers a rematch\.\s*$")
    )
    black.locator("#rematch").tap()
    for page in (white, black):
        expect(page.locator("#clocks")).to_be_visible()
    assert white.url == black.url
    take_time(Game.objects.get(status="playing"))

    # Sides have been swapped; a move goes at once, for seconds count.
    tap(black, "e2", "e4")
    expect(white.locator("#last")).to_contain_text("e4")
    from_menu(black, "Offer a draw")
    white.locator("#offer").get_by_role("button", name="Accept").tap()
    white.get_by_role("dialog").get_by_role("button", name="Accept").tap()
    for page in (white, black):
        expect(page.locator("#rematch")).to_be_visible()
        expect(page.locator("#clocks")).to_have_count(0)
    wait_for(white, lambda: Game.objects.filter(status="finished", winner=None).exists())
