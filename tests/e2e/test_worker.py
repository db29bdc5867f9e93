"""The service worker: notifications, where they lead, and the page for no connection."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect

from accounts.models import User
from games.models import Game
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import pausing, prompt, send, square, wait_until_sendable
from tests.e2e.windows import Windows
from tests.patience import until

pytestmark = pytest.mark.long
"""Notifications are shown by a browser of their own, which costs seconds to start."""

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, navigate: data.navigate }));
}"""

# To ask for the notifications while one is being shown makes Chromium forget that one.
COUNTED = """() => {
  self.count = 0;
  const show = registration.showNotification.bind(registration);
  registration.showNotification = (...given) => show(...given).finally(() => self.count++);
}"""


class Worker:
    """The worker of a page's window, and a push service for it."""

    def __init__(self, page: Any, *, stays: bool = False) -> None:
        self.page = page
        self.registration = ""
        self.session = page.context.new_cdp_session(page)
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.session.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.evaluate(COUNTED)
        # The list of games clears what does not wait, and would clear what a test shows too.
        if not stays:
            page.goto("/learn/eleven/read/")

    def _note(self, event: dict[str, Any]) -> None:
        for registration in event["registrations"]:
            self.registration = registration["registrationId"]

    def push(self, message: object) -> None:
        """Deliver a message as the browser's push service would."""
        self.push_text(json.dumps(message))

    def push_text(self, data: str) -> None:
        """Deliver any text and return once a notification is shown for it."""
        before = self.evaluate("self.count")
        self.session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self.page.evaluate("location.origin"),
                "registrationId": self.registration,
                "data": data,
            },
        )
        until(lambda: self.evaluate("self.count") > before, pausing(self.page))

    def shown(self, *expected: str) -> list[dict[str, str]]:
        """Return the notifications once they are those with these titles."""
        shown: list[dict[str, str]] = []

        def are_those() -> bool:
            shown[:] = self.page.evaluate(SHOWN)
            return sorted(note["title"] for note in shown) == sorted(expected)

        until(are_those, pausing(self.page))
        return shown

    def go_home(self) -> None:
        """Open the list of games and return once it has cleared what does not wait."""
        self.push(message("zzzzzzzz", "Answered long ago"))
        self.shown("Answered long ago")
        self.page.goto("/")
        self.shown()

    def tap(self, address: str) -> None:
        """Go where a tap on a notification leads."""
        worker = self.page.context.service_workers[0]
        worker.evaluate("(address) => show(address)", address)

    def evaluate(self, script: str) -> Any:
        """Return what a script of the worker's own world gives."""
        return self.page.context.service_workers[0].evaluate(script)

    def click_notification(self) -> None:
        """Click the one notification that is shown, as far as the worker can tell."""
        self.evaluate(
            """async () => {
              const [notification] = await registration.getNotifications();
              const event = new NotificationEvent("notificationclick", { notification });
              // Only the browser's own events may be prolonged.
              event.waitUntil = () => {};
              dispatchEvent(event);
            }"""
        )


def cut_off(window: BrowserContext) -> None:
    """Take the connection away and return once the worker, too, is without one."""
    window.set_offline(True)
    is_cut = "fetch('/healthz').then(() => false, () => true)"
    until(lambda: window.service_workers[0].evaluate(is_cut), pausing(window.pages[0]))


def message(game: str, title: str, **more: Any) -> dict[str, Any]:
    """Return a message in the form that is sent."""
    note = {"title": title, "navigate": f"/games/{game}/", "tag": f"game-{game}", **more}
    return {"web_push": 8030, "notification": note}


@pytest.fixture
def windows(notifying_windows: Windows) -> Windows:
    """The windows of a browser that shows notifications."""
    return notifying_windows


@pytest.fixture
def worker(open_page: OpenPage, alice: User) -> Worker:
    return Worker(open_page("/", user=alice, permissions=["notifications"]))


def test_a_newer_message_of_a_game_replaces_the_older(worker: Worker) -> None:
    worker.push(message("aaaaaaaa", "Old"))
    worker.shown("Old")
    worker.push(message("aaaaaaaa", "New", body="1–0"))
    worker.push(message("bbbbbbbb", "Other"))

    shown = {note["title"]: note for note in worker.shown("New", "Other")}

    assert shown["New"]["tag"] == "game-aaaaaaaa"
    assert shown["New"]["body"] == "1–0"


def test_what_is_no_longer_true_is_withdrawn(worker: Worker) -> None:
    worker.push(message("aaaaaaaa", "Old"))
    worker.shown("Old")
    worker.push(message("bbbbbbbb", "New", data={"stale": ["game-aaaaaaaa"]}))

    worker.shown("New")


def test_the_list_of_games_clears_what_was_answered(game: Game, worker: Worker) -> None:
    worker.push(message("aaaaaaaa", "Answered"))
    worker.push(message(game.pk, "Waiting"))
    worker.shown("Answered", "Waiting")

    worker.page.goto("/")

    worker.shown("Waiting")


def test_a_message_that_cannot_be_read_still_shows_something(worker: Worker) -> None:
    worker.push_text("not json")

    assert worker.shown("Chess Eleven")[0]["navigate"] == "/"


def test_a_tap_goes_to_the_tab_that_shows_the_games(worker: Worker, game: Game) -> None:
    worker.go_home()

    worker.tap(f"/games/{game.pk}/?from=push")

    worker.page.wait_for_url(f"**/games/{game.pk}/?from=push")


def test_a_click_closes_the_notification_and_opens_the_game(worker: Worker, game: Game) -> None:
    worker.go_home()
    worker.push(message(game.pk, "Your turn"))
    worker.shown("Your turn")

    worker.click_notification()

    worker.page.wait_for_url(f"**/games/{game.pk}/")
    worker.shown()
    assert len(worker.page.context.pages) == 1


def test_a_game_that_is_open_is_not_opened_again(worker: Worker, game: Game) -> None:
    games = worker.page.context.new_page()
    games.goto(f"/games/{game.pk}/")
    worker.push(message(game.pk, "Your turn"))
    worker.shown("Your turn")

    worker.click_notification()

    worker.shown()
    assert [urlsplit(page.url).path for page in worker.page.context.pages] == [
        "/learn/eleven/read/",
        f"/games/{game.pk}/",
    ]


def test_a_turn_that_is_sent_clears_its_notification(worker: Worker, game: Game) -> None:
    worker.page.goto(f"/games/{game.pk}/")
    worker.push(message(game.pk, "Your turn"))
    worker.push(message("bbbbbbbb", "Other"))
    worker.shown("Your turn", "Other")

    square(worker.page, "c3").click()
    square(worker.page, "d5").click()
    wait_until_sendable(worker.page)
    send(worker.page).click()

    expect(prompt(worker.page)).to_contain_text("It's bob's turn.")
    worker.shown("Other")


def test_a_formation_that_is_locked_clears_its_notification(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    worker = Worker(open_page("/", user=alice, permissions=["notifications"]))
    page = worker.page
    page.goto(f"/games/{arranging.pk}/")
    worker.push(message(arranging.pk, "Arrange"))
    worker.shown("Arrange")

    page.get_by_role("button", name="Kick off").click()

    expect(prompt(page)).to_have_text("Waiting for bob's formation.")
    worker.shown()


def test_the_icon_bears_the_number_of_games_that_wait(worker: Worker) -> None:
    worker.evaluate(
        """() => {
          self.marks = [];
          navigator.setAppBadge = async (count) => self.marks.push(count);
          navigator.clearAppBadge = async () => self.marks.push(0);
        }"""
    )

    worker.push(message("aaaaaaaa", "One", app_badge="3"))
    worker.shown("One")
    worker.push(message("aaaaaaaa", "Two", app_badge="0"))
    worker.shown("Two")

    assert worker.evaluate("self.marks") == [3, 0]


def test_the_page_marks_the_icon_too(open_page: OpenPage, alice: User, game: Game) -> None:
    page = open_page(user=alice)
    page.add_init_script("navigator.setAppBadge = async (n) => localStorage.setItem('mark', n)")

    page.goto("/")
    page.wait_for_load_state("load")

    assert page.evaluate("localStorage.getItem('mark')") == "1"


def test_the_browser_finds_nothing_that_keeps_it_from_being_installed(worker: Worker) -> None:
    session = worker.page.context.new_cdp_session(worker.page)

    manifest = session.send("Page.getAppManifest")
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]

    assert manifest["url"].endswith("/manifest.webmanifest")
    assert manifest["errors"] == []
    # The windows of a test are private ones, from which nothing is ever installed.
    assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []


def test_a_tap_leads_nowhere_else(worker: Worker) -> None:
    worker.tap("https://example.org/")

    assert worker.page.url.endswith("/")
    assert len(worker.page.context.pages) == 1


def test_no_connection_has_a_page_of_its_own(worker: Worker) -> None:
    page = worker.page
    page.witness.expected.append("ERR_INTERNET_DISCONNECTED|ERR_FAILED|FetchEvent")
    page.reload()
    cut_off(page.context)

    page.goto("/lobby/")

    expect(page.get_by_role("heading", level=1)).to_have_text("You're offline")
    assert page.evaluate("getComputedStyle(document.body).display") == "flex", "unstyled"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Open challenges")
