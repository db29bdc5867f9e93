"""The first page and the lessons, by keyboard alone."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils import translation
from playwright.sync_api import expect

from games.features.learn.lessons import WHISTLE, all_chapters
from tests.e2e.browser import SMALL
from tests.e2e.conftest import OpenPage


@pytest.mark.needs("learn")
@pytest.mark.long
def test_the_first_touches_and_a_lesson_are_played_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/")
    keys, site = page.keyboard, page.url.rstrip("/")
    begin = page.get_by_role("button", name="Learn by playing")
    begin.focus()
    keys.press("Enter")
    expect(page.get_by_role("gridcell", name="c3, white knight, the ball")).to_be_focused()

    for key in ("Enter", "ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        keys.press(key)
    expect(page.get_by_text("2 of 7")).to_be_visible()
    page.get_by_role("gridcell", name=re.compile("^c3")).focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"):
        keys.press(key)
    expect(page.get_by_text("3 of 7")).to_be_visible()
    page.get_by_role("button", name="Shoot at e8, 100 per cent goal").press("Enter")
    expect(page.get_by_text("4 of 7")).to_be_visible()

    # What is tapped while a failed try is still seen counts.
    page.goto(f"{site}/learn/pitch/1/")
    page.get_by_role("button", name="Use the board").press("Enter")
    page.get_by_role("gridcell", name=re.compile("^a1")).press("Enter")
    expect(page.get_by_role("status").get_by_text("far end")).to_be_visible()
    page.get_by_role("gridcell", name=re.compile("^d8")).press("Enter")
    expect(page.get_by_text("Well done!")).to_be_visible()

    page.goto(f"{site}/learn/formation/1/")
    page.get_by_role("button", name="Use the board").press("Enter")
    page.get_by_role("gridcell", name=re.compile("^e1")).focus()
    for key in ("Enter", "ArrowLeft", "ArrowLeft", "Enter"):
        keys.press(key)
    expect(page.get_by_text("Well done!")).to_be_visible()
    expect(page.get_by_role("link", name="Next")).to_be_focused()
    # A ball to be fetched is not covered by the mark of the move there.
    page.goto(f"{site}/learn/stopped/4/")
    page.get_by_role("button", name="Use the board").press("Enter")
    page.get_by_role("gridcell", name=re.compile("^g6")).press("Enter")
    expect(page.locator(".core.loop")).to_have_count(1)
    page.goto(f"{site}/learn/eleven/")
    expect(page.locator('[data-chapter="formation"] small')).to_have_text("1 of 4 steps")
    expect(page.get_by_role("link", name="Continue: Pitch and pieces")).to_be_visible()


CUT = """(sentences) => sentences.filter((sentence) => {
  const say = document.querySelector("[data-say]");
  say.textContent = sentence;
  const bubble = say.closest(".bubble");
  return bubble.scrollHeight > bubble.clientHeight;
})"""
"""The sentences that the line above the pitch cuts."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_lesson_fits_its_line_on_a_small_phone(
    open_page: OpenPage, language: str
) -> None:
    page = open_page(size=SMALL)
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": settings.SITE_URL}
    page.context.add_cookies([cookie])
    page.goto("/")
    with translation.override(language):
        said = [translation.gettext(step.say) for step in all_chapters()[WHISTLE].steps]

    assert page.evaluate(CUT, said) == []
    # A key goes to a piece by its letter in this language, the reader's own first.
    page.locator("[data-wake]").press("Enter")
    page.locator("[data-square=c3]").press("k")
    expect(page.locator("[data-square=d1]")).to_be_focused()
    page.keyboard.press("p" if language == "en" else "b")
    expect(page.locator("[data-square=b2]")).to_be_focused()
