"""A press that comes before the scripts of its page: it is kept and done when they run."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from accounts.models import User
from games.models import Game
from tests.e2e.browser import DESK
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import CARRIER, at, first_to_one, prompt, wait_until
from tests.e2e.test_squares import start
from tests.games.matches import OPEN_GOAL, play, start_formations

NOTE_SCRIPTS = """
  globalThis.haveRun = [];
  document.addEventListener("load", ({ target }) => haveRun.push(target.src ?? ""), true);
"""


class Early:
    """A page while one of its scripts is still on its way, and another has run."""

    def __init__(self, page: Any, path: str, late: str, first: str) -> None:
        self.page = page
        self._held: list[Route] = []
        self._has_come = False
        page.route(re.compile(rf"/{late}(\.\w+)?\.js"), self._hold)
        page.add_init_script(NOTE_SCRIPTS)
        page.goto(path, wait_until="commit")
        wait_until(page, f"globalThis.haveRun.some((src) => src.includes('/{first}'))")

    def _hold(self, route: Route) -> None:
        if self._has_come:
            route.continue_()
        else:
            self._held.append(route)

    def come(self) -> None:
        """Let the script come."""
        self._has_come = True
        for route in self._held:
            route.continue_()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()


def test_a_draw_that_was_accepted_early_is_asked_about(
    open_page: OpenPage, bob: User, game: Game
) -> None:
    at(game, CARRIER, draw_offered_by="white")
    early = Early(open_page(user=bob), f"/games/{game.pk}/", "game_page", "early")

    early.press("Accept")
    early.come()

    expect(early.page.get_by_role("dialog", name="Accept the draw?")).to_be_visible()


def test_nothing_is_seen_to_press_before_a_press_is_kept(
    open_page: OpenPage, bob: User, game: Game
) -> None:
    page = open_page(user=bob)
    held: list[Route] = []
    page.route(re.compile(r"/early(\.\w+)?\.js"), lambda route: held.append(route))
    page.goto(f"/games/{game.pk}/", wait_until="commit")
    wait_until(page, "document.readyState === 'interactive'")
    page.wait_for_timeout(500)
    painted = "performance.getEntriesByType('paint').length > 0"
    assert not page.evaluate(painted)

    for route in held:
        route.continue_()

    wait_until(page, painted)


def test_an_early_kick_off_counts(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start_formations(alice, bob, now)
    early = Early(open_page(user=alice), f"/games/{game.pk}/", "formation", "early")

    early.press("Kick off")
    early.come()

    expect(prompt(early.page)).to_have_text("Waiting for bob's formation.")


def test_a_rematch_waits_for_no_letters(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    """The word across the pitch is fetched beside what acts on a press."""
    first_to_one(game, OPEN_GOAL)
    play(game, "!e8", now=now)
    early = Early(open_page(user=alice), f"/games/{game.pk}/", "over", "at_touch")

    early.press("Rematch")

    expect(early.page.get_by_role("button", name="Rematch offered…")).to_be_disabled()
    early.come()


@pytest.mark.needs("phrases")
def test_early_words_are_asked_for_once(open_page: OpenPage, alice: User, game: Game) -> None:
    """The button of a feature has no link that would lead on without a script."""
    early = Early(open_page(user=alice, size=DESK), f"/games/{game.pk}/", "game_page", "early")

    early.press("Quick chat")
    early.come()

    expect(early.page.get_by_role("dialog", name="Quick chat")).to_be_visible()


@pytest.mark.needs("live")
def test_an_early_search_for_an_opponent_begins(open_page: OpenPage, alice: User) -> None:
    early = Early(open_page(user=alice), "/live/", "seek", "early")
    early.page.get_by_role("radio", name="Future Chess").check()

    early.press("Find a player")
    early.come()

    expect(early.page.get_by_role("button", name="Stop looking")).to_be_visible()
    expect(early.page.get_by_role("radio", name="Future Chess")).to_be_checked()


def test_an_early_swipe_turns_the_page_of_a_replay(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    play(game, "e2e4", "e7e5", now=now)
    page = open_page(user=alice)
    early = Early(page, f"/games/{game.pk}/history/?turn=1", "history_board", "at_touch")
    expect(page.locator("#count")).to_have_text("Move 1")

    page.mouse.move(300, 200)
    page.mouse.down()
    page.mouse.move(180, 205)
    page.mouse.up()
    early.come()

    expect(page.locator("#prompt")).to_have_text("bob: e5")
