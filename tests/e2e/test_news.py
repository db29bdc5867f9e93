"""News that cannot be shown at once: the page continues listening and shows them later."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import Page, Request, Route, expect

from accounts.models import User
from games.models import Game
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import BEFORE_CARRIER, at, prompt, rigged
from tests.games.matches import OPEN_GOAL, play

SHOOTING = "r2k3r/2p1bp2/2n1p3/3p1n2/1q6/3P1NB1/2P1PP2/R2KN2R b b4 open - 3"
"""Black's queen on b4 may shoot at e1."""
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.mark.parametrize("fails", ["**/showing*.js", "**/motion*.js"])
def test_a_shot_that_could_not_be_shown_is_shown_after_a_reload(
    open_page: OpenPage, alice: User, game: Game, now: datetime, fails: str
) -> None:
    rigged(at(game, SHOOTING), 45, 79)
    page = open_page(f"/games/{game.pk}/", user=alice)
    page.witness.expected += ["ERR_FAILED", "dynamically imported"]
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    page.route(fails, lambda route: route.abort())

    play(game, "!e1", now=now)
    page.evaluate(LOOK)
    expect(page.locator("#play-bar")).to_be_visible()
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")

    page.unroute(fails)
    page.reload()
    expect(page.get_by_role("region", name="Blocked on e1")).to_be_visible()
    page.reload()
    expect(page.locator("#play-bar")).to_be_visible()
    expect(page.get_by_role("region", name="Blocked on e1")).to_have_count(0)


def test_a_shot_of_a_man_who_moved_first_is_shown(
    open_page: OpenPage, bob: User, game: Game, now: datetime
) -> None:
    at(game, OPEN_GOAL)
    page = open_page(f"/games/{game.pk}/", user=bob)
    expect(prompt(page)).to_contain_text("It's alice's turn.")

    play(game, "e2e4 !e8", now=now)
    page.evaluate(LOOK)

    expect(page.get_by_role("region", name="Goal! 0–1")).to_be_visible()


LONG_WAITS = """
  const wait = window.setTimeout;
  const long = [];
  // Waits for a script are ended by the test; a call has its quarter of a minute.
  window.setTimeout = (act, ms, ...rest) =>
    ms >= 15000 && !/abort/.test(act) ? long.push(act) : wait(act, ms, ...rest);
  addEventListener("endlongwaits", () => long.splice(0).forEach((act) => act()));
"""


class OnItsWay:
    """The requests of a page that aren't answered yet, without its stream and what hangs."""

    def __init__(self, page: Page, hanging: re.Pattern[str]) -> None:
        self.requests: set[Request] = set()
        self._hanging = hanging
        page.on("request", self._note)
        page.on("requestfinished", self._forget)
        page.on("requestfailed", self._forget)

    def _note(self, request: Request) -> None:
        if not self._hanging.search(request.url) and "/events" not in request.url:
            self.requests.add(request)

    def _forget(self, request: Request) -> None:
        self.requests.discard(request)


@pytest.mark.parametrize("name", ["motion", "showing", "ribbon", "result_banner", "sync", "shot"])
def test_a_script_that_never_comes_deafens_no_page(
    open_page: OpenPage, alice: User, game: Game, now: datetime, name: str
) -> None:
    """A request may hang without an error: what waits for a script waits for a while only."""
    rigged(at(game, SHOOTING), 45, 79)
    page = open_page(user=alice)
    page.add_init_script(LONG_WAITS)
    page.goto(f"/games/{game.pk}/")
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    hanging = re.compile(rf"/{name}(\.\w+)?\.js")
    page.route(hanging, lambda route: None)
    on_its_way = OnItsWay(page, hanging)

    play(game, "!e1", now=now)
    page.evaluate(LOOK)
    while not page.locator("#play-bar").is_visible():
        # What isn't answered yet may still come; only what hangs is waited for in vain.
        if not on_its_way.requests:
            page.locator("html").dispatch_event("endlongwaits")
        page.wait_for_timeout(20)

    expect(prompt(page)).to_have_text("Your turn. You have the ball.")


@pytest.mark.parametrize("status", [0, 500])
def test_a_look_that_fails_halfway_is_made_again_automatically(
    open_page: OpenPage, alice: User, game: Game, now: datetime, status: int
) -> None:
    """The game was fetched, its turns were not: the next look does not take that for no news."""
    at(game, BEFORE_CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice)
    page.witness.expected += ["ERR_FAILED", "500", "wrong on our side"]
    expect(page.locator("#wait-bar")).to_be_visible()
    failed: list[Route] = []

    def fail_once(route: Route) -> None:
        # It stays: a route that is taken back can strand what is on its way just then.
        if failed:
            route.continue_()
            return
        failed.append(route)
        if status:
            route.fulfill(status=status, body="{}")
        else:
            route.abort()

    page.route("**/turns?**", fail_once)

    play(game, "e4g6", now=now)
    page.evaluate(LOOK)

    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    expect(page.locator("#live")).to_have_text("bob: bishop drops back to g6.")
    assert failed


def test_a_turn_played_between_two_questions_is_no_error(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(page.locator("#wait-bar")).to_be_visible()
    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route)
        route.fulfill(status=409, json={"code": "stale_turn", "detail": "Reload the game."})

    page.route("**/options?**", refuse_once)

    play(game, "e4g6", now=now)
    page.evaluate(LOOK)

    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    assert refused
