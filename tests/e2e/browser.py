"""What every browser test asks of every page."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Error, FloatRect, Locator, Page, Response

PHONE, SMALL, SIDEWAYS, DESK = (390, 844), (320, 568), (844, 390), (1280, 800)
LOW = (320, 460)
"""The window of a small phone whose browser shows all its bars."""
SIZES = (PHONE, SIDEWAYS, DESK, SMALL)
LEAST_TARGET, LEAST_TEXT = 44, 13
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark") if os.environ.get("SCREENSHOTS") else ("light",)
"""In which sizes are looked at. Nothing is measured otherwise by night: that is for pictures, and
its colours are ``assert_readable_by_night``'s concern."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

AXE_OPTIONS = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    # What is in order need not be described.
    "resultTypes": ["violations"],
}

CONTRAST_OPTIONS = {
    "runOnly": {"type": "rule", "values": ["color-contrast"]},
    "resultTypes": ["violations"],
}

MARK_ALIKE = """
() => {
  const kinds = new Map();
  const looks = new Map();
  const look = (element) => {
    if (!element) return 0;
    if (!looks.has(element)) {
      const { color, backgroundColor, backgroundImage, opacity, filter, fontSize, fontWeight,
              textShadow, position, zIndex } = getComputedStyle(element);
      const kind = [look(element.parentElement), element.tagName, color, backgroundColor,
                    backgroundImage, opacity, filter, fontSize, fontWeight, textShadow, position,
                    zIndex].join();
      if (!kinds.has(kind)) kinds.set(kind, kinds.size + 1);
      looks.set(element, kinds.get(kind));
    }
    return looks.get(element);
  };
  const asked = new Set();
  for (const element of document.querySelectorAll("[data-alike]")) delete element.dataset.alike;
  for (const element of document.body.querySelectorAll("*:not(svg *)")) {
    // What is laid over others is asked about each time.
    if (getComputedStyle(element).position !== "static" || !element.checkVisibility()) continue;
    if (asked.has(look(element))) element.dataset.alike = "";
    asked.add(look(element));
  }
  axe.configure({ rules: [{ id: "color-contrast", selector: "*:not([data-alike])" }] });
}
"""
"""Marks what looks like an earlier element, in others that look alike: axe compares the colours of
the first alone, which took most of its time."""


SMALL_TARGETS = """
(least) => {
  const small = [];
  const selector = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  for (const element of document.querySelectorAll(selector)) {
    let target = element;
    // A radio or a check box is as large as the label around it.
    if (["radio", "checkbox"].includes(element.type)) target = element.closest("label") ?? element;
    if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true })) continue;
    if (element.closest("[inert]") || element.matches(".skip, [aria-hidden=true] *")) continue;
    // A link in a running text is as high as its line (WCAG 2.5.8, inline).
    if (element.tagName === "A" && getComputedStyle(element).display === "inline") continue;
    const { width, height } = target.getBoundingClientRect();
    // A mark in a drawing has others beside it (WCAG 2.5.8), and so has a listed move for a mouse.
    const isMouse = matchMedia("(min-width: 1000px) and (pointer: fine)").matches;
    const isListed = isMouse && element.closest(".round, .rounds");
    const enough = isListed || element instanceof SVGElement ? 24 : least;
    if (width < enough - 0.5 || height < enough - 0.5) {
      small.push(`${element.outerHTML.slice(0, 90)} ${Math.round(width)}x${Math.round(height)}`);
    }
  }
  return small;
}
"""


SMALL_TEXT = """
(least) => {
  const small = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    if (!textContent.trim() || element.closest(".vh, svg, script, noscript")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < least) small.push(`${textContent.trim().slice(0, 40)} ${size}px`);
  }
  return small;
}
"""

WIDE = """
(size) => {
  document.documentElement.style.fontSize = size;
  const { scrollWidth } = document.documentElement;
  const wide = [];
  if (scrollWidth > innerWidth) {
    wide.push(`${scrollWidth} px`);
    for (const node of document.querySelectorAll("body *")) {
      const { right } = node.getBoundingClientRect();
      if (Math.round(right) >= scrollWidth) wide.push(node.outerHTML.slice(0, 120));
    }
  }
  document.documentElement.style.fontSize = "";
  return wide.slice(-3);
}
"""
"""What makes a page scroll sideways, with its text in that size."""


@dataclass
class Witness:
    """Sees what a page loads and what it complains of."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Patterns of complaints that a test provokes."""
    answers: list[Response] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._note(f"uncaught: {error}"))
        self.page.on("response", lambda answer: self.answers.append(answer))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not _is_overtaken(message):
            self._note(message.text)

    def _note(self, complaint: str) -> None:
        if not any(re.search(pattern, complaint) for pattern in self.expected):
            self.complaints.append(complaint)

    def strangers(self, origin: str) -> list[str]:
        """Return the addresses outside the service that were asked for anything."""
        urls = [answer.url for answer in self.answers]
        return [url for url in urls if not url.startswith((origin, "data:", "blob:"))]

    def weights(self) -> dict[str, int]:
        """Return what was loaded, by path, in bytes as they travel compressed."""
        weights = {}
        for answer in self.answers:
            if answer.headers.get("content-type", "").startswith("application/x-ndjson"):
                continue  # A stream has no end.
            try:
                body = answer.body()
            except Error:
                continue  # a redirect has no body
            weights[urlsplit(answer.url).path] = len(gzip.compress(body, 9))
        return weights


def _is_overtaken(message: ConsoleMessage) -> bool:
    """Tell whether the game went on while the page asked, which is refused rightly.

    A page adds its salt in passing, and asks what may be played while a plan or a bot plays it.
    """
    path = urlsplit(message.location["url"]).path
    return path.endswith("/salt") or (path.endswith("/options") and "409" in message.text)


def assert_in_order(page: Page, name: str, *, exempt: Sequence[str] = ()) -> None:
    """Demand all that can be demanded of the page as it stands, and keep a picture of it."""
    assert_fits(page, name, exempt=exempt)
    assert_accessible(page, name)


def assert_fits(page: Page, name: str, *, exempt: Sequence[str] = ()) -> None:
    """Demand that nothing scrolls sideways, every target can be hit and every text be read.

    A target whose tag contains one of ``exempt`` may be smaller.
    """
    page.wait_for_load_state()  # One that was just led to may not have a body yet.
    wide = page.evaluate(WIDE, "")
    assert not wide, f"{name} scrolls: {wide}"
    small = page.evaluate(SMALL_TARGETS, LEAST_TARGET)
    small = [target for target in small if not any(part in target for part in exempt)]
    assert not small, f"{name}: targets under {LEAST_TARGET} px: {small}"
    small = page.evaluate(SMALL_TEXT, LEAST_TEXT)
    assert not small, f"{name}: text under {LEAST_TEXT} px: {small}"
    picture(page, name)


def assert_fits_phones(page: Page, name: str, *, exempt: Sequence[str] = ()) -> None:
    """Demand it on the large phone and the small one.

    The picture on the large phone by day bears the bare name. Small squares are exempt on the
    small phone through ``exempt``.
    """
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for size in (SMALL, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            is_plain = (scheme, size) == ("light", PHONE)
            suffix = "" if is_plain else f"-{size[0]}x{size[1]}-{scheme}"
            assert_fits(page, name + suffix, exempt=exempt if size == SMALL else ())
    page.emulate_media(color_scheme="light")


def too_wide(page: Page) -> list[str]:
    """Return what scrolls sideways with text of twice the size, for a page that measures in rem."""
    found: list[str] = page.evaluate(WIDE, "200%")
    return found


def assert_accessible(page: Page, name: str) -> None:
    """Demand that axe finds nothing (WCAG 2.0 to 2.2, A and AA, and best practice)."""
    _ask_axe(page, name, AXE_OPTIONS)


def assert_readable_by_night(page: Page, name: str) -> None:
    """Demand that the dark colours are far enough apart; all else is as by day."""
    page.emulate_media(color_scheme="dark")
    _ask_axe(page, f"{name}-dark", CONTRAST_OPTIONS)
    page.emulate_media(color_scheme="light")


def _ask_axe(page: Page, name: str, options: dict[str, Any]) -> None:
    # Half a megabyte of script, which a page keeps until it is left.
    axe = Axe(("0;" if page.evaluate("'axe' in globalThis") else AXE_SCRIPT) + f"({MARK_ALIKE})()")
    found = axe.run(page, options=options)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"


def box_of(locator: Locator) -> FloatRect:
    """Return where an element is in the window, once it can be seen."""
    locator.wait_for()
    box = locator.bounding_box()
    assert box is not None, f"{locator} went away while it was measured"
    return box


def boxes_of(page: Page, *locators: Locator) -> list[FloatRect]:
    """Return where elements are in the window at one moment: between two calls a page may move."""
    measure = "elements => elements.map((one) => one.getBoundingClientRect().toJSON())"
    while True:
        for one in locators:
            one.wait_for()
        boxes: list[FloatRect] = page.evaluate(measure, [one.element_handle() for one in locators])
        # What a script has just drawn again has no box.
        if all(box["width"] for box in boxes):
            return boxes


def picture(page: Page, name: str) -> None:
    """Keep a screenshot for people to look at, if a folder for them is named."""
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")
