"""Stepping through a game: by buttons, by keys, by address, without a script."""

from __future__ import annotations

from datetime import datetime

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from tests.e2e.browser import (
    DESK,
    PHONE,
    SCHEMES,
    SIDEWAYS,
    SMALL,
    assert_accessible,
    assert_fits,
    assert_readable_by_night,
    box_of,
    boxes_of,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import SQUARES, at, prompt, square, wait_until
from tests.games.matches import OPEN_GOAL, any_turn, play, start_formations, start_round
from tests.patience import until

WHOLE = ("c3e4 @d2", "c6d4", "e4c5", "d4e2")


@pytest.fixture
def scored(game: Game, now: datetime) -> Game:
    """A game with a round that ended with a goal, and two turns of the next."""
    play(game, *WHOLE, now=now)
    at(Game.objects.get(pk=game.pk), OPEN_GOAL)
    play(game, "!e8", now=now)
    start_round(game, now)
    play(game, "c6e5 @d7", "c3d5", now=now)
    return game


def current(page: Page) -> str:
    return page.locator("[aria-current=step]").inner_text()


@pytest.mark.long
def test_every_turn_has_an_address(open_page: OpenPage, alice: User, scored: Game) -> None:
    page = open_page(f"/games/{scored.pk}/history/", user=alice)
    expect(page.locator("#count")).to_have_text("Turn 7")
    # The list, which says how it went, is a drawer on a phone.
    expect(page.get_by_role("heading", level=2)).to_have_count(0)
    page.get_by_role("button", name="All turns").click()
    expect(page.get_by_role("heading", level=2)).to_have_text(["Round 1", "Round 2"])
    # How a round ended is said after its last turn, with the players called as in the list.
    expect(page.locator("ol + .end")).to_have_text("Goal for you! You 1–0 bob.")
    page.keyboard.press("Escape")

    score = page.locator(".score .num")
    page.get_by_role("link", name="Previous turn").click()
    expect(prompt(page)).to_have_text("bob: knight advances to e5, then a pass to d7.")
    expect(score).to_have_text("1–0")
    assert page.url.endswith("?turn=6")
    page.get_by_role("link", name="Start").click()
    expect(page.locator("#progress")).to_have_text("Start", use_inner_text=True)
    expect(prompt(page)).to_have_text("Before the first turn.")
    expect(square(page, "c3")).to_have_attribute("aria-label", "c3, white knight")
    assert page.url.endswith("?turn=0")
    page.reload()
    expect(prompt(page)).to_have_text("Before the first turn.")
    page.get_by_role("link", name="Next turn").click()
    expect(prompt(page)).to_have_text("You: knight advances to e4, then a pass to d2.")
    expect(score).to_have_text("0–0")
    # As in the mail: a pass is a dashed line of its own colour.
    expect(page.locator("ce-pitch .core.line.pass")).to_have_count(1)
    expect(square(page, "e4")).to_have_attribute("aria-label", "e4, white knight")
    expect(square(page, "d2")).to_have_attribute("aria-label", "d2, white pawn, the ball")
    page.reload()
    expect(page.locator("#count")).to_have_text("Turn 1")
    page.get_by_role("button", name="All turns").click()
    page.get_by_role("link", name="bob Nc6–d4").click()
    expect(page.locator("#count")).to_have_text("Turn 2")

    shared = open_page(f"/games/{scored.pk}/history/?turn=5")
    expect(prompt(shared)).to_have_text("alice: rook shoots from e2 at e8. Goal!")
    expect(shared.locator(".score .num")).to_have_text("1–0")
    page.witness.expected.append("404")
    page.goto(f"/games/{scored.pk}/history/?turn=99")
    expect(page.get_by_text("This turn doesn't exist.")).to_be_visible()


def test_arrow_keys_step_but_not_inside_the_grid(
    open_page: OpenPage, alice: User, scored: Game
) -> None:
    page = open_page(f"/games/{scored.pk}/", user=alice)
    expect(square(page, "c3")).to_be_visible()
    wait_until(page, "Boolean(self.outbox)")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_text("go to the ball")).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/history/**")

    page.goto(f"/games/{scored.pk}/history/?turn=2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text("Turn 3")
    page.keyboard.press("End")
    expect(page.locator("#count")).to_have_text("Turn 7")
    page.keyboard.press("Home")
    expect(page.locator("#count")).to_have_text("Start")
    square(page, "a1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text("Start")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_text("flip the board")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.wait_for_url("**side=black**")


@pytest.mark.long
def test_the_list_beside_the_board_follows(
    open_page: OpenPage, alice: User, scored: Game, now: datetime
) -> None:
    for _ in range(24):
        play(scored, any_turn(scored), now=now)
    path = f"/games/{scored.pk}/history/"
    page = open_page(f"{path}?turn=25", user=alice, size=DESK)
    whole = box_of(page.locator(".rounds"))

    for key in ("", "End", "Home"):
        if key:
            page.keyboard.press(key)
        else:
            expect(page.locator("#count")).to_have_text("Turn 25")
        if key != "Home":
            until(lambda: _is_within(box_of(page.locator(".rounds [aria-current]")), whole))
        assert page.evaluate("scrollY") == 0

    page.goto(f"/games/{scored.pk}/")
    last = page.locator("#round li").last
    assert _is_within(box_of(last), box_of(page.locator(".round > div")))
    last.get_by_role("link").click()
    expect(page.locator("#count")).to_have_text(f"Turn {7 + 24}")


def test_beside_the_pitch_each_side_has_its_column(
    open_page: OpenPage, bob: User, scored: Game
) -> None:
    page = open_page(f"/games/{scored.pk}/", user=bob, size=DESK)

    own, other = boxes_of(page, *page.locator("#round li").all())
    assert page.locator("#round li").first.get_attribute("data-side") == "black"
    assert own["x"] < other["x"], "the reader's is at the left"
    assert own["y"] == other["y"]


def _is_within(inner: FloatRect, outer: FloatRect) -> bool:
    above, below = inner["y"] - outer["y"], inner["y"] + inner["height"] - outer["y"]
    return above >= -1 and below <= outer["height"] + 1


SQUARES_ARE_SEEN = """
[...document.querySelectorAll("[data-square]")].every((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === one;
})
"""


def test_the_row_below_a_sentence_of_two_lines_is_seen_above_the_strip(
    open_page: OpenPage, alice: User, scored: Game
) -> None:
    page = open_page(f"/games/{scored.pk}/history/?turn=5", user=alice)
    long = "bishop drops back to f7, then bishop shoots from f7 at e8. Goal!"
    for width, height in (SMALL, (360, 640), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        prompt(page).evaluate("(prompt, long) => { prompt.textContent = long; }", long)
        # On the smallest phones it is a drawer, and the board is as wide as the page.
        more = page.get_by_role("button", name="More")
        row, deck, field = boxes_of(
            page,
            more if width == SMALL[0] else page.locator(".ways"),
            page.locator(".deck"),
            page.locator("ce-pitch"),
        )
        assert row["y"] + row["height"] <= deck["y"] + 1, width
        if width == SMALL[0]:
            assert field["width"] > width - 16
            more.click()
            expect(page.get_by_role("link", name="Analyse")).to_be_visible()
            page.keyboard.press("Escape")
        expect(more).to_be_visible(visible=width == SMALL[0])


@pytest.mark.long
def test_the_strip_stays_under_the_thumb(open_page: OpenPage, alice: User, scored: Game) -> None:
    page = open_page(f"/games/{scored.pk}/history/?turn=1", user=alice)
    for size in (SMALL, PHONE, SIDEWAYS, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"/games/{scored.pk}/history/?turn=1")
        onward = page.get_by_role("link", name="Next turn")
        expect(page.locator("#play")).to_be_visible()
        first = box_of(onward)
        for _ in range(12):
            page.mouse.click(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
            here = box_of(onward)
            assert abs(here["x"] - first["x"]) < 4, size
            assert abs(here["y"] - first["y"]) < 4, size
        expect(page.locator("#count")).to_have_text("Turn 7")
        # On its side the phone shows all eight ranks and the strip beside them.
        for low in ((667, 375), size) if size == SIDEWAYS else ():
            page.set_viewport_size({"width": low[0], "height": low[1]})
            assert page.evaluate(SQUARES_ARE_SEEN), low
        # What "200 % text" does to a page that measures its type in rem.
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size


def test_a_game_is_played_through_and_its_goals_are_on_the_time_line(
    open_page: OpenPage, alice: User, scored: Game, now: datetime
) -> None:
    page = open_page(f"/games/{scored.pk}/history/?turn=4", user=alice, has_touch=True)
    expect(page.locator(".signs a title")).to_have_text("Goal for alice, turn 5")
    assert page.get_by_role("slider", name="Turn").get_attribute("aria-valuetext") == (
        "Turn 4, bob: Nd4×e2"
    )

    page.get_by_role("button", name="Speed 1×").click()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#count")).to_have_text("Turn 7")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.locator(".signs a").click()
    expect(prompt(page)).to_have_text("You: rook shoots from e2 at e8. Goal!")
    assert page.url.endswith("?turn=5")

    page.mouse.move(300, 200)
    page.mouse.down()
    page.mouse.move(180, 205)
    page.mouse.up()
    expect(page.locator("#count")).to_have_text("Turn 6")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#count")).to_have_text("Turn 5")

    # The goal that ended the match, at the very end of the line, is seen as well.
    at(Game.objects.get(pk=scored.pk), "3k4/4r3/8/8/8/8/8/K7 b e7 open - 3")
    play(scored, "!e1", now=now)
    page.reload()
    expect(page.locator(".signs a")).to_have_count(2)
    last = box_of(page.locator(".signs a").last)
    assert 366 < last["x"] + last["width"] <= 390


NOTE_WHAT_IS_TOLD = """
  globalThis.told = [];
  const said = (id) => document.getElementById(id).textContent.trim();
  const signs = () => document.querySelectorAll(".signs a:not([hidden])").length;
  new MutationObserver(() => told.push([said("count"), said("prompt"), signs()]))
    .observe(document.body, { subtree: true, childList: true, attributes: true });
"""
"""Makes a replay keep what its sentence said at which turn, and beside how many signs."""


@pytest.mark.long
def test_the_replay_of_a_game_that_is_over_does_not_show_its_end(
    open_page: OpenPage, alice: User, scored: Game, now: datetime
) -> None:
    at(Game.objects.get(pk=scored.pk), OPEN_GOAL)
    play(scored, "!e8", now=now)

    page = open_page(f"/games/{scored.pk}/history/")
    expect(page.locator("#count")).to_have_text("Start")
    expect(page.locator(".score .num")).to_have_text("0–0")
    signs = signs_of(page)
    expect(signs).to_have_count(0)
    # A round begins after a goal.
    expect(page.locator(".tick:visible")).to_have_count(0)
    # Nor does the list, which is beside the board of a wide page.
    listed = page.locator("#turns li:not([hidden])")
    expect(listed).to_have_count(0)
    expect(page.locator("#turns h2:not([hidden])")).to_have_count(1)
    expect(page.locator("#turns .end:not([hidden])")).to_have_count(0)
    page.get_by_role("link", name="Last turn").click()
    expect(signs).to_have_count(2)
    expect(page.locator(".tick:visible")).to_have_count(1)
    expect(listed).to_have_count(8)
    page.get_by_role("link", name="Start").click()
    expect(signs).to_have_count(2)

    # The sentence has the outcome of a shot only once it has been seen.
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"/games/{scored.pk}/history/?turn=4")
    page.wait_for_load_state()
    page.evaluate(NOTE_WHAT_IS_TOLD)
    page.get_by_role("link", name="Next turn").click()
    expect(prompt(page)).to_have_text("alice: rook shoots from e2 at e8. Goal!")
    expect(page.locator(".hushed")).to_have_count(0)
    told = page.evaluate("told")
    fifth = [(text, count) for turn, text, count in told if turn == "Turn 5"]
    assert fifth[0] == ("5\u2032 The rook on e2 shoots…", 0)
    assert {count for text, count in fifth if text.startswith("5\u2032")} == {0}
    assert fifth[-1] == ("alice: rook shoots from e2 at e8. Goal!", 1)

    # Players, who know it, have it all. The last goal is a sentence like the others.
    page = open_page(f"/games/{scored.pk}/history/?turn=8", user=alice, size=DESK)
    last = "You won 2–0 · You: rook shoots from e2 at e8. Goal!"
    expect(prompt(page)).to_have_text(last)
    page.keyboard.press("Home")
    expect(prompt(page)).to_have_text("Before the first turn.")
    page.keyboard.press("End")
    expect(prompt(page)).to_have_text(last)
    page.goto(f"/games/{scored.pk}/history/")
    expect(page.locator("#count")).to_have_text("Start")
    expect(signs_of(page)).to_have_count(2)
    expect(page.locator("#turns li:visible")).to_have_count(8)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_all_turns_are_shown_on_request(
    open_page: OpenPage, scored: Game, now: datetime, size: tuple[int, int]
) -> None:
    at(Game.objects.get(pk=scored.pk), OPEN_GOAL)
    play(scored, "!e8", now=now)
    page = open_page(f"/games/{scored.pk}/history/", size=size)
    reveal = page.get_by_role("button", name="Show all turns")
    if size == PHONE:
        # Before the script is there, which comes with the first touch.
        page.get_by_role("button", name="All turns", exact=True).press("Enter")
        page.get_by_role("heading", name="Round 1").click()
    else:
        expect(page.locator("#turns li:visible")).to_have_count(0)
        reveal.click()

    expect(page.locator("#turns li:visible")).to_have_count(8)
    expect(page.locator("#turns .end:visible")).to_have_count(2)
    expect(reveal).to_have_count(0)
    expect(page.locator("#count")).to_have_text("Start")
    page.locator("#turns [data-turn='6']").click()
    expect(page.locator("#count")).to_have_text("Turn 6")


def test_a_resignation_is_shown_where_it_was_and_at_the_last_turn(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    chess = start_formations(alice, bob, now, ruleset="standard")
    play(chess, "e2e4", "d7d5", "e4d5", now=now)
    resign(bob.pk, chess.pk, now=now)
    page = open_page(f"/games/{chess.pk}/history/?turn=2", user=alice, size=SMALL)
    expect(page.locator("#progress")).to_have_text("Move 1 of 2", use_inner_text=True)
    expect(prompt(page)).to_have_text("bob: d5")
    # Of a game of moves the list is no secret.
    expect(signs_of(page).locator("title")).to_have_text("bob resigned")

    page.locator("[data-to=last]").click()
    expect(prompt(page)).to_have_text("You won: bob resigned · You: exd5")
    expect(page.locator("#count")).to_have_text("Move 2")
    page.reload()
    expect(prompt(page)).to_have_text("You won: bob resigned · You: exd5")
    expect(page.get_by_role("group", name="Captured by alice")).to_have_text("♟\ufe0e +1")
    assert_accessible(page, "history-resigned")


def signs_of(page: Page) -> Locator:
    return page.locator(".signs a:visible")


def test_the_game_is_copied_as_text(open_page: OpenPage, alice: User, scored: Game) -> None:
    page = open_page(user=alice, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/games/{scored.pk}/history/")

    page.get_by_role("button", name="All turns").click()
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()

    lines = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert lines[:2] == ["Round 1", "1. c3e4 @d2"]
    assert lines[5:8] == ["5. !e8=goal", "Round 2", "6. c6e5 @d7"]


def test_the_formations_of_a_round_can_be_seen(
    open_page: OpenPage, alice: User, scored: Game
) -> None:
    page = open_page(f"/games/{scored.pk}/", user=alice)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Formations").click()
    page.wait_for_url("**/history/**")
    # Who goes by keys can read the squares.
    page.keyboard.press("Tab")

    expect(square(page, "c6")).to_have_attribute("aria-label", "c6, black knight")
    expect(square(page, "c3")).to_have_attribute("aria-label", "c3, white knight")


def test_the_other_side_and_no_script(open_page: OpenPage, alice: User, scored: Game) -> None:
    page = open_page(f"/games/{scored.pk}/history/?turn=2", user=alice, java_script_enabled=False)

    page.get_by_role("link", name="Flip board").click()
    page.get_by_role("link", name="Next turn").click()
    assert page.url.endswith("?turn=3&side=black")
    expect(prompt(page)).to_have_text("You: knight advances to c5.")


def test_it_is_in_order_in_every_size(open_page: OpenPage, alice: User, scored: Game) -> None:
    page = open_page(f"/games/{scored.pk}/history/?turn=3", user=alice)

    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width, height in (DESK, SIDEWAYS, PHONE, SMALL):
            page.set_viewport_size({"width": width, "height": height})
            # Nothing is played here: on its side the board keeps to the height that there is.
            exempt = SQUARES if width < 352 or height < 400 else ()
            assert_fits(page, f"history-{width}x{height}-{scheme}", exempt=exempt)
    page.emulate_media(color_scheme="light")
    assert_accessible(page, "history")
    assert_readable_by_night(page, "history")
    assert current(page).split() == ["You", "Ne4–c5"]
