"""Players who sit at the page of a live match and touch what a person would."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import httpx
from playwright.async_api import Error, Page

LAST_MOMENT: Final = 0.3
"""Seconds that your own clock shows when Send is pressed at the last moment."""
AT_LAST: Final = 0.15
"""The share of the turns that are."""
STEP: Final = 4_000
"""Milliseconds for one touch: anyone who is slower looks again."""
STALL: Final = 0.1
GRACE: Final = 1.25
"""Seconds that the service waits at most."""
TURN: Final = 10.0
"""Seconds of a turn's clock."""

LOOK: Final = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (selector) => all(selector).some((one) => one.checkVisibility());
  return {
    over: seen("#rematch"), ready: seen("#ready"), send: seen("#send"), onward: seen("#next"),
    staged: document.querySelectorAll("[data-kind].done").length,
    choice: seen("dialog.sheet:not(#menu)"),
    sendable: document.getElementById("send")?.getAttribute("aria-disabled") === "false",
  };
}"""

# The clock is read in the same breath in which the button is pressed.
SEND: Final = """(latest) => new Promise((done) => {
  const look = () => {
    const send = document.getElementById("send");
    const text = document.querySelector('[data-clock="own"] time')?.textContent ?? "";
    const [minutes, seconds] = text.includes(":") ? text.split(":") : [0, text];
    const shown = text ? 60 * Number(minutes) + Number(seconds) : null;
    const isOff = send?.getAttribute("aria-disabled") !== "false";
    if (isOff || !send.checkVisibility()) return done(null);
    if (latest !== null && shown !== null && shown > latest) return setTimeout(look, 20);
    send.click();
    done({ shown, at: Date.now() / 1000 });
  };
  look();
})"""


@dataclass
class Found:
    """What came of all matches."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """Clocks that ran out though Send had been pressed in time."""
    excused: list[str] = field(default_factory=list)
    """The same, while this machine itself was slower than a line may be."""
    ends: Counter[str] = field(default_factory=Counter)
    _stalls: list[tuple[float, float]] = field(default_factory=list)

    async def watch_the_machine(self) -> None:
        """Note when this process, through which all lines go, was woken late, and by how much."""
        while True:
            due = time.time() + 0.02
            await asyncio.sleep(0.02)
            if (late := time.time() - due) > STALL:
                self._stalls.append((due, late))

    def stood_still(self, since: float, until: float) -> float:
        """Return for how long the machine stood still from a press to a little after the end."""
        return sum(late for at, late in self._stalls if since - late <= at <= until + GRACE)


class Sent(NamedTuple):
    """A press of Send: for which turn, what the player's own clock showed, and when."""

    number: int
    shown: float
    at: float


class BrowserPlayer:
    """One side of a live match at its page. ``head`` is where its player's thoughts come from."""

    def __init__(
        self, page: Page, head: str, token: str, game_id: str, side: str, found: Found
    ) -> None:
        self.page, self.side, self.found = page, side, found
        self.path = f"/games/{game_id}/"
        self.address = head
        self.head = httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=30)
        self.sent: list[Sent] = []
        page.set_default_timeout(STEP)

    async def leave(self) -> None:
        """Close what this player thinks with."""
        await self.head.aclose()

    def sent_before(self, side: str, number: int, ended: float) -> Sent | None:
        """Return the press of Send that came in time for a clock that ran out all the same."""
        if side != self.side:
            return None
        for sent in self.sent:
            if sent.number == number and sent.shown > 0 and ended - TURN < sent.at < ended + TURN:
                return sent
        return None

    async def play(self) -> None:
        """Play until the match is over."""
        await self.page.goto(self.path, timeout=60_000, wait_until="commit")
        while True:
            try:
                seen = await self.page.evaluate(LOOK)
                if seen["over"]:
                    return
                await self._go_on(seen)
            except (Error, httpx.HTTPError) as error:
                # The page continues to the next half automatically, or the clock was faster.
                self.found.counts[f"looked again: {type(error).__name__}"] += 1
                await self._see_to_the_page()
            await asyncio.sleep(0.15)

    async def _see_to_the_page(self) -> None:
        """Load the page once more where it did not come over the line."""
        await asyncio.sleep(0.5)
        try:
            if not await self.page.evaluate("!!document.getElementById('prompt')"):
                await self.page.goto(self.path, timeout=60_000, wait_until="commit")
        except Error:
            pass

    async def _go_on(self, seen: dict[str, Any]) -> None:
        if seen["onward"]:
            await self.page.locator("#next").tap()
        elif seen["ready"]:
            await self.page.locator("#ready").tap()
            await asyncio.sleep(0.5)
        elif seen["send"]:
            await self._take_turn(seen)

    async def _take_turn(self, seen: dict[str, Any]) -> None:
        number = (await self.head.get(self.address)).json()["turn"]
        if not seen["staged"]:
            for choice in await self._think(number):
                await self._stage(choice)
        if not (await self.page.evaluate(LOOK))["sendable"]:
            return
        # A press that follows the staging touch at once counts as a slip of the finger.
        await asyncio.sleep(0.27)
        latest = LAST_MOMENT if random.random() < AT_LAST else None
        if latest is None:
            await asyncio.sleep(random.uniform(0.0, 1.0))
        pressed = await self.page.evaluate(SEND, latest)
        if pressed is None:
            return
        self.found.counts["Send pressed"] += 1
        self.found.counts["at the last moment"] += latest is not None
        self.sent.append(Sent(number, pressed["shown"] or 0.0, pressed["at"]))
        for _ in range(40):
            if not (await self.page.evaluate(LOOK))["sendable"]:
                return
            await asyncio.sleep(0.1)

    async def _think(self, number: int) -> list[dict[str, Any]]:
        """Return what to play: some legal turn, not a long one."""
        chosen: list[dict[str, Any]] = []
        while True:
            after = " ".join(choice["text"] for choice in chosen)
            params = {"turn": number, "after": after}
            answer = await self.head.get(f"{self.address}/options", params=params)
            if answer.status_code != 200:
                return []
            options = answer.json()
            is_enough = options["complete"] == 0 and random.random() < 0.7
            if options["complete"] == 1 or is_enough or not options["actions"]:
                return chosen
            chosen.append(random.choice(options["actions"]))

    async def _stage(self, choice: dict[str, Any]) -> None:
        page = self.page
        before = await page.locator("[data-kind].done").count()
        if choice["kind"] == "shot":
            await page.locator(f'[data-net="{choice["to"]}"]').tap()
        else:
            start = page.locator(f'[data-square="{choice["from"]}"]')
            if await start.get_attribute("aria-selected") != "true":
                await start.tap()
            await page.locator(f'[data-square="{choice["to"]}"]').tap()
        for _ in range(STEP // 50):
            seen = await page.evaluate(LOOK)
            if seen["choice"]:
                sheet = page.locator("dialog.sheet:not(#menu)").get_by_role("button")
                await sheet.filter(has_not_text="Shoot").first.tap()
            if seen["staged"] != before:
                return
            await asyncio.sleep(0.05)
