"""The three levels of Future Chess: on phones and wide windows, by keys, and at the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from playwright.sync_api import Locator, expect

from accounts.models import User
from games.play.acts import resign
from games.rules.future.moves import load_position as future_position
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
from tests.e2e.playing import prompt, send, wait_until_sendable
from tests.e2e.test_squares import SQUARES, assert_fits_phones, square, start
from tests.games.matches import play


def test_a_move_to_another_level_is_an_arrow_and_by_keys(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    position = "rqkbr/pp1pp/2b2/5/5|pn1np/2p2/2Q2/2P2/PB1NP|5/3N1/5/PP1PP/R1KBR w 0 9"
    rules = game.rules
    state = replace(rules.load(game.state), position=future_position(position), counts={})
    game.state, game.description = rules.dump(state), rules.describe(state)
    game.save()
    page = open_page(f"/games/{game.pk}/", user=alice)

    square(page, "2c3").click()
    expect(page.locator(".plate .count")).to_have_text(["▲ 15 · takes 1", "● 8 · takes 3", "▼ 16"])
    expect(square(page, "3c3")).to_have_attribute(
        "aria-label",
        "3c3, black bishop, straight above your queen, capture, 1 level up",
    )
    expect(square(page, "3a1").locator(".up")).to_have_count(1)
    assert_fits_phones(page, "squares-future-queen")
    # What means nothing is answered, and the queen stays chosen.
    square(page, "3a5").click()
    expect(prompt(page)).to_have_text("The queen can't go there.")
    expect(square(page, "2c3")).to_have_attribute("aria-selected", "true")
    square(page, "2c3").click()
    square(page, "3a5").click()
    expect(prompt(page)).to_have_text("That's bob's. You play White.")
    square(page, "2c3").click()
    square(page, "2c3").focus()
    page.keyboard.press("PageUp")
    expect(square(page, "3c3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(send(page)).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("u")
    expect(send(page)).to_be_disabled()


COVERED = """() => [...document.querySelectorAll("[data-square], #send")].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return !there || !one.contains(there);
}).map((one) => one.dataset.square ?? one.id)"""
"""The squares and buttons of which the middle can't be touched where the page stands."""


WIDE = ((844, 390), (667, 375), (640, 340), (1000, 600), (1280, 800), (1920, 1080))


def test_three_levels_and_the_button_can_be_touched_on_a_wide_window(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=WIDE[0])

    expect(page.locator("[data-square]")).to_have_count(75)
    for name in ("", "1b1", "2b2"):
        if name:
            square(page, name).click()
        for width, height in WIDE if name != "1b1" else ():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(COVERED) == [], width
            picture(page, f"future-{width}-{name}")


def test_before_the_first_move_of_a_tower_the_rules_are_beside_it(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=DESK)

    expect(page.get_by_text("No moves yet.")).to_be_visible()
    expect(page.locator(".bubble")).to_contain_text("Your king is on the bottom level.")
    expect(prompt(page)).to_have_text("You play White. Choose a piece.")
    expect(page.locator(".who").first.get_by_role("img", name="White")).to_be_visible()
    expect(page.locator(".who").last.get_by_role("img", name="Black")).to_be_visible()
    expect(page.locator("#again")).to_be_hidden()
    expect(page.get_by_role("heading", name="Moves played")).to_be_hidden()
    expect(page.locator(".laws").get_by_role("link", name="Rules")).to_be_visible()
    assert_fits(page, "future-first", exempt=SQUARES)


def test_the_first_turn_of_a_tower_is_explained_and_its_move_joins_two_levels(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=PHONE)

    def assert_covers_nothing(bubble: Locator) -> None:
        """Neither a square nor what sends a move."""
        for width, height in (SMALL, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            expect(bubble).to_be_visible()
            assert page.evaluate(COVERED) == []
            box = box_of(page.locator(".bubble"))
            assert box["y"] + box["height"] <= box_of(square(page, "3a5"))["y"]

    bubble = page.get_by_text("You play White. Your king is on the bottom level.")
    assert_covers_nothing(bubble)
    page.get_by_role("button", name="Got it").click()
    expect(bubble).to_be_hidden()
    square(page, "1b1").click()
    # What arrows mean is said with the first ones.
    arrows = page.get_by_text("▲ is one level up")
    expect(page.locator(".plate .count").nth(1)).to_have_text("▲ 15")
    expect(arrows).to_contain_text("▲ 15 means 15 squares.")
    assert_covers_nothing(arrows)
    square(page, "2b2").click()
    expect(arrows).to_be_hidden()
    assert page.evaluate(COVERED) == []
    expect(page.locator(".join .moved")).to_have_count(1)
    expect(page.locator("#kinds button")).to_have_text("Moves2b2")
    page.reload()
    expect(page.locator(".join .moved")).to_have_count(1)
    expect(bubble).to_be_hidden()


RIGHT = """(node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return Math.max(...[...range.getClientRects()].map(({ right }) => right));
}"""
"""Where the words of a node end."""


def test_the_end_of_a_tower_is_within_the_screen(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    game = start("future", alice, bob, now)
    play(game, "1b12b2", "3b43b3", now=now)
    resign(alice.pk, game.pk, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice)

    for size in (PHONE, SMALL, SIDEWAYS):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.get_by_role("heading", name="Verloren")).to_be_in_viewport(ratio=1)
        expect(prompt(page)).to_have_text("bob hat gewonnen: du hast aufgegeben.")
        word, reason, board, bar = boxes_of(
            page,
            page.locator("#full-time"),
            prompt(page),
            page.locator("ce-grid"),
            page.locator(".ends"),
        )
        assert word["y"] + word["height"] <= reason["y"] + 1
        told = page.locator("#prompt").evaluate(RIGHT)
        assert told <= box_of(page.locator("#full-time + .row, .full-time > .row"))["x"]
        if size != SIDEWAYS:
            assert board["y"] + board["height"] <= word["y"]
            assert reason["y"] + reason["height"] <= bar["y"]
        assert board["y"] + board["height"] <= bar["y"]
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
        assert_fits(page, f"future-end-{size[0]}", exempt=SQUARES)


MATED = (
    *("1b12e2", "3c43d2", "2e21e5", "3d22c1", "2b11c5", "2d51c4", "1e52b2", "2c11d2"),
    *("1c52b1", "3b52c1", "2b22c1", "1d22c1", "1b21b3", "2b51b2", "1c11b1", "1c41d2"),
)
"""A game of Future Chess of eight moves each."""


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_a_mate_is_shown_on_levels_that_stay_and_so_is_its_result(
    open_page: OpenPage, alice: User, bob: User, now: datetime, size: tuple[int, int]
) -> None:
    game = start("future", alice, bob, now)
    play(game, *MATED[:-1], now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=size, alone=True)
    board = page.locator("ce-grid")
    before = box_of(board)

    def assert_stayed() -> None:
        after = box_of(board)
        assert after["y"] == before["y"]
        # Below them are two lines in place of one.
        assert after["height"] > 0.9 * before["height"]
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]

    # A page that is open may go on to the result by itself.
    page.goto("about:blank")
    play(game, MATED[-1], now=now)
    page.goto(f"/games/{game.pk}/")
    ribbon = page.get_by_role("heading", name="Checkmate!")
    expect(ribbon).to_be_in_viewport(ratio=1)
    expect(page.locator(".ribbon")).to_contain_text("bob wins.")
    # The king is marked, and the arrow leads to him from the knight that mates.
    expect(square(page, "1b1").locator(".bang")).to_be_visible()
    expect(square(page, "1d2")).to_have_attribute("aria-label", "1d2, black knight")
    expect(page.locator(".join .stands")).to_have_count(1)
    assert len({box["height"] for box in boxes_of(page, *page.locator(".panel").all())}) == 1
    assert_stayed()
    picture(page, f"future-mate-{size[0]}")
    page.reload()
    expect(page.get_by_role("heading", name="Lost")).to_be_in_viewport(ratio=1)
    expect(prompt(page)).to_have_text("bob won by checkmate.")
    assert_stayed()


def test_the_levels_of_a_tower_are_side_by_side_on_a_desk_and_the_page_is_one_screen(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    play(game, *MATED, now=now)
    page = open_page(f"/games/{game.pk}/", user=bob, size=DESK, alone=True)

    height = "document.documentElement.scrollHeight"
    expect(page.get_by_role("link", name="Rules").last).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="N1c4–1d2#")).to_be_in_viewport(ratio=1)
    assert page.evaluate(height) <= DESK[1]
    for men in page.locator(".score .won").all():
        assert men.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    levels = boxes_of(page, *page.locator(".panel").all())
    assert len({box["y"] for box in levels}) == 1

    page.goto(f"/games/{game.pk}/history/?turn=8")
    assert boxes_of(page, *page.locator(".panel").all()) == levels
    assert page.evaluate(height) <= DESK[1]
    # Before any script the arrow from level to level ends where the knight does.
    arrow, knight = boxes_of(
        page,
        page.locator(".beside .moved .head"),
        page.locator(".touched").filter(has=page.locator(".black")),
    )
    assert knight["x"] <= arrow["x"] <= knight["x"] + knight["width"]
    expect(page.locator(".score .won")).to_have_text(["♟\ufe0e♟\ufe0e", ""])
    page.keyboard.press("ArrowLeft")
    expect(square(page, "1a1")).to_be_visible()
    assert boxes_of(page, *page.locator(".panel").all()) == levels


def test_marks_of_a_tower_grow_with_its_squares(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=DESK)

    square(page, "1b1").click()
    mark = page.locator(".mark.up").first
    assert box_of(mark)["height"] * 2.2 > box_of(square(page, "1b1"))["height"]


def test_a_chosen_piece_of_a_tower_is_joined_with_the_squares_above(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)
    page.get_by_role("button", name="Got it").click()
    square(page, "1b1").click()

    # A bishop stands on the first.
    joined = page.locator(".straight")
    assert [one.get_attribute("data-square") for one in joined.all()] == ["3b1", "2b1"]
    # A frame would be a target.
    expect(joined.locator(".around")).to_have_count(0)
    expect(page.locator(".join .plumb")).to_have_count(2)
    # On squares so low a mark is nearly as high as they are.
    mark = box_of(square(page, "2b3").locator(".up"))
    assert mark["height"] >= 20
    page.keyboard.press("Escape")
    expect(joined).to_have_count(0)


def test_the_arrow_of_a_check_is_bent_beside_the_pieces_between_the_levels(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    """Side by side it leaves the rank of both, one above the other their file."""
    game = start("future", alice, bob, now)
    position = "2k2/2n2/5/5/5|p2np/2p2/5/3P1/PB1Nq|5/5/5/5/4K w 0 9"
    state = replace(game.rules.load(game.state), position=future_position(position), counts={})
    game.state, game.description = game.rules.dump(state), game.rules.describe(state)
    game.save()
    page = open_page(f"/games/{game.pk}/", user=alice, size=DESK)

    arrow = page.locator(".join .stands .core")
    king = box_of(square(page, "1e1"))
    assert box_of(arrow)["height"] > king["height"] / 2
    # The red frame of the king is seen beside that of the chosen piece.
    square(page, "1e1").click()
    red, white = boxes_of(page, page.locator(".around.check"), page.locator(".around.frame"))
    assert red["x"] + 5 <= white["x"]
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert box_of(arrow)["width"] > box_of(square(page, "1e1"))["width"] / 8


@pytest.mark.parametrize("size", [PHONE, SMALL, SIDEWAYS])
def test_the_levels_stay_where_they_are_when_a_move_is_sent(
    open_page: OpenPage, alice: User, bob: User, now: datetime, size: tuple[int, int]
) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    game = start("future", alice, bob, now)
    play(game, "1b12b2", "3b43b3", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=size)
    level = page.locator(".panel").last
    before = box_of(level)

    square(page, "1d2").click()
    square(page, "1d3").click()
    wait_until_sendable(page)
    assert box_of(level) == before or size == SMALL  # There the level of a chosen piece is lifted.
    send(page).click()

    expect(page.locator("#wait-bar")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    if size != SMALL:
        assert box_of(level) == before


def test_the_replay_of_a_tower_gives_its_levels_the_height_of_a_phone(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("future", alice, bob, now)
    play(game, *MATED, now=now)
    page = open_page(f"/games/{game.pk}/history/?turn=16", user=alice)

    for size, least in ((PHONE, 35), ((320, 664), 25), (SMALL, 20)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        # On the smallest the ways are a drawer: the sentence is the last line above the strip.
        above = page.locator(".ways" if size[0] >= 360 else "#prompt")
        line, deck = boxes_of(page, above, page.locator(".deck"))
        assert line["y"] + line["height"] <= deck["y"]
        assert box_of(page.locator("ce-grid [role=row]").first)["height"] >= least
        for won in page.locator(".score .won").all():
            expect(won).to_be_visible()
            assert won.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
