"""Turns made without a connection: each arrives once, or the player is told why it did not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, Playwright, Route, expect

from accounts.models import User
from games.models import Game
from games.play.deadlines import enforce_deadline
from tests.e2e.browser import FLAGS, PHONE, assert_in_order
from tests.e2e.chromium import find_chromium
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    SQUARES,
    at,
    prompt,
    send,
    square,
    tap,
    wait_until,
    wait_until_sendable,
)
from tests.e2e.test_worker import Worker, cut_off
from tests.games.matches import play
from tests.live import LiveService
from tests.patience import until

WAITING = "Waiting to send. We'll send your turn when you're online."
NO_NET = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|FetchEvent|409"


@pytest.fixture(autouse=True)
def carrier(game: Game) -> Game:
    """Alice's queen has the ball; her knight on c3 may move to d5."""
    return at(game, CARRIER)


def session_of(user: User) -> dict[str, Any]:
    """Return the cookie of someone who is logged in for longer than the browser runs."""
    EmailAddress.objects.get_or_create(user=user, email=user.email, verified=True, primary=True)
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    return {"name": cookie.key, "value": cookie.value, "expires": 4_000_000_000}


def is_ready(page: Page) -> None:
    """Wait until a page has all it needs to keep a turn, which comes with the first touch."""
    page.locator("html").dispatch_event("pointerdown")
    wait_until(page, "Boolean(self.outbox)")


def make_turn(page: Page) -> None:
    """Put a turn together without a connection, and send it."""
    page.context.set_offline(True)
    tap(page, "c3", "d5")
    expect(prompt(page)).to_contain_text("You're offline")
    page.wait_for_timeout(260)
    send(page).tap()
    expect(prompt(page)).to_have_text(WAITING)


@pytest.fixture
def open_game(open_page: OpenPage, alice: User, game: Game) -> Callable[[], Any]:
    """Return a function that opens Alice's game, ready to lose its connection."""

    def opened() -> Any:
        page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
        page.witness.expected.append(NO_NET)
        is_ready(page)
        return page

    return opened


@pytest.mark.long
def test_a_turn_survives_the_browser_and_arrives_once(
    playwright: Playwright, service: LiveService, tmp_path: Path, alice: User, game: Game
) -> None:
    def open_browser() -> Any:
        return playwright.chromium.launch_persistent_context(
            tmp_path,
            executable_path=find_chromium(notifies=True),
            args=FLAGS,
            base_url=service.url,
            viewport={"width": PHONE[0], "height": PHONE[1]},
            has_touch=True,
            reduced_motion="reduce",
            locale="en-GB",
        )

    browser = open_browser()
    # What isn't named is forbidden. Background Sync would send the turn as soon as the browser is
    # there again, before the test can cut the connection.
    browser.grant_permissions(["notifications"])
    browser.add_cookies([{**session_of(alice), "url": service.url}])
    page = browser.pages[0]
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/")
    page.goto(f"/games/{game.pk}/")
    is_ready(page)
    wait_until(page, "caches.open('seen').then((c) => c.keys()).then((k) => k.length === 2)")
    make_turn(page)
    expect(send(page)).to_have_text("Waiting to send")
    expect(page.locator("#undo")).to_have_text("Withdraw")
    browser.close()

    browser = open_browser()
    page = browser.pages[0]
    page.goto("/healthz")
    cut_off(browser)
    page.goto("/")
    expect(page.get_by_text("This is how it was 1 minute ago.")).to_be_visible()
    card = page.get_by_role("link", name="bob")
    expect(card).to_contain_text("Waiting to send")
    expect(page.get_by_role("heading", level=1)).to_have_text("All played")
    expect(page.locator(".next img")).to_have_count(0)
    card.click()
    expect(prompt(page)).to_have_text(WAITING)
    expect(square(page, "d5")).to_have_attribute("aria-label", "d5, white knight")
    assert not game.turns.exists()
    assert_in_order(page, "waiting-to-send", exempt=SQUARES)
    browser.set_offline(False)

    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert game.turns.get().actions == ["c3d5"]
    assert page.evaluate("outbox.all()") == []
    browser.close()


def test_a_turn_whose_answer_was_lost_is_sent_again_and_played_once(
    open_game: Callable[[], Any], game: Game
) -> None:
    page = open_game()

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/turns", lose_the_answer)
    tap(page, "c3", "d5")
    wait_until_sendable(page)
    send(page).tap()
    expect(prompt(page)).to_have_text(WAITING)
    assert game.turns.get().actions == ["c3d5"]
    page.close()

    page = open_game()

    expect(prompt(page)).to_contain_text("It's bob's turn.")
    wait_until(page, "outbox.all().then((left) => left.length === 0)")
    assert game.turns.count() == 1


def test_the_worker_sends_when_no_page_of_ours_is_open(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    page = open_page("/", user=alice, has_touch=True)
    page.witness.expected.append(NO_NET)
    worker = Worker(page, stays=True)
    page.goto(f"/games/{game.pk}/")
    is_ready(page)
    make_turn(page)
    # It's left before the net is back: it would send the turn itself.
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto("/healthz")

    sync = {"origin": page.evaluate("location.origin"), "registrationId": worker.registration}
    event = {**sync, "tag": "turns", "lastChance": False}
    played = f"fetch('/api/v1/games/{game.pk}').then((a) => a.json()).then((g) => g.turn === 2)"

    def is_played() -> bool:
        # A browser does it again as long as the turn didn't arrive: the net may not be back yet.
        worker.session.send("ServiceWorker.dispatchSyncEvent", event)
        page.wait_for_timeout(500)
        return bool(page.evaluate(played))

    until(is_played)
    assert game.turns.get().actions == ["c3d5"]


@pytest.mark.long
@pytest.mark.needs("notebook")
def test_a_turn_that_comes_too_late_is_told_and_stays_as_a_line(
    open_game: Callable[[], Any], game: Game, now: datetime, alice: User
) -> None:
    page = open_game()
    make_turn(page)
    play(game, "c3e4", "g6f5", now=now)

    def answer_late(route: Route) -> None:
        expect(prompt(page)).not_to_have_text(WAITING)
        route.continue_()

    page.route("**/api/v1/me", answer_late)
    page.context.set_offline(False)

    note = page.locator("#not-played")
    expect(note).to_contain_text("Your turn wasn't played: Knight c3 to d5. The game moved on.")
    assert_in_order(page, "not-played", exempt=SQUARES)
    page.goto("/")
    expect(page.locator("[data-unplayed]")).to_contain_text("Your turn wasn't played.")
    page.locator("[data-unplayed] a").click()
    note.get_by_role("link", name="Analyse").click()
    expect(page.locator("#lines > li")).to_have_count(1)
    expect(page.locator("#lines > li")).to_contain_text("d5")
    page.go_back()
    note.get_by_role("button", name="OK").tap()
    page.reload()
    is_ready(page)
    expect(page.locator("#prompt")).to_be_visible()
    expect(note).to_have_count(0)
    assert game.turns.count() == 2


def test_a_turn_whose_time_ran_out_meanwhile_is_told_and_not_played(
    open_game: Callable[[], Any], game: Game
) -> None:
    page = open_game()
    make_turn(page)
    deadline = Game.objects.get(pk=game.pk).deadline
    assert deadline is not None
    assert enforce_deadline(game.pk, deadline + timedelta(minutes=1))

    page.context.set_offline(False)

    expect(page.locator("#not-played")).to_contain_text("Your turn wasn't played: Knight c3 to d5.")
    assert not game.turns.filter(actions=["c3d5"]).exists()


@pytest.mark.long
def test_two_tabs_show_the_same_turn_and_either_withdraws_it(
    open_game: Callable[[], Any], game: Game
) -> None:
    page = open_game()
    other = page.context.new_page()
    other.goto(page.url)
    is_ready(other)
    make_turn(page)

    expect(prompt(other)).to_have_text(WAITING)
    other.locator("#undo").tap()
    expect(prompt(other)).to_have_text("Withdrawn.")
    expect(page.locator("#undo")).to_have_text("Undo")
    page.context.set_offline(False)
    page.wait_for_timeout(300)
    assert not game.turns.exists()

    # It is a draft again.
    page.context.set_offline(True)
    send(other).tap()
    expect(prompt(page)).to_have_text(WAITING)
    page.context.set_offline(False)
    for one in (page, other):
        expect(prompt(one)).to_contain_text("It's bob's turn.")
    assert game.turns.get().actions == ["c3d5"]


@pytest.mark.long
def test_another_account_on_the_device_sends_nothing(
    open_game: Callable[[], Any], service: LiveService, game: Game, alice: User, bob: User
) -> None:
    page = open_game()
    make_turn(page)
    page.context.add_cookies([{**session_of(bob), "url": service.url}])
    page.context.set_offline(False)

    expect(prompt(page)).to_contain_text("You were logged out. Your turn is saved.")
    page.goto("/")
    expect(page.get_by_text("Waiting to send")).to_have_count(0)
    page.goto(f"/games/{game.pk}/")
    is_ready(page)
    expect(page.locator("#not-played")).to_have_count(0)
    assert not game.turns.exists()

    page.context.add_cookies([{**session_of(alice), "url": service.url}])
    page.goto(f"/games/{game.pk}/")
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert game.turns.get().actions == ["c3d5"]


def test_without_room_on_the_device_the_open_page_sends(
    open_game: Callable[[], Any], service: LiveService, game: Game
) -> None:
    page = open_game()
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": service.url, "quotaSize": 1})
    page.context.set_offline(True)
    tap(page, "c3", "d5")
    expect(prompt(page)).to_contain_text("You're offline")
    page.wait_for_timeout(260)
    send(page).tap()

    expect(prompt(page)).to_have_text(
        "You're offline. Keep this page open, and we'll send your turn."
    )
    page.context.set_offline(False)
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    assert game.turns.get().actions == ["c3d5"]
