"""The board to think on: lines for both sides, kept for oneself, and no way to play by accident."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.features.notebook.models import KeptLines
from games.models import Game
from games.play.acts import resign
from tests.e2e.browser import (
    DESK,
    PHONE,
    SMALL,
    assert_accessible,
    assert_fits,
    assert_fits_phones,
    boxes_of,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    SQUARES,
    at,
    net,
    pausing,
    prompt,
    square,
    tap,
    turns_sent,
    walk,
)
from tests.e2e.test_squares import middle, start
from tests.games.matches import play
from tests.patience import until


def lines(page: Page) -> list[str]:
    """Return the lines in words, the newest first."""
    said = page.locator("#lines > li").all_inner_texts()
    return [" ".join(one.split()).removesuffix(" ✕") for one in said]


def wait_until_kept(page: Page, count: int) -> None:
    """Wait until so many lines are kept."""
    until(lambda: [len(row.lines) for row in KeptLines.objects.all()] == [count], pausing(page))


@pytest.mark.long
def test_lines_are_thought_of_kept_and_never_played(
    open_page: OpenPage, alice: User, bob: User, game: Game
) -> None:
    at(game, CARRIER)
    # What is played; the page of the game itself adds its reader's salt.
    played = ("state", "next_turn", "status", "rolls_drawn")
    before = Game.objects.values(*played).get(pk=game.pk)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Analyse", exact=True).click()
    expect(prompt(page)).to_contain_text("To play: You.")

    # A shot is asked how it ends.
    net(page, "e8").tap()
    ways = page.locator("#outcomes button")
    expect(ways).to_have_text(["20% goal", "25% saved", "35% blocked on e8", "20% corner"])
    assert_fits_phones(page, "think-shot", exempt=SQUARES)
    ways.nth(1).tap()
    expect(prompt(page)).to_contain_text("To play: bob.")
    page.get_by_role("button", name="Back").tap()
    expect(page.get_by_role("button", name="Forward")).to_be_enabled()
    page.wait_for_timeout(300)  # A second tap so soon would be taken for a slip.
    net(page, "e8").tap()
    ways.nth(0).tap()
    expect(prompt(page)).to_contain_text("The round ends there")
    # Another branch, the other side by keys alone.
    page.keyboard.press("ArrowLeft")
    expect(prompt(page)).to_contain_text("To play: You.")
    tap(page, "d1", "c1")
    page.get_by_role("button", name="End the turn").tap()
    expect(prompt(page)).to_contain_text("To play: bob.")
    square(page, "g6").focus()
    page.keyboard.press("Enter")
    walk(page, "g6", "f5")
    page.keyboard.press("Enter")
    expect(prompt(page)).to_contain_text("To play: You.")
    page.keyboard.press("Control+Enter")

    expect(page.locator("#lines > li")).to_have_count(3)
    assert lines(page)[0] == (
        "1. alice's king moves from d1 to c1. 2. bob's bishop moves from g6 to f5."
    )
    wait_until_kept(page, 3)
    assert_fits_phones(page, "think", exempt=SQUARES)
    assert_accessible(page, "think")
    other = open_page(f"/games/{game.pk}/think/", user=alice)
    other.get_by_role("button", name=re.compile("shoots at e8. What a save")).click()
    expect(prompt(other)).to_contain_text("To play: bob.")
    other.get_by_role("button", name="Delete line 1").click()
    wait_until_kept(other, 2)
    theirs = open_page(f"/games/{game.pk}/think/", user=bob)
    expect(prompt(theirs)).to_contain_text("To play: alice.")
    expect(theirs.locator("#lines > li")).to_have_count(0)

    assert turns_sent(page) == turns_sent(other) == 0
    assert not [path for path in other.witness.weights() if path.endswith("/game_page.js")]
    assert Game.objects.values(*played).get(pk=game.pk) == before


def test_chess_is_thought_of_from_any_moment_of_a_replay(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    play(game, "e2e4", "e7e5", "g1f3", now=now)
    resign(bob.pk, game.pk, now=now)
    page = open_page(f"/games/{game.pk}/history/?turn=3", has_touch=True)
    page.locator("[data-to=previous]").tap()
    analyse = page.get_by_role("link", name="Try moves", exact=True)
    # On a busy machine the replay may still be on its way to the turn before.
    expect(page.locator("#count")).to_have_text("Move 1")
    analyse.tap()

    expect(prompt(page)).to_contain_text("To play: alice.")
    tap(page, "f1", "c4")
    expect(prompt(page)).to_contain_text("To play: bob.")
    tap(page, "b8", "c6")
    expect(prompt(page)).to_contain_text("To play: alice.")
    # A move is a turn: there is nothing more to end.
    expect(page.get_by_role("button", name="End the turn")).to_be_hidden()

    assert lines(page) == ["2. Bc4 2… Nc6"]
    assert_fits_phones(page, "think-standard", exempt=SQUARES)
    # The game that is over is walked through as well, and no line is kept of that.
    mine = page.locator("#lines > li")
    expect(mine).to_have_count(1)
    page.get_by_role("link", name="alice e4").click()
    expect(prompt(page)).to_contain_text("To play: bob.")
    expect(page.locator(".round [aria-current]")).to_have_text(re.compile("e4"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".round [aria-current]")).to_have_text(re.compile("e5"))
    page.get_by_role("button", name="Back").click()
    page.keyboard.press("ArrowLeft")
    expect(square(page, "e2")).to_have_attribute("aria-label", re.compile("white pawn"))
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    for number in (1, 2, 3):
        page.get_by_role("button", name="Forward").click()
        expect(page.locator(".round [aria-current]")).to_have_attribute(
            "data-turn", str(number + 1)
        )
    expect(page.get_by_role("button", name="Forward")).to_be_disabled()
    expect(mine).to_have_count(1)


def test_keys_step_through_a_game_that_is_over_also_after_a_click(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    play(game, "f2f3", "e7e5", "g2g4", "d8h4", now=now)
    page = open_page(f"/games/{game.pk}/think/", user=alice, size=DESK)
    here = page.locator(".round [aria-current]")
    touched = page.locator(".touched")

    # It opens where the game ended, and shows what was played last.
    expect(page.locator(".score")).to_contain_text("bob won by checkmate")
    expect(prompt(page)).to_contain_text("The game ends there.")
    expect(here).to_have_text(re.compile("Qh4#"))
    expect(touched).to_have_count(2)
    expect(square(page, "h4")).to_have_class(re.compile("touched"))
    page.mouse.click(*middle(page, "a2").values())
    page.keyboard.press("ArrowLeft")
    expect(here).to_have_text(re.compile("g4"))
    expect(square(page, "g4")).to_have_class(re.compile("touched"))
    page.keyboard.press("Home")
    expect(here).to_have_count(0)
    expect(touched).to_have_count(0)
    expect(prompt(page)).to_contain_text("To play: You.")
    page.get_by_role("link", name="bob e5").click()
    for piece, target, asked in (
        ("b1", "c3", "To play: bob."),
        ("d8", "h4", "To play: You. In check."),
    ):
        square(page, piece).click()
        square(page, target).click()
        expect(prompt(page)).to_contain_text(asked)
    page.get_by_role("button", name="Delete line 1").click()
    page.goto(f"/games/{game.pk}/think/")
    expect(prompt(page)).to_contain_text("The game ends there.")
    expect(here).to_have_text(re.compile("Qh4#"))
    page.keyboard.press("ArrowLeft")

    # A line that leaves the game is still there on the board that was flipped.
    square(page, "d8").click()
    square(page, "e7").click()
    expect(prompt(page)).to_contain_text("To play: You.")
    page.keyboard.press("ArrowLeft")
    expect(prompt(page)).to_contain_text("To play: bob.")
    page.keyboard.press("f")
    page.wait_for_url("**side=black")
    expect(prompt(page)).to_contain_text("To play: bob.")
    expect(here).to_have_text(re.compile("g4"))
    page.keyboard.press("End")
    expect(prompt(page)).to_contain_text("To play: You.")
    expect(square(page, "e7")).to_have_class(re.compile("touched"))
    expect(page.locator("#lines > li")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator("#keys dl")).to_be_visible()
    assert_fits(page, "think-desk", exempt=SQUARES)


@pytest.mark.parametrize("size", [PHONE, SMALL, DESK])
def test_the_moves_of_future_chess_are_listed_and_stepped_through(
    open_page: OpenPage, alice: User, bob: User, now: datetime, size: tuple[int, int]
) -> None:
    game = start("future", alice, bob, now)
    play(game, "1b12b2", "3b43b3", now=now)
    page = open_page(f"/games/{game.pk}/think/", user=alice, size=size)
    here = page.locator(".round [aria-current]")

    expect(here).to_have_attribute("data-turn", "3")
    moves = page.locator(".round a")
    expect(moves).to_have_text([re.compile("Q1b1–2b2"), re.compile("3b4–3b3")])
    board, listed = boxes_of(page, page.locator("ce-grid"), page.locator(".round ol"))
    assert listed["y"] >= board["y"] + board["height"]
    expect(moves.first if size != SMALL else moves.last).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("scrollY") == 0
    assert_fits(page, f"think-future-{size[0]}", exempt=(*SQUARES, "data-level"))
    moves.first.click()
    expect(here).to_have_attribute("data-turn", "2")
    expect(square(page, "3b4")).to_have_attribute("aria-label", re.compile("black pawn"))
    page.get_by_role("button", name="Forward").click()
    expect(here).to_have_attribute("data-turn", "3")
    expect(square(page, "3b3")).to_have_attribute("aria-label", re.compile("black pawn"))
    # A move is a turn: there is nothing to end, also while the service is asked.
    expect(page.locator("#end")).to_be_hidden()
