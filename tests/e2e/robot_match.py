"""A match against a house robot by touch alone: from registration to the last goal.

It needs a running service and plays like a newcomer with a phone, so it takes minutes and is
no test of the suite:

    python3 manage.py up
    python3 -m tests.e2e.robot_match http://127.0.0.1:8000 var/mail pictures

Which turn to send it asks of ``options``, as any client may; everything else is a tap.
"""

from __future__ import annotations

import argparse
import re
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as NothingNew

from games import demo
from tests.e2e.browser import FLAGS, PHONE

PATIENCE = 60_000
"""Milliseconds in which the robot answers and the page hears of it."""
MOST_TURNS = 200


class Newcomer:
    """Someone with a phone who has never been here."""

    def __init__(self, page: Page, mails: Path, pictures: Path) -> None:
        self.page = page
        self.mails = mails
        self.pictures = pictures
        self.name = f"alice-{secrets.token_hex(3)}"
        self.taps = 0
        self.told = ""
        self._taken: set[str] = set()
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)

    # --- hands and eyes ---

    def tap(self, role: Any, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        """Touch what has this name."""
        self.page.get_by_role(role, name=name, exact=exact).first.tap()
        self.taps += 1

    def look(self, name: str, *, once: bool = True) -> None:
        """Keep a picture; of each kind only the first."""
        if name in self._taken and once:
            return
        self._taken.add(name)
        number = len(self._taken)
        self.page.screenshot(path=self.pictures / f"{number:02}-{name}.png")

    # --- the way in ---

    def register(self) -> None:
        """Create account on the page and confirm the address from the mail."""
        self.page.goto("/")
        self.look("landing")
        self.tap("link", "Log in")
        self.tap("link", "Create account")
        self.page.get_by_label("Username").fill(self.name)
        self.page.get_by_label("Email").fill(f"{self.name}@example.org")
        self.page.get_by_label("Password", exact=True).fill("seventeen blue goals")
        self.look("registration")
        self.tap("button", "Create account")
        expect(self.page.get_by_role("link", name="Challenge a friend")).to_be_visible()
        self.look("no-game-yet")
        self.page.goto(self._link_from_the_mail())
        self.look("is-it-yours")
        self.tap("button", "Yes, it's mine")
        expect(self.page.get_by_text("Your address is confirmed.")).to_be_visible()

    def _link_from_the_mail(self) -> str:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            for file in self.mails.glob("*"):
                mail = message_from_bytes(file.read_bytes(), policy=policy.default)
                body = mail.get_body(("plain",))
                if self.name in str(mail["To"]) and body is not None:
                    found = re.search(r"https?://[^/\s]+(/\S+)", body.get_content())
                    if found:
                        return found[1]
            time.sleep(0.5)
        raise TimeoutError(f"no mail for {self.name} in {self.mails}")

    def challenge(self, robot: str, goals: int) -> None:
        """Send a challenge and wait until the robot has accepted it."""
        self.page.goto("/new/")
        self.page.locator("summary", has_text="Goals to win").click()
        stepper = self.page.get_by_role("spinbutton", name="Goals to win")
        while int(stepper.input_value()) != goals:
            is_less = int(stepper.input_value()) > goals
            self.tap("button", re.compile("one less" if is_less else "one more"))
        self.look("new-game")
        self.tap("button", re.compile(f"^{robot}"))
        self.page.wait_for_url("**/games/*/")

    # --- the match ---

    def play(self) -> int:
        """Play until the match is over; return how many turns that took."""
        turns = 0
        while turns < MOST_TURNS:
            self._go_on()
            if self.page.locator("[data-call=rematch]").first.is_visible():
                self.look("over")
                return turns
            if self.page.locator("#ready").is_visible():
                self._arrange()
            elif self.page.locator("#send").is_visible():
                self._play_turn(turns)
                turns += 1
            else:
                self._wait()
        raise TimeoutError("the match does not end")

    def _go_on(self) -> None:
        """Look at what came of a shot, and press the button that leads on, if there is one."""
        ribbon = self.page.locator(".ribbon")
        if not ribbon.is_visible():
            return
        title = ribbon.get_by_role("heading").inner_text()
        if title != self.told:
            self.told = title
            # After the last goal it makes room for full time automatically.
            print(f"  {title}: {ribbon.locator('p').inner_text()}", flush=True)
            self.look("told-" + re.sub(r"[^a-z]+", "-", title.lower()).strip("-"))
        onward = self.page.locator("#next")
        if onward.is_visible():
            onward.tap()
            self.taps += 1
            expect(onward).to_be_hidden()

    def _arrange(self) -> None:
        self.look("formation")
        ready = self.page.locator("#ready")
        ready.tap()
        self.taps += 1
        expect(ready).to_be_hidden()

    def _wait(self) -> None:
        """The page asks for news automatically; it may also go to another one to show them."""
        self.look("waiting")
        news = "#next, #send:visible, #ready:visible, [data-call=rematch]:visible"
        self.page.locator(news).first.wait_for()

    def _play_turn(self, number: int) -> None:
        if number == 0:
            self.look("first-turn")
        send = self.page.locator("#send")
        for choice in self._choose():
            self._stage(choice)
        expect(send).to_have_attribute("aria-disabled", "false")
        # A press that follows the staging tap at once counts as a slip of the finger.
        self.page.wait_for_timeout(260)
        self.look(f"staged-{choice['kind']}")
        words = send.inner_text()
        with self.page.expect_response("**/turns") as answer:
            send.tap()
        self.taps += 1
        turn = answer.value.json()["turn"]
        print(f"{turn['number']}. {words}: {turn['notation']}", flush=True)
        # A shot flies and is told under the board; else the page waits or continues.
        if choice["kind"] == "shot":
            self.page.locator(".ribbon").wait_for()
        else:
            expect(send.filter(has_text="Sending…", visible=True)).to_have_count(0)

    def _touch(self, target: Locator) -> None:
        """Touch it; what the robot's last shot came to may first have to be put away."""
        while True:
            try:
                target.tap(timeout=3000)
            except NothingNew:
                self._go_on()
            else:
                break
        self.taps += 1

    def _square(self, name: str) -> Locator:
        return self.page.locator(f'[data-square="{name}"]')

    def _choose(self) -> list[dict[str, Any]]:
        game = self.page.url.rstrip("/").split("/")[-1].split("?")[0]
        chosen: list[dict[str, Any]] = []
        while True:
            after = " ".join(choice["text"] for choice in chosen)
            answer = self.page.request.get(f"/api/v1/games/{game}/options", params={"after": after})
            options = answer.json()
            best = max(options["actions"], key=lambda one: demo.worth(one, options), default=None)
            is_enough = options["complete"] == 0 and best and demo.worth(best, options) <= 0
            if best is None or is_enough:
                return chosen
            chosen.append(best)
            if options["complete"] == 1:
                return chosen

    def _stage(self, choice: dict[str, Any]) -> None:
        before = self.page.locator("[data-kind].done").count()
        if choice["kind"] == "shot":
            self._touch(self.page.locator(f'[data-net="{choice["to"]}"]'))
        else:
            start = self._square(choice["from"])
            # The carrier is selected automatically, perhaps just before a touch that takes it back.
            while start.get_attribute("aria-selected") != "true":
                self._touch(start)
                with suppress(AssertionError):
                    expect(start).to_have_attribute("aria-selected", "true", timeout=1000)
            self.look("selected")
            self._touch(self._square(choice["to"]))
            sheet = self.page.locator("dialog.sheet:not(#menu)")
            if sheet.is_visible():
                self.look("two-meanings")
                self._touch(sheet.get_by_role("button").filter(has_not_text="Shoot").first)
        expect(self.page.locator("[data-kind].done")).not_to_have_count(before)


def complaints(page: Page) -> list[str]:
    """Return a list that fills with whatever the page complains of."""
    heard: list[str] = []
    page.on("console", lambda m: heard.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(f"uncaught: {error}"))
    return heard


def play_through(url: str, mails: Path, pictures: Path, robot: str, goals: int) -> Iterator[str]:
    """Play one match and yield what to print of it."""
    pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=[*FLAGS])
        context = browser.new_context(
            base_url=url,
            viewport={"width": PHONE[0], "height": PHONE[1]},
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
            locale="en-GB",
        )
        page = context.new_page()
        heard = complaints(page)
        newcomer = Newcomer(page, mails, pictures)
        started = time.monotonic()
        newcomer.register()
        yield f"{newcomer.name} has registered and confirmed the address."
        newcomer.challenge(robot, goals)
        yield f"{robot} has accepted: {page.url}"
        turns = newcomer.play()
        yield page.locator("#prompt").inner_text()
        page.locator(".full-time").get_by_role("link", name="Replay").tap()
        page.wait_for_url("**/history/")
        newcomer.look("history")
        minutes = (time.monotonic() - started) / 60
        yield f"{turns} turns, {newcomer.taps} taps, {minutes:.1f} minutes; complaints: {heard}"
        browser.close()
    if heard:
        sys.exit(1)


def main() -> None:
    """Read where the service is and play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("mails", type=Path, help="the folder with the mails of the service")
    parser.add_argument("pictures", type=Path, help="where screenshots go")
    parser.add_argument("--robot", default="Otto")
    parser.add_argument("--goals", type=int, default=2)
    given = parser.parse_args()
    for line in play_through(given.url, given.mails, given.pictures, given.robot, given.goals):
        print(line, flush=True)


if __name__ == "__main__":
    main()
