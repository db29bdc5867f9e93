"""Standard chess: letters beside the board, captured men in the head, a list of moves."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.play.acts import resign
from tests.e2e.browser import (
    DESK,
    PHONE,
    SIDEWAYS,
    SMALL,
    assert_accessible,
    assert_fits,
    box_of,
    boxes_of,
    picture,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import look_again
from tests.e2e.test_squares import PLAYED, SQUARES, square, start
from tests.games.matches import play, start_formations, start_round
from tests.live_play.matches import start_live

MOVES = ("e2e4", "d7d5", "e4d5", "d8d5")


def test_letters_stand_beside_the_board_and_no_piece_covers_them(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    play(game, *MOVES, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(square(page, "a1")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Chess move 3")
    won = page.locator(".won")
    expect(won).to_have_text(["♟\ufe0e", "♟\ufe0e"])
    expect(won.last).to_have_accessible_name("Captured by bob")
    expect(page.locator("#round")).to_be_visible()

    for size in (PHONE, SMALL, SIDEWAYS, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        letters = page.locator(".standard .file").first, page.locator(".standard .rank").last
        corner, letter, number = boxes_of(page, square(page, "a1"), *letters)
        assert letter["y"] >= corner["y"] + corner["height"]
        assert number["x"] + number["width"] <= corner["x"]
        if size == DESK:
            name, number = boxes_of(page, page.locator(".about"), page.locator("#move"))
            assert name["height"] < 2 * number["height"], "name and number are one line"
        page.evaluate("document.getElementById('here').textContent = ''")
        you, other, yours, theirs = boxes_of(page, *page.locator(".who").all(), *won.all())
        assert yours["x"] == you["x"], "what you captured is below your name"
        assert yours["y"] > you["y"]
        assert theirs["x"] + theirs["width"] == other["x"] + other["width"]
        page.evaluate("document.getElementById('here').textContent = 'bob is online'")
        beside = boxes_of(page, *won.all())
        assert [box["y"] for box in beside] == [yours["y"], theirs["y"]], "when someone comes too"
        assert_fits(page, f"chess-{size[0]}", exempt=SQUARES)


CAPTURES = ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5g2", "f1g2", "c8h3", "g1h3", "b8c6")


def test_all_that_was_captured_is_shown_on_a_phone(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start_formations(alice, bob, now, ruleset="standard", reserve_s=2 * 86400)
    play(game, *CAPTURES, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=(360, 740))

    expect(page.locator("#deadline")).to_contain_text("d time bank")
    expect(page.locator("#deadline span")).to_be_hidden()
    for won in page.locator(".won > span").all():
        expect(won).not_to_be_empty()
        assert won.evaluate("node => node.scrollWidth <= node.clientWidth"), "none is cut off"


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_move_of_the_list_leads_to_the_replay_at_that_move(
    open_page: OpenPage, alice: User, bob: User, now: datetime, size: tuple[int, int]
) -> None:
    game = start("standard", alice, bob, now)
    play(game, *MOVES, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=size)

    expect(page.locator("#round li")).to_have_count(4)
    page.locator("#round").get_by_role("link", name="exd5").click()

    page.wait_for_url("**/history/?turn=3")


@pytest.mark.parametrize("ruleset", ["standard", "eleven"])
def test_the_board_stays_where_it_is_when_a_live_game_ends(
    open_page: OpenPage, alice: User, bob: User, ruleset: str
) -> None:
    started = timezone.now()
    game = start_live(alice, bob, started, ruleset=ruleset)
    if ruleset == "eleven":
        start_round(game, started)
    page = open_page(f"/games/{game.pk}/", user=alice, size=DESK)
    expect(page.locator("#clocks")).to_be_visible()
    if ruleset == "standard":
        expect(page.locator("#prompt")).to_have_text("Your turn. First move within 30 seconds.")
        # A move goes immediately: its buttons would have nothing to do.
        expect(page.locator("#send")).to_be_hidden()
        expect(page.get_by_role("button", name="Turn sound on")).to_be_visible()
        # A small phone has the last move above the prompt too, and a phone all of them below it.
        for size in (SMALL, PHONE):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            first, second = (box_of(page.locator(one)) for one in (".duel", "#prompt"))
            if size == PHONE:
                first, second = second, first
                expect(page.locator(".about")).to_have_css("position", "absolute")
            assert first["y"] + first["height"] <= second["y"] + 4
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    board = box_of(page.locator(".field"))

    resign(bob.pk, game.pk, now=timezone.now())

    expect(page.locator(".full-time")).to_be_attached()
    assert box_of(page.locator(".field")) == board


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_the_first_move_moves_nothing_and_the_head_shows_who_is_to_move(
    open_page: OpenPage, alice: User, bob: User, now: datetime, size: tuple[int, int]
) -> None:
    game = start("standard", alice, bob, now)
    page = open_page(f"/games/{game.pk}/", user=bob, size=size)
    mover = page.locator(".who.now")
    expect(mover).to_have_text("alice")
    parts = page.locator("ce-grid"), page.locator("#prompt")
    before = [box["y"] for box in boxes_of(page, *parts)]

    play(game, "e2e4", now=now)
    look_again(page)

    expect(page.locator("#round li")).to_have_count(1)
    expect(mover).to_have_text("You")
    assert [box["y"] for box in boxes_of(page, *parts)] == before
    assert_fits(page, f"chess-first-{size[0]}", exempt=SQUARES)


LOW_PHONE = (390, 740)
LONG = ("g1f3", "g8f6", "b1c3", "b8c6", "e2e4", "e7e5", "f1c4", "f8c5", "d2d3", "d7d6")


@pytest.mark.parametrize("size", [LOW_PHONE, SIDEWAYS])
def test_a_long_list_of_moves_slides_and_the_page_does_not(
    open_page: OpenPage, alice: User, bob: User, now: datetime, size: tuple[int, int]
) -> None:
    game = start("standard", alice, bob, now)
    play(game, *LONG, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=size)

    expect(page.locator("#round li")).to_have_count(10)
    # It is right under the board, begins with a whole pair and ends with the last move.
    page.wait_for_function("document.getElementById('round').scrollLeft > 0")
    parts = [page.locator(one) for one in ("ce-grid", ".duel", "#prompt")]
    board, line, prompt = boxes_of(page, *parts)
    if size == LOW_PHONE:
        assert board["y"] + board["height"] == pytest.approx(line["y"], abs=1)
    assert line["y"] + line["height"] <= prompt["y"]
    firsts = page.locator("#round li:nth-child(odd)").all()
    assert any(abs(one["x"] - line["x"]) < 2 for one in boxes_of(page, *firsts))
    (last,) = boxes_of(page, page.locator("#round li").last)
    assert last["x"] + last["width"] <= line["x"] + line["width"]
    assert_fits(page, "chess-long", exempt=SQUARES)
    # A tall phone has room for a list, which shows the last move above the bar.
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    shown = boxes_of(page, page.locator("#round li").last, page.locator("#prompt"))
    (bar,) = boxes_of(page, page.locator("#play-bar"))
    assert shown[1]["y"] < shown[0]["y"], "the list follows the sentence"
    assert shown[0]["y"] + shown[0]["height"] <= bar["y"]


def test_the_replay_on_a_tall_phone_lists_the_moves_below_the_board(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    play(game, *LONG, now=now)
    resign(bob.pk, game.pk, now=now)
    page = open_page(f"/games/{game.pk}/history/?turn=9", user=alice)

    shown = page.locator("[aria-current=step]")
    expect(page.locator("#prompt")).to_have_text("You: d3")
    expect(shown).to_be_in_viewport()
    page.get_by_role("link", name="Next move").click()
    expect(page.locator("#prompt")).to_have_text("You won: bob resigned · bob: d6")
    expect(shown).to_have_accessible_name("bob d6")
    first, second = boxes_of(page, page.locator("[data-turn='9']"), shown)
    assert first["y"] == second["y"], "they are a pair"
    assert_fits(page, "chess-replay", exempt=SQUARES)


@pytest.mark.parametrize("ruleset", ["standard", "future"])
def test_at_full_time_word_and_replay_are_above_the_bar_of_a_small_phone(
    open_page: OpenPage, alice: User, bob: User, now: datetime, ruleset: str
) -> None:
    """German has the longest words for both."""
    User.objects.filter(pk=alice.pk).update(language="de")
    game = start(ruleset, alice, bob, now)
    play(game, *PLAYED[ruleset], now=now)
    resign(alice.pk, game.pk, now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)

    expect(page.locator("#prompt")).to_have_text("bob hat gewonnen: du hast aufgegeben.")
    word = page.get_by_role("heading", name="Verloren")
    replay = page.get_by_role("link", name="Nachspielen")
    # Beside the replay is the word, under a tower the reason below it.
    beside = page.locator("#prompt") if ruleset == "future" else word
    first, second, bar = boxes_of(page, beside, replay, page.locator(".bar"))
    assert second["y"] < first["y"] + first["height"], "they share a line"
    assert second["y"] + second["height"] <= bar["y"]
    expect(page.locator(".bar").get_by_role("link", name="Züge probieren")).to_be_visible()
    if ruleset == "standard":
        expect(page.get_by_label("e1, König von Weiß")).to_be_attached()
    if ruleset == "future":
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        first, second, board = boxes_of(page, beside, replay, page.locator("ce-grid"))
        assert second["y"] < first["y"] + first["height"], "they share a line"
        assert board["y"] + board["height"] <= second["y"]
        page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    # What the bar lies over is reached by scrolling.
    page.mouse.wheel(0, 1000)
    assert_accessible(page, f"{ruleset}-full-time")
    picture(page, f"{ruleset}-full-time")


def test_a_move_that_mates_says_so_before_it_is_sent(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start("standard", alice, bob, now)
    play(game, "e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    # Both colours are said beside the names.
    expect(page.locator(".who .colour.white")).to_have_accessible_name("White")
    expect(page.locator(".who .colour.black")).to_have_accessible_name("Black")

    for name in ("h5", "e5"):
        square(page, name).tap()
    expect(page.locator("#prompt")).to_have_text("Check! Send your move.")
    page.locator("#undo").tap()
    for name in ("h5", "f7"):
        square(page, name).tap()
    expect(page.locator("#prompt")).to_have_text("Checkmate! Send it.")
    play(game, "h5f7", now=now)
    page.reload()
    expect(page.locator(".score .over")).to_have_text(["1–0", "game over"])
