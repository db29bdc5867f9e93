"""The ticker: the last turn in a sentence, above the board, never before it was seen."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from tests.e2e.browser import (
    DESK,
    PHONE,
    SIDEWAYS,
    SMALL,
    assert_fits,
    box_of,
    boxes_of,
    picture,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    BEFORE_CARRIER,
    CARRIER,
    SQUARES,
    at,
    net,
    prompt,
    rigged,
    send,
    square,
    wait_until_sendable,
)
from tests.e2e.test_squares import SQUARES as CELLS
from tests.e2e.test_squares import start
from tests.games.matches import play


def top(page: Any, selector: str) -> float:
    """Return where something begins, from the top of the window."""
    return float(box_of(page.locator(selector))["y"])


def test_the_last_turn_is_a_sentence_while_one_waits(
    open_page: OpenPage, bob: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    play(game, "e4g6", now=now)
    page = open_page(f"/games/{game.pk}/", user=bob)

    for size in (PHONE, SMALL, SIDEWAYS, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator("#last")).to_have_text("You: bishop drops back to g6.")
        if size == PHONE:
            assert top(page, "#last") < top(page, "ce-pitch")
        assert_fits(page, f"ticker-{size[0]}", exempt=SQUARES)


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_the_board_stays_where_it_is_when_the_turn_passes(
    open_page: OpenPage, alice: User, game: Game, now: datetime, size: tuple[int, int]
) -> None:
    at(game, CARRIER)
    play(game, "c3d5", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=size)
    expect(page.locator("#last")).to_have_text("You: knight advances to d5. Your ball.")
    waiting = top(page, "ce-pitch")

    play(game, "g6h5", now=now)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("#play-bar")).to_be_visible()
    assert top(page, "ce-pitch") == waiting


def test_a_shot_is_not_reported_before_it_was_seen(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    rigged(at(game, CARRIER), 20, 44)
    page = open_page(f"/games/{game.pk}/", user=alice)
    page.evaluate("""() => {
      globalThis.early = [];
      const look = () => {
        const isHushed = document.querySelector(".hushed") || !document.querySelector(".ribbon");
        if (isHushed) globalThis.early.push(document.getElementById("last").textContent);
      };
      new MutationObserver(look).observe(document.querySelector(".match"), {
        subtree: true, childList: true, characterData: true,
      });
    }""")

    square(page, "c3").click()
    square(page, "d5").click()
    net(page, "e8").click()
    wait_until_sendable(page)
    send(page).click()

    expect(page.locator("#last")).to_contain_text("What a save!")
    assert not [text for text in page.evaluate("globalThis.early") if "save" in text]


IN_WORDS = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  return box("#last > span").top < box("#last").bottom;
}"""
"""Whether the line has room for a sentence."""


def test_the_tower_shows_it_beside_whose_turn_it_is(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    play(game, "1b12b2", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice)

    for size in (PHONE, SMALL, SIDEWAYS):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator("#last > span").first).to_have_text("queen 1b1 up to 2b2.")
        expect(page.locator("#last > .brief")).to_have_text("Q1b1–2b2")
        assert page.evaluate(IN_WORDS), size
        expect(page.locator("#last")).to_be_in_viewport(ratio=1)
        assert_fits(page, f"ticker-future-{size[0]}", exempt=CELLS)
        picture(page, f"ticker-future-{size[0]}")
    # Beside a longer prompt it is short.
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    prompt(page).evaluate("(node) => { node.textContent += ' You may wait.' }")
    assert not page.evaluate(IN_WORDS)


def test_the_tower_shows_it_and_what_was_captured_on_your_turn_too(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    for turn in ("1b12b2", "3b43b3", "2b22e5", "3b33b2"):
        play(game, turn, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice)

    for size in (SMALL, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator("#last > span").first).to_have_text("pawn 3b3 to 3b2.")
        assert page.evaluate(IN_WORDS), size
        expect(page.locator("#last")).to_be_in_viewport()
        assert_fits(page, f"ticker-future-own-{size[0]}", exempt=CELLS)
        # Beside the players is what each has captured.
        won = page.locator(".score .won")
        expect(won).to_have_text(["♟\N{VARIATION SELECTOR-15}", ""])
        expect(won.first).to_be_in_viewport(ratio=1)
    assert top(page, "#last") < top(page, "ce-grid")


def test_a_long_prompt_of_the_tower_is_whole(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    User.objects.filter(pk=bob.pk).update(username="Konstantin-Ludwig1")
    bob.refresh_from_db()
    game = start("future", alice, bob, now)
    play(game, "1b12b2", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice)

    for size in (PHONE, SMALL):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        prompt, ticker = boxes_of(page, page.locator("#prompt"), page.locator(".ticker"))
        is_above = ticker["y"] + ticker["height"] <= prompt["y"]
        assert is_above or prompt["x"] + prompt["width"] <= ticker["x"]
        is_cut = "one => one.scrollWidth > one.clientWidth"
        assert not page.locator("#prompt").evaluate(is_cut)
        picture(page, f"ticker-future-long-{size[0]}")


def test_the_tower_lists_all_turns_in_a_drawer(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    for turn in ("1b12b2", "3b43b3"):
        play(game, turn, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice)
    turns = page.locator("#turns a[href*=turn]")

    for width, height in (PHONE, SMALL, SIDEWAYS):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#last")).to_be_visible()
        page.get_by_role("button", name="All moves").click()
        expect(turns).to_have_text([re.compile("Q1b1–2b2"), re.compile("3b4–3b3")])
        expect(turns.last).to_be_in_viewport(ratio=1)
        assert_fits(page, f"ticker-future-turns-{width}", exempt=CELLS)
        page.keyboard.press("Escape")
        expect(turns.last).to_be_hidden()
