"""Choosing a formation in a browser: alone, and two at once."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Game
from games.play.formations import save_formation
from tests.e2e.browser import (
    DESK,
    LOW,
    PHONE,
    SCHEMES,
    SIDEWAYS,
    SMALL,
    assert_accessible,
    assert_fits,
    assert_fits_phones,
    assert_readable_by_night,
    box_of,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import SQUARES, at, focused, pausing, prompt, ribbon, square, tap
from tests.games.matches import (
    BLACK_FORMATION,
    OPEN_GOAL,
    WHITE_FORMATION,
    play,
)
from tests.patience import until

KING = "The king stays in goal. The pawn in front of him stays too."


def saved(game: Game, side: str = "white") -> dict[str, Any]:
    description = Game.objects.get(pk=game.pk).description
    formation: dict[str, Any] = description["formation"][side]
    return formation


def press(page: Page, *names: str) -> None:
    """Touch squares that are said to do nothing."""
    for name in names:
        square(page, name).tap(force=True)


def state(page: Page) -> Locator:
    """Return what the head says of how far the opponent is."""
    return page.locator("#theirs")


def shape(page: Page, name: str) -> Locator:
    """Return the formation with this name."""
    return page.get_by_role("radio", name=name)


def wait_until_saved(page: Page) -> None:
    expect(page.locator("#live")).to_have_text("Saved.")


def test_pieces_are_placed_and_swapped_by_tap_and_tap_and_the_king_stays(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice, has_touch=True)
    expect(prompt(page)).to_have_text("Choose your formation.")

    tap(page, "c3")
    expect(square(page, "c3")).to_have_attribute("aria-selected", "true")
    expect(prompt(page)).to_have_text("Tap where it goes.")
    tap(page, "a3")
    wait_until_saved(page)
    tap(page, "e1", "b1")
    wait_until_saved(page)

    pieces = saved(arranging)["pieces"]
    assert (pieces["a3"], pieces["b1"], pieces["e1"]) == ("N", "Q", "B")
    assert "c3" not in pieces
    page.locator("#undo").tap()
    page.locator("#undo").tap()
    expect(page.locator("#undo")).to_be_disabled()
    expect(square(page, "c3")).to_have_attribute("aria-label", "c3, white knight, can be moved")

    # The king and the pawn before him stay.
    tap(page, "d1")
    expect(page.locator("#live")).to_have_text(KING)
    tap(page, "d2")
    expect(page.locator("#live")).to_have_text(f"{KING}\u00a0")
    tap(page, "c2", "d2")
    tap(page, "c2", "c4")
    tap(page, "d8")

    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("[aria-selected=true]")).to_have_count(0)

    # Without a goal the bench takes no pawn.
    page.get_by_role("button", name="Substitute").tap()
    tap(page, "c2")
    expect(prompt(page)).to_have_text("Only after you score.")
    tap(page, "c1")
    wait_until_saved(page)
    assert saved(arranging)["substitute"] == "R"


def test_the_bench_takes_an_officer_and_after_a_goal_a_pawn(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, OPEN_GOAL)
    play(game, "!e8", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    bench = page.get_by_role("button", name="Substitute")
    expect(bench).to_have_text(
        "Your substitute: a bishopSwap it in for a pawn, knight, rook or queen."
    )

    bench.tap()
    expect(bench).to_have_attribute("aria-pressed", "true")
    expect(prompt(page)).to_have_text("Tap the piece to replace.")
    assert_fits_phones(page, "formation-substitute", exempt=SQUARES)
    tap(page, "c2")
    wait_until_saved(page)
    assert saved(game)["substitute"] == "P"
    expect(bench).to_have_text(
        "Your substitute: a pawnSwap it in for a knight, bishop, rook or queen."
    )
    bench.tap()
    tap(page, "c1")
    wait_until_saved(page)

    assert saved(game)["substitute"] == "R"
    assert saved(game)["pieces"]["c1"] == "P"


def test_a_player_who_conceded_sees_it_before_lining_up(
    open_page: OpenPage, bob: User, game: Game, now: datetime
) -> None:
    at(game, OPEN_GOAL)
    play(game, "!e8", now=now)
    page = open_page(f"/games/{game.pk}/", user=bob)

    told = ribbon(page, "Goal! 0–1")
    expect(told).to_contain_text("alice's rook scores from e2.")
    expect(square(page, "e2")).to_have_attribute("aria-label", "e2, white rook, the ball")
    page.get_by_role("button", name="Choose formation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You 0–1 alice")
    page.reload()
    expect(prompt(page)).to_have_text("Choose your formation.")
    expect(told).to_have_count(0)


def test_by_keyboard_alone(open_page: OpenPage, alice: User, arranging: Game) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice)

    page.locator("[data-square=c8]").press("Enter")
    expect(page.locator("#live")).to_have_text("Only your own three ranks.")
    page.keyboard.press("q")
    assert focused(page) == "e1"
    page.keyboard.press("Enter")
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text("queen to h3.")
    assert focused(page) == "h3"
    wait_until_saved(page)
    page.keyboard.press("Control+Enter")

    expect(prompt(page)).to_have_text("Waiting for bob's formation.")
    assert saved(arranging)["ready"]
    assert saved(arranging)["pieces"]["h3"] == "Q"


NOTE_WHAT_OUTLIVES = """() => {
  const fetched = window.fetch;
  window.fetch = (path, options) => {
    if (options.method === "PUT") localStorage.setItem("outlives", options.keepalive);
    return fetched(path, options);
  };
}"""
"""Makes a page keep whether a save goes on when it is left."""


def test_a_piece_can_be_dragged_and_its_save_is_not_broken_off_by_leaving(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice)
    page.evaluate(NOTE_WHAT_OUTLIVES)
    start, end = box_of(square(page, "f3")), box_of(square(page, "h2"))

    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    page.mouse.up()
    wait_until_saved(page)

    assert saved(arranging)["pieces"]["h2"] == "N"
    assert page.evaluate("localStorage.getItem('outlives')") == "true"
    square(page, "c3").click()
    expect(square(page, "c3")).to_have_attribute("aria-selected", "true")


@pytest.mark.long
def test_two_browsers_see_each_other_and_start(
    open_page: OpenPage, alice: User, bob: User, arranging: Game
) -> None:
    hers = open_page(f"/games/{arranging.pk}/", user=alice)
    his = open_page(f"/games/{arranging.pk}/", user=bob)

    square(his, "f6").click()
    square(his, "h6").click()
    wait_until_saved(his)
    expect(square(hers, "h6")).to_have_attribute("aria-label", "h6, black knight")
    # A second press before the answer asks for nothing that would be refused.
    his.evaluate("for (const _ of [1, 2]) document.getElementById('ready').click()")
    expect(prompt(his)).to_have_text("Waiting for alice's formation.")
    expect(prompt(hers)).to_have_text("Choose your formation.")
    expect(state(hers)).to_have_text("ready ✓")
    expect(hers.locator("#live")).to_have_text("bob is ready.")
    assert_fits_phones(hers, "formation-opponent-ready", exempt=SQUARES)
    hers.get_by_role("button", name="Kick off").click()

    expect(prompt(hers)).to_have_text("Kick-off! Move into the circle.")
    expect(prompt(his)).to_contain_text("It's alice's turn.")
    assert Game.objects.get(pk=arranging.pk).status == "playing"


@pytest.mark.long
def test_a_locked_formation_stays_locked_when_the_page_is_loaded_again(
    open_page: OpenPage, alice: User, bob: User, arranging: Game, now: datetime
) -> None:
    save_formation(alice.pk, arranging.pk, WHITE_FORMATION, ready=True, now=now)
    page = open_page(f"/games/{arranging.pk}/", user=alice, has_touch=True)

    for _ in range(2):
        expect(prompt(page)).to_have_text("Waiting for bob's formation.")
        press(page, "c3", "a3")
        expect(square(page, "c3")).to_have_attribute("aria-label", "c3, white knight")
        expect(page.locator("[aria-selected=true]")).to_have_count(0)
        expect(page.locator("#play-bar")).to_be_hidden()
        expect(page.get_by_role("link", name="Back to games")).to_be_visible()
        expect(page.locator("#bench")).to_have_count(0)
        page.reload()
    assert_fits_phones(page, "formation-locked", exempt=SQUARES)
    assert_accessible(page, "formation-locked")

    his = open_page(f"/games/{arranging.pk}/", user=bob)
    square(his, "f6").click()
    square(his, "h6").click()
    wait_until_saved(his)
    expect(square(page, "h6")).to_have_attribute("aria-label", "h6, black knight")
    save_formation(bob.pk, arranging.pk, BLACK_FORMATION, ready=True, now=now)
    expect(prompt(page)).to_have_text("Kick-off! Move into the circle.")


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.long
def test_an_onlooker_sees_both_arrange_and_touches_nothing(
    open_page: OpenPage, alice: User, charlie: User, arranging: Game, is_known: bool
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=charlie if is_known else None, has_touch=True)
    expect(prompt(page)).to_have_text("alice isn't ready. bob isn't ready.")

    press(page, "c3", "a3")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    expect(page.locator(".dim")).to_have_count(0)
    assert_fits(page, "formation-onlooker")
    assert_accessible(page, "formation-onlooker")

    hers = open_page(f"/games/{arranging.pk}/", user=alice)
    square(hers, "c3").click()
    square(hers, "a3").click()
    wait_until_saved(hers)
    expect(square(page, "a3")).to_have_attribute("aria-label", "a3, white knight")
    hers.get_by_role("button", name="Kick off").click()
    expect(prompt(page)).to_have_text("alice is ready ✓. bob isn't ready.")


def test_what_was_changed_a_moment_before_leaving_is_saved(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice)

    # Both taps and the way out within the moment that a save waits for.
    page.evaluate(
        """() => {
          for (const name of ["c3", "a3"]) document.querySelector(`[data-square=${name}]`).click();
          location.assign("/learn/eleven/read/");
        }"""
    )
    page.wait_for_url("**/learn/eleven/read/")

    until(lambda: "a3" in saved(arranging)["pieces"], pausing(page))
    assert saved(arranging)["pieces"]["a3"] == "N"


@pytest.mark.long
def test_a_refusal_is_seen_and_goes(open_page: OpenPage, alice: User, arranging: Game) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice, has_touch=True)
    no = page.locator(".core.refused")
    expect(page.locator("#bench")).to_be_visible()
    expect(page.locator(".core.lock")).to_have_count(1)
    expect(page.locator("ce-pitch .dim")).to_have_count(11)

    # Shown by the tap itself: nothing is asked of the service.
    shown = page.evaluate(
        """() => {
          document.querySelector("[data-square=d1]").click();
          return document.getElementById("prompt").textContent;
        }"""
    )
    assert shown == "The king stays in goal."
    expect(page.locator("#hint")).to_have_text("The pawn in front of him stays too.")
    expect(prompt(page)).to_have_css("color", "rgb(154, 52, 18)")
    expect(no).to_have_count(1)
    assert_accessible(page, "formation-refused")
    assert_fits(page, "formation-refused", exempt=SQUARES)
    # Nothing is pushed under the bar; quick chat is in the menu.
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE[1]
    expect(no).to_have_count(0)
    expect(prompt(page)).to_have_text("Choose your formation.")

    tap(page, "c2", "c4")
    expect(page.locator("#live")).to_have_text("Only your own three ranks.")
    expect(no).to_have_count(1)
    expect(page.locator("#undo")).to_be_disabled()


@pytest.mark.long
def test_it_is_in_order_in_every_size(
    open_page: OpenPage, alice: User, bob: User, arranging: Game, now: datetime
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice, has_touch=True)

    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width, height in (DESK, SIDEWAYS, PHONE, LOW, SMALL):
            page.set_viewport_size({"width": width, "height": height})
            exempt = SQUARES if width < 352 or height < 520 else ()
            assert_fits(page, f"formation-{width}x{height}-{scheme}", exempt=exempt)
        assert page.evaluate("document.documentElement.scrollHeight") <= SMALL[1]
    page.emulate_media(color_scheme="light")
    assert_readable_by_night(page, "formation")
    tap(page, "c3")
    assert_fits_phones(page, "formation-selected", exempt=SQUARES)
    assert_accessible(page, "formation-selected")
    save_formation(bob.pk, arranging.pk, BLACK_FORMATION, ready=True, now=now)
    page.reload()
    expect(state(page)).to_have_text("ready ✓")


@pytest.mark.long
def test_text_of_twice_the_size_fits_beside_the_pitch(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice)

    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert_fits(page, "formation-double")
    page.emulate_media(forced_colors="active")
    assert_accessible(page, "formation-forced-colours")
    fill = page.locator(".p-grass, .grass").first.evaluate("e => getComputedStyle(e).fill")
    assert fill == "rgb(44, 110, 63)"


def test_a_save_without_a_connection_is_made_up_for(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice)
    page.witness.expected.append("ERR_INTERNET_DISCONNECTED")

    page.context.set_offline(True)
    square(page, "c3").click()
    square(page, "a3").click()
    expect(prompt(page)).to_have_text("You're offline. Not saved yet.")
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text("Saved.")

    assert saved(arranging)["pieces"]["a3"] == "N"
