"""The games on squares: a whole game of chess by touch, and the boards as they are looked at."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Turn
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.rules.standard.moves import load_position as standard_position
from tests.e2e.browser import (
    DESK,
    PHONE,
    SCHEMES,
    SMALL,
    assert_accessible,
    assert_fits,
    box_of,
    picture,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import focused, look_again, prompt, send, wait_until_sendable
from tests.games.matches import play
from tests.toys.games import begin

SQUARES = ("data-square", "data-level")
"""Targets that may be smaller than 44 px: the lists stand in for them."""
PAGE_BYTES = 66_450
"""As they travel, the scripts as they are written: two kilobytes hear of news, two of style are for
the score board and the strip of four players, one follows a live match and leads to plans, and the
rest shows turns before they are told and says more under the board. Half a
kilobyte is for the list of moves and what was captured, 700 bytes are for the names of players and
the last move at the cross, also in what is said of turns, 500 are for what a player in check is
asked there and for how long it's said who went out, 800 are for the turns of a lap in the colours
of their sides and for who mated whom, 150 for *move* in place of *turn* and for
codes of games, which pack differently each time, 300 for lines straight up and down, for an example
of the board's own and for who is to move in the head."""
PLAYED = {
    "standard": ("e2e4", "e7e5", "g1f3", "b8c6"),
    "future": ("1b12b2", "3b43b3"),
    "family": ("d2d3", "d11d10"),
}
SHOWN = {
    "standard": ("e2", "e4", "c6"),
    "future": ("1b1", "2b2", "3b3"),
    "family": ("d2", "d3", "d10"),
}
"""The squares of the first turn, and where the last one ended."""
SEATS = {"family": {"seats": 2}}


def start(ruleset: str, white: User, black: User, now: datetime, **options: Any) -> Game:
    """Return a new game of a rule set."""
    terms = Terms(side="white", ruleset=ruleset, options=options)
    challenge = make_challenge(white, black.username, terms, now=now)
    return accept_challenge(black, challenge.pk, now=now)


def square(page: Page, name: str) -> Any:
    """Return the button of a square."""
    return page.locator(f'[data-square="{name}"]')


def middle(page: Page, name: str) -> dict[str, float]:
    """Return where a square is in the window."""
    box = box_of(square(page, name))
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def drag(page: Page, origin: str, target: str) -> None:
    """Carry a piece with a finger, as a screen that scrolls hears it: straight up at first."""
    start, end = middle(page, origin), middle(page, target)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for step in range(1, 9):
        part = {axis: start[axis] + (end[axis] - start[axis]) * step / 8 for axis in start}
        touch("touchMove", part)
    # A finger rests before it lifts. Otherwise the browser may hear a fling and ignore a tap.
    page.wait_for_timeout(100)
    touch("touchMove", end)
    touch("touchEnd")


def move(page: Page, origin: str, target: str, *, is_dragged: bool = False) -> None:
    """Tap or drag a move and send it."""
    if is_dragged:
        drag(page, origin, target)
    else:
        square(page, origin).tap()
        square(page, target).tap()
    expect(send(page)).to_have_attribute("aria-disabled", "false")
    page.wait_for_timeout(300)  # A second tap so soon would be taken for a slip.
    send(page).tap()


@pytest.mark.long
def test_a_whole_game_of_chess_is_played_by_touch(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    white = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    black = open_page(f"/games/{game.pk}/", user=bob, has_touch=True)
    for page, origin, target in (
        (white, "f2", "f3"), (black, "e7", "e5"), (white, "g2", "g4"), (black, "d8", "h4"),
    ):  # fmt: skip
        look_again(page)
        expect(prompt(page)).to_have_text("Choose a piece.")
        expect(square(page, origin)).to_have_attribute(
            "aria-label", re.compile(f"^{origin}, (white|black) [a-z]+, can move$")
        )
        move(page, origin, target, is_dragged=page == white)
        if target != "h4":
            expect(prompt(page)).to_contain_text("'s turn.")
    expect(white.locator("#move")).to_have_text("move 2")

    # Both see the move that mated, and the way on.
    for page in (white, black):
        look_again(page)
        expect(page.get_by_role("heading", name="Checkmate!")).to_be_visible()
        expect(square(page, "h4")).to_have_attribute("aria-label", "h4, black queen")
        expect(page.locator("#next")).to_have_text("See the result")
    assert [turn.actions for turn in Turn.objects.filter(game=game).order_by("number")] == [
        ["f2f3"], ["e7e5"], ["g2g4"], ["d8h4"],
    ]  # fmt: skip
    assert Game.objects.get(pk=game.pk).winner == "black"


def assert_fits_phones(page: Page, name: str) -> None:
    """Look at the small phone and the large one, on which squares may be small too."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width, height in (SMALL, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert_fits(page, f"{name}-{width}-{scheme}", exempt=SQUARES)
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("ruleset", ["standard", "future"])
def test_the_board_fits_phones_and_is_in_order(
    open_page: OpenPage, alice: User, bob: User, now: datetime, ruleset: str
) -> None:
    game = start(ruleset, alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(page.locator("ce-grid .man").first).to_be_visible()
    weights = page.witness.weights()
    for path in ("/sw.js", "/offline/"):
        weights.pop(path, None)
    assert sum(weights.values()) <= PAGE_BYTES, weights
    origin = {"standard": "g1", "future": "1d2"}[ruleset]
    assert_fits_phones(page, f"squares-{ruleset}")
    square(page, origin).click()
    assert_fits_phones(page, f"squares-{ruleset}-selected")
    assert_accessible(page, f"squares-{ruleset}")
    if ruleset == "future":
        for width, height in (SMALL, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(HIDDEN_LEVELS) == []
        # Nothing under the prompt pushes the list of moves out of the window.
        assert bottom_of(page, "#kinds button") <= PHONE[1]


HIDDEN_LEVELS = """() => [...document.querySelectorAll(".plate b")].filter((one) => {
  const level = one.getBoundingClientRect();
  return [...document.querySelectorAll("ce-grid .man")].some((man) => {
    const { left, right, top, bottom, height } = man.getBoundingClientRect();
    // The drawing of a king begins a little below the top of its box.
    const head = top + height * 0.09;
    return left < level.right && right > level.left && head < level.bottom && bottom > level.bottom;
  });
}).map((one) => one.textContent)"""
"""Names of levels that the head of a piece lies over."""


def bottom_of(page: Page, selector: str) -> float:
    """Return where the last of some elements ends, from the top of the window."""
    box = box_of(page.locator(selector).last)
    assert box is not None, f"{selector} is not to be seen"
    return box["y"] + box["height"]


def four_seats(alice: User, bob: User, charlie: User, now: datetime, **options: Any) -> Game:
    """Return a new game of Family Chess: alice is White, bob Silver, charlie Black, dora Gold."""
    dora = User.objects.create_user("dora", "dora@example.org")
    players = {"white": alice, "silver": bob, "black": charlie, "gold": dora}
    return begin("family", players, now, seats=4, **options)


@pytest.mark.parametrize("ruleset", ["standard", "future", "family"])
def test_the_page_of_rules_fits_phones(open_page: OpenPage, ruleset: str) -> None:
    page = open_page(f"/learn/{ruleset}/read/")
    assert_fits_phones(page, f"rules-{ruleset}")
    assert_accessible(page, f"rules-{ruleset}")
    page.set_viewport_size({"width": PHONE[0], "height": 4600})
    picture(page, f"rules-{ruleset}-whole")


@pytest.mark.long
def test_a_pawn_becomes_what_the_picker_says(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    rules = game.rules
    position = standard_position("8/3P4/7k/8/8/8/8/4K3 w - - 0 1")
    state = replace(rules.load(game.state), position=position, counts={})
    game.state, game.description = rules.dump(state), rules.describe(state)
    game.save()
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)

    square(page, "d7").tap()
    square(page, "d8").tap()
    picker = page.get_by_role("group", name="Promote to")
    expect(picker.get_by_role("button")).to_have_count(4)
    assert_fits_phones(page, "squares-promotion")
    assert_accessible(page, "squares-promotion")
    page.keyboard.press("Escape")
    expect(picker).to_have_count(0)

    # From the lists it is four ways, told in words.
    page.get_by_role("button", name="Moves").press("Enter")
    ways = page.get_by_role("dialog").get_by_role("button", name="becomes a")
    expect(ways).to_have_count(4)
    ways.filter(has_text="knight").tap()
    expect(send(page)).to_contain_text("d8=N")
    page.get_by_role("button", name="Undo").tap()

    square(page, "d7").tap()
    square(page, "d8").tap()
    picker.get_by_role("button", name="rook").tap()
    expect(send(page)).to_have_attribute("aria-disabled", "false")
    page.wait_for_timeout(300)
    send(page).tap()
    expect(prompt(page)).to_contain_text("'s turn.")
    assert Turn.objects.get(game=game).actions == ["d7d8r"]


def test_a_draw_is_claimed_by_keys(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    play(game, *("g1f3", "g8f6", "f3g1", "f6g8") * 2, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(prompt(page)).to_have_text("Choose a piece.")

    page.get_by_role("button", name="Menu").press("Enter")
    page.get_by_role("button", name="Claim a draw").press("Enter")
    question = page.get_by_role("dialog", name="Claim a draw?")
    question.get_by_role("button", name="Claim the draw").press("Enter")

    expect(prompt(page)).to_have_text("The position occurred too often.")
    assert Game.objects.get(pk=game.pk).reason == "repetition"


PLACES = """() => [...document.querySelectorAll(
    "ce-grid :is(.man, .touched, .rank, .file, .plate)")]
  .map((one) => [String(one.className.baseVal ?? one.className).split(" ")[0],
    ...Object.values(one.getBoundingClientRect().toJSON()).map((n) => Math.round(n))].join(" "))
  .sort()"""
"""Where everything on a board is."""


@pytest.mark.parametrize("ruleset", PLAYED)
def test_a_game_on_squares_is_played_again(
    open_page: OpenPage, alice: User, bob: User, now: datetime, ruleset: str
) -> None:
    game = start(ruleset, alice, bob, now, **SEATS.get(ruleset, {}))
    play(game, *PLAYED[ruleset], now=now)
    page = open_page(f"/games/{game.pk}/history/", user=alice)
    origin, target, last = SHOWN[ruleset]
    # The service has drawn the board; its script comes with the first touch.
    expect(page.locator(".still .touched")).to_have_count(2)
    assert_fits_phones(page, f"squares-history-{ruleset}")
    strip = box_of(page.locator(".deck"))
    assert bottom_of(page, "ce-grid .panel") <= strip["y"]
    assert_accessible(page, f"squares-history-{ruleset}")
    drawn = page.evaluate(PLACES)
    assert not any("grid/board" in answer.url for answer in page.witness.answers)

    page.get_by_role("slider", name=re.compile("Turn|Move")).press("Tab")
    expect(square(page, last)).to_have_class(re.compile("touched"))
    assert page.evaluate(PLACES) == drawn

    page.get_by_role("link", name="Start").click()
    expect(square(page, origin).locator(".man")).to_have_count(1)
    page.get_by_role("link", name=re.compile("Next turn|Next move")).click()

    expect(square(page, target)).to_have_class(re.compile("touched"))
    expect(square(page, origin).locator(".man")).to_have_count(0)


@pytest.mark.parametrize("ruleset", ["standard", "future"])
def test_by_keys_send_comes_before_the_list_and_the_board_after_send(
    open_page: OpenPage, alice: User, bob: User, now: datetime, ruleset: str
) -> None:
    game = start(ruleset, alice, bob, now)
    play(game, *PLAYED[ruleset][:2], now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=DESK)
    expect(page.locator("#turns a").first).to_be_visible()
    origin, target = {"standard": ("g1", "f3"), "future": ("1d2", "1d3")}[ruleset]
    for name in (origin, target):
        square(page, name).focus()
        page.keyboard.press("Enter")
    wait_until_sendable(page)

    passed = []
    while focused(page) != "send":
        page.keyboard.press("Tab")
        passed.append(page.evaluate("!document.activeElement.closest('#turns')"))
    assert all(passed)
    page.keyboard.press("Enter")

    expect(prompt(page)).to_contain_text("'s turn.")
    expect(prompt(page)).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('[data-square]')")


def test_a_result_of_two_lines_is_above_the_bar_of_a_small_phone(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    game = start("standard", alice, bob, now)
    play(game, "e2e4", "d7d5", now=now)
    resign(bob.pk, game.pk, now=now)

    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)
    result, bar = page.locator("#prompt"), page.locator(".bar:visible")

    expect(result).to_have_text("Du hast gewonnen: bob hat aufgegeben.")
    assert box_of(result)["y"] + box_of(result)["height"] <= box_of(bar)["y"]
