"""Film strips: pictures of whole ways through the site, to look at.

It needs a running service, and is no test of the suite:

    SHORT_CLOCKS=1 LIMITS=0 python3 manage.py up
    python3 -m tests.e2e.film http://127.0.0.1:8000 pictures

Each stop is kept in four sizes, by day and by night, and as one strip for each size. In the cup
players resign, so that it comes to its certificate within minutes.
"""

from __future__ import annotations

import argparse
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.browser import FLAGS, PHONE, SIZES
from tests.e2e.chromium import find_chromium
from tests.e2e.robot_match import PATIENCE, Newcomer

WAYS: Final = ["d5", "e5", "net", "net", "e5", "h8", "a8"]
"""What is tapped in the lesson of the first page."""
STRIP_HEIGHT: Final = 600


class Film:
    """Keeps pictures of one way."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.stops: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)

    def look(self, page: Page, stop: str) -> None:
        """Keep a picture in every size, by day and by night, unless there is one."""
        if stop in self.stops:
            return
        self.stops.append(stop)
        print(f"{self.name}: {stop}", flush=True)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("dark", "light"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_timeout(250)
                page.screenshot(path=self._path(stop, width, height, scheme))
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    def _path(self, stop: str, width: int, height: int, scheme: str) -> Path:
        number = self.stops.index(stop) + 1
        return self.folder / f"{self.name}-{number:02}-{stop}-{width}x{height}-{scheme}.png"

    def cut(self) -> None:
        """Put the pictures of each size and scheme side by side."""
        for width, height in SIZES if self.stops else ():
            for scheme in ("dark", "light"):
                paths = [self._path(stop, width, height, scheme) for stop in self.stops]
                pictures = [Image.open(path) for path in paths]
                tall = min(STRIP_HEIGHT, height)
                pictures = [
                    one.resize((round(one.width * tall / one.height), tall)) for one in pictures
                ]
                across = 3 if width > height else 6
                rows = -(-len(pictures) // across)
                wide = max(one.width for one in pictures) + 8
                strip = Image.new("RGB", (across * wide, rows * (tall + 8)), "#888")
                for index, one in enumerate(pictures):
                    strip.paste(one, (index % across * wide, index // across * (tall + 8)))
                strip.save(self.folder / f"strip-{self.name}-{width}x{height}-{scheme}.png")


class Stranger(Newcomer):
    """Somebody who plays from the first page on, and whose way is filmed."""

    def __init__(self, page: Page, film: Film) -> None:
        super().__init__(page, film.folder, film.folder)
        self.film = film

    def look(self, name: str, *, once: bool = True) -> None:
        """Keep a picture of each kind, in every size."""
        if name not in self._taken:
            self._taken.add(name)
            self.film.look(self.page, name)


def learn(stranger: Stranger) -> None:
    """Take the lesson of the first page."""
    page = stranger.page
    for number, way in enumerate(WAYS, 1):
        expect(page.locator("[data-count]")).to_contain_text(str(number))
        page.locator("[data-hint]").wait_for()
        if number in {2, 3, 6}:
            stranger.look(f"lesson-{number}")
        if way == "net":
            page.locator(".nets button:not([hidden])").first.click()
        elif number == 1:
            box = page.locator("ce-pitch").bounding_box()
            assert box
            unit = box["width"] / 8
            page.mouse.click(box["x"] + 3.5 * unit, box["y"] + 4.35 * unit)
        else:
            page.locator(f"[data-square={way}]").click()
    page.locator("[data-again]").wait_for()
    stranger.look("lesson-done")


def film_stranger(page: Page, film: Film) -> None:
    """From the first page to a saved account."""
    stranger = Stranger(page, film)
    page.goto("/")
    stranger.look("first-page")
    learn(stranger)
    page.locator("[data-play]").click()
    page.wait_for_url("**/games/*/")
    page.wait_for_timeout(1500)
    stranger.play()
    stranger.look("full-time")
    page.locator("p.save a").first.click()
    page.wait_for_url("**/keep/**")
    stranger.look("save")
    page.locator("[name=username]").fill(stranger.name)
    page.locator("[name=email]").fill(f"{stranger.name}@example.org")
    page.locator("input[type=password]").fill("seventeen blue goals")
    stranger.look("save-filled")
    page.locator("main form button.go").click()
    page.wait_for_url(lambda url: "/keep/" not in url)
    stranger.look("saved")
    page.goto("/")
    stranger.look("home")


def as_guest(page: Page) -> None:
    """Become a guest of the service."""
    page.goto("/")
    page.locator("[data-play]").click()
    page.wait_for_url("**/games/*/")


def sign_up(page: Page) -> None:
    """Create an account."""
    name = f"alice-{secrets.token_hex(3)}"
    page.goto("/accounts/signup/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=email]").fill(f"{name}@example.org")
    page.locator("input[type=password]").fill("seventeen blue goals")
    page.locator("main form [type=submit], main form button.go, .bar button.go").last.click()
    page.wait_for_url(lambda url: "/signup" not in url)


def film_cup(page: Page, film: Film, another: Callable[[], Page]) -> None:
    """A cup among four friends, from its link to the certificate."""
    sign_up(page)
    page.goto("/competitions/")
    film.look(page, "compete")
    page.locator("main form button.go").first.click()
    page.locator("input[readonly]").first.wait_for()
    film.look(page, "created")
    link = page.locator("input[readonly]").first.input_value()
    cup = page.url
    phones = [page]
    for number in range(3):
        friend = another()
        phones.append(friend)
        friend.goto(link)
        if number == 0:
            film.look(friend, "invited")
        friend.locator("button.go:visible").last.click()
        friend.wait_for_timeout(1500)
        if number == 0:
            film.look(friend, "joined")
    page.reload()
    film.look(page, "four")
    page.get_by_role("button", name=re.compile("4")).last.click()
    page.locator(".bracket").wait_for()
    film.look(page, "bracket")
    finish(phones, cup, film)


RESIGN = """async (game) => {
  const { call, newKey } = await import("/static/games/page.js");
  return call("POST", `/api/v1/games/${game}/acts`, { body: { name: "resign" }, key: newKey() });
}"""
"""As the button of the menu does it."""


def finish(phones: list[Page], cup: str, film: Film) -> None:
    """Let one of each pair resign until the cup has its winner."""
    page = phones[0]
    until = time.monotonic() + 300
    while time.monotonic() < until:
        page.goto(cup)
        if page.locator("a[href*='/certificates/']").count():
            break
        # Any but the one who made the cup.
        for phone in phones[1:]:
            phone.goto(cup)
            play = phone.locator(".bar a[href^='/games/']")
            if play.count():
                address = play.first.get_attribute("href") or ""
                phone.evaluate(RESIGN, address.split("/")[2])
                phone.reload()
                film.look(phone, "resigned")
        page.wait_for_timeout(5000)
    film.look(page, "over")
    page.locator("a[href*='/certificates/']").first.click()
    page.wait_for_url("**/certificates/**")
    film.look(page, "certificate")


def film_family(page: Page, film: Film) -> None:
    """The first lap of a game among four, against three bots."""
    as_guest(page)
    page.goto("/new/?game=family")
    film.look(page, "new")
    page.locator("[value=bots], [name=fill]").first.click()
    page.wait_for_load_state()
    film.look(page, "filled")
    page.locator(".bar button.go").last.click()
    page.wait_for_url(re.compile("/(games|challenges)/"))
    if "/challenges/" in page.url:
        film.look(page, "challenge")
        page.wait_for_url("**/games/*/", timeout=PATIENCE)
    until = time.monotonic() + 120
    turns = 0
    while turns < 2 and time.monotonic() < until:
        page.wait_for_timeout(1500)
        if page.locator("#send").is_visible():
            film.look(page, f"turn-{turns + 1}")
            game = page.url.rstrip("/").split("/")[-1].split("?")[0]
            found = page.request.get(f"/api/v1/games/{game}/options").json()["actions"]
            move = next(one for one in found if one.get("from"))
            page.locator(f'[data-square="{move["from"]}"]').click()
            if not turns:
                film.look(page, "chosen")
            page.locator(f'[data-square="{move["to"]}"]').click()
            if not turns:
                film.look(page, "put-together")
            page.wait_for_timeout(400)
            page.locator("#send").click()
            page.wait_for_timeout(700)
            if not turns:
                film.look(page, "waiting")
            turns += 1
    film.look(page, "after-a-lap")


@contextmanager
def phones(browser: Browser, url: str, language: str) -> Iterator[Callable[[], Page]]:
    """Give a function that opens another phone."""
    contexts: list[Any] = []

    def another() -> Page:
        context = browser.new_context(
            base_url=url,
            viewport={"width": PHONE[0], "height": PHONE[1]},
            has_touch=True,
            locale={"en": "en-GB", "de": "de-DE"}[language],
            timezone_id="Europe/Vienna",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: print(f"  uncaught: {error}", flush=True))
        return page

    yield another
    for context in contexts:
        context.close()


def main() -> None:
    """Film what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("pictures", type=Path, help="where pictures go")
    parser.add_argument("--only", choices=["stranger", "cup", "family"])
    parser.add_argument("--language", choices=["en", "de"])
    given = parser.parse_args()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS])
        for language in [given.language] if given.language else ["en", "de"]:
            for name in [given.only] if given.only else ["stranger", "cup", "family"]:
                film = Film(given.pictures / language, name)
                with phones(browser, given.url, language) as another:
                    try:
                        if name == "stranger":
                            film_stranger(another(), film)
                        elif name == "cup":
                            film_cup(another(), film, another)
                        else:
                            film_family(another(), film)
                    finally:
                        film.cut()
        browser.close()


if __name__ == "__main__":
    main()
