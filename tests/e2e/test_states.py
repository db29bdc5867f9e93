"""The game page in all its states: what it says, and that it is in order in every size."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from games.play.draws import offer_draw
from tests.e2e.browser import (
    DESK,
    LOW,
    PHONE,
    SCHEMES,
    SIDEWAYS,
    SMALL,
    assert_accessible,
    assert_fits,
    assert_readable_by_night,
    box_of,
    picture,
)
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    BEFORE_CARRIER,
    BEFORE_CHECK,
    BLACKS,
    CARRIER,
    CHECK,
    CORNER,
    DEFENDING,
    SQUARES,
    at,
    look_again,
    net,
    prompt,
    send,
    square,
    tap,
    wait_until_sendable,
)
from tests.games.matches import play, start_round

KICK_OFF = "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"
WAITING = CARRIER.replace(" w b5 ", " b g6 ")


class State(NamedTuple):
    """A position, what is tapped, and the line that then stands under the pitch."""

    name: str
    position: str
    taps: tuple[str, ...]
    prompt: str


STATES = (
    State("game-idle", CARRIER, (), "Your turn. You have the ball."),
    State("game-kickoff", KICK_OFF, (), "Kick-off! Move into the circle."),
    State("game-kickoff-moved", KICK_OFF, ("c3", "e4"), "Now pass the ball."),
    State("game-carrier-selected", CARRIER, ("b5",), "Tap a dot, a ring or the net."),
    State("game-move-staged", CARRIER, ("c3", "d5"), "Pass, shoot or send."),
    State("game-pass-staged", CARRIER, ("b5", "e2"), "Move or send."),
    State("game-shot-staged", CARRIER, ("c3", "d5", "net e8"), "20% goal 25% save 35% block"),
    State("game-defender-selected", DEFENDING, ("h1",), "Tap a dot."),
    State("game-corner", CORNER, (), "Corner! Collect the ball or pass."),
    State("game-corner-loose-ball", CORNER, ("h8",), "Tap a ring."),
    State("game-check", CHECK, (), "Check! Move, block or capture."),
    State("game-waiting", WAITING, (), "It's bob's turn."),
)


NARROW = (360, 640)


def assert_in_every_size(page: Page, name: str) -> None:
    """Look at it as it stands: on all phones, sideways, at a desk."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width, height in (PHONE, NARROW, SIDEWAYS, DESK, SMALL):
            page.set_viewport_size({"width": width, "height": height})
            exempt = (
                SQUARES if width < 352 or height < 520 else ("data-net",) if width < 390 else ()
            )
            assert_fits(page, f"{name}-{width}x{height}-{scheme}", exempt=exempt)
        assert page.evaluate("document.documentElement.scrollHeight") <= SMALL[1], name
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def touch(page: Page, *names: str) -> None:
    """Touch squares, and nets where the name begins with ``net``."""
    for name in names:
        if name.startswith("net "):
            net(page, name[4:]).tap()
        else:
            tap(page, name)


@pytest.mark.long
def test_every_state_says_what_to_do(open_page: OpenPage, alice: User, game: Game) -> None:
    page = open_page(user=alice, has_touch=True)
    for state in STATES:
        at(game, state.position)
        page.goto(f"/games/{game.pk}/")
        touch(page, *state.taps)
        expect(prompt(page)).to_contain_text(state.prompt)
        assert_in_every_size(page, state.name)
        assert_accessible(page, state.name)
        page.evaluate("sessionStorage.clear()")


@pytest.mark.long
def test_nothing_is_in_the_way(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)

    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    touch(page, "b5")
    assert_accessible(page, "game-carrier-selected")
    assert_readable_by_night(page, "game-carrier-selected")
    touch(page, "net e8")
    assert_readable_by_night(page, "game-shot-staged")
    at(game, WAITING)
    page.reload()
    assert_readable_by_night(page, "game-waiting")


def test_a_low_window_leaves_the_board_free(open_page: OpenPage, alice: User, game: Game) -> None:
    """On a phone between its bars the buttons wait below until there is something to send."""
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice, size=LOW, has_touch=True)
    expect(prompt(page)).to_be_in_viewport()
    expect(send(page)).not_to_be_in_viewport()
    assert_fits(page, "game-idle-320x460", exempt=SQUARES)
    tap(page, "d1", "d2")
    wait_until_sendable(page)
    expect(send(page)).to_be_in_viewport()
    assert_fits(page, "game-staged-320x460", exempt=SQUARES)

    at(game, WAITING)
    page.evaluate("sessionStorage.clear()")
    page.evaluate("scrollTo(0, 60)")
    page.reload()
    expect(prompt(page)).to_contain_text("It's bob's turn.")
    page.wait_for_load_state()
    # Also after it loads itself again, the whole board is in view.
    assert page.evaluate("scrollY") == 0
    prompt(page).click(trial=True)
    assert_fits(page, "game-waiting-320x460", exempt=SQUARES)


NAMES_ARE_WHOLE = """
[...document.querySelectorAll(".score h1 span")].every(
  (one) => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 3)
"""


@pytest.mark.long
@pytest.mark.parametrize("name", ["robot-strong", "robot-with-a-name-of-30-letter"])
def test_a_long_name_leaves_the_board_where_it_is(
    open_page: OpenPage, alice: User, bob: User, arranging: Game, now: datetime, name: str
) -> None:
    bob.username, bob.is_bot = name, True
    bob.save()
    page = open_page(user=alice)

    for part in ("formation", "game"):
        if part == "game":
            # An open page that hears of the kick-off would load itself again meanwhile.
            page.goto("about:blank")
            at(start_round(arranging, now), CARRIER)
        page.goto(f"/games/{arranging.pk}/")
        for width in (PHONE[0], NARROW[0], SMALL[0]):
            page.set_viewport_size({"width": width, "height": SMALL[1]})
            head = box_of(page.locator(".head"))
            assert head["height"] <= 54, f"{part} {width}"
            assert_fits(page, f"{part}-{name}-{width}", exempt=SQUARES)
        if name == "robot-strong":
            assert page.evaluate(NAMES_ARE_WHOLE), part
        # The line of a formation speaks of the opponent: with the longest names it takes two.
        most = SMALL[1] + (24 if (part, len(name)) == ("formation", 30) else 0)
        assert page.evaluate("document.documentElement.scrollHeight") <= most, part


def test_marks_differ_without_colours(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    tap(page, "b5")

    # A shape for each meaning: dots, brackets, a dashed ring with its arrow, a lane with a cross.
    for shape in ("dot", "bracket", "ring", "line.pass", "head.pass", "lane", "cross", "hair"):
        assert page.locator(f"ce-pitch .core.{shape}").count() == 1, shape
    page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    picture(page, "game-carrier-selected-grey")


def test_the_menu_and_the_lists_are_in_order(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)

    menu = page.get_by_role("button", name="Menu")
    menu.click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Rules")).to_have_attribute(
        "href", "/learn/eleven/read/#turn"
    )
    assert_fits(page, "menu-320", exempt=SQUARES)
    assert_accessible(page, "menu-320")
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    page.get_by_role("button", name="Move").click()
    assert_fits(page, "list-moves-320", exempt=SQUARES)
    assert_accessible(page, "list-moves-320")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("button", name="Move")).to_be_focused()

    offer_draw(bob.pk, game.pk, now=now)
    page.reload()
    assert_fits(page, "draw-offered-320", exempt=SQUARES)
    page.get_by_role("button", name="Decline").click()
    expect(prompt(page)).to_have_text("Draw declined.")


def test_resigning_asks_first(open_page: OpenPage, alice: User, game: Game) -> None:
    page = open_page(f"/games/{game.pk}/", user=alice)
    menu = page.get_by_role("button", name="Menu")

    menu.click()
    page.get_by_role("button", name="Resign…").click()
    expect(page.get_by_role("dialog", name="Resign?")).to_contain_text("bob wins")
    page.get_by_role("button", name="Keep playing").click()
    assert Game.objects.get(pk=game.pk).is_active
    menu.click()
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign", exact=True).click()

    expect(prompt(page)).to_have_text("bob won: you resigned (0–0).")


def test_black_sees_the_pitch_from_the_other_end(
    open_page: OpenPage, bob: User, game: Game
) -> None:
    at(game, BLACKS)
    page = open_page(f"/games/{game.pk}/", user=bob)

    king, rook = box_of(square(page, "d8")), box_of(square(page, "h1"))
    assert king["x"] >= PHONE[0] / 2
    assert king["y"] > PHONE[1] / 2.5
    assert rook["x"] < 1
    square(page, "d5").click()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.square") == "c5"
    picture(page, "game-idle-black")


def test_what_the_opponent_played_is_shown_once(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    play(game, "e4g6", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice)

    expect(page.locator("#live")).to_have_text("bob: bishop drops back to g6.")
    expect(page.locator("#last")).to_have_text("bob: bishop drops back to g6. Your ball.")
    picture(page, "game-idle")
    page.reload()
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    expect(page.locator("#live")).to_have_text("")


def test_a_check_is_said_before_anything_else(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CHECK)
    page = open_page(f"/games/{game.pk}/", user=alice)
    alert = page.locator("#alert")
    expect(alert).to_have_attribute("role", "alert")
    expect(alert).to_have_text("")

    play(game, "h5h1", now=now)
    look_again(page)

    expect(alert).to_have_text("Check! Move, block or capture.")
    expect(page.locator("#live")).to_have_text("bob: rook advances to h1. Check!")
    page.reload()
    expect(alert).to_have_text("Check! Move, block or capture.")


@pytest.mark.parametrize(
    "coming_back",
    [
        "document.dispatchEvent(new Event('visibilitychange'))",
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
        "dispatchEvent(new Event('online'))",
    ],
)
def test_a_page_that_waits_hears_of_the_turn(
    open_page: OpenPage, alice: User, game: Game, now: datetime, coming_back: str
) -> None:
    at(game, BEFORE_CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(page.locator("#wait-bar")).to_be_visible()
    expect(page.get_by_role("link", name="Games", exact=True)).to_have_text("")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    play(game, "e4g6", now=now)
    page.evaluate(coming_back)

    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    expect(page.locator("#live")).to_have_text("bob: bishop drops back to g6.")
    expect(page.locator("#play-bar")).to_be_visible()
    # The match that is shown is none of the others that wait.
    expect(page.get_by_role("link", name="Games", exact=True)).to_have_text("")
    assert len([url for url in asked if "/turns?" in url]) == 1


def test_a_visitor_looks_and_cannot_touch(
    open_page: OpenPage, charlie: User, game: Game, now: datetime
) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=charlie)

    expect(page.get_by_role("heading", level=1)).to_have_text("alice 0–0 bob")
    square(page, "b5").click(force=True)
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    expect(page.locator("#kinds")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Resign…")).to_have_count(0)
    play(game, "c3d5", now=now)
    page.keyboard.press("Escape")
    look_again(page)
    expect(page.locator("#last")).to_have_text("alice: knight advances to d5.")
    assert_accessible(page, "visitor")


def test_without_a_script_the_page_still_says_it(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    play(game, "e4g6", now=now)
    page = open_page(f"/games/{game.pk}/", user=alice, java_script_enabled=False)

    expect(page.get_by_role("heading", level=1)).to_have_text("You 0–0 bob")
    expect(page.locator("#deadline")).to_have_text("24 h left")
    expect(page.get_by_role("img", name="White: rook a1")).to_be_visible()
    expect(page.locator("#last")).to_contain_text("bob: bishop drops back to g6.")
    assert "Turn on JavaScript to play" in page.content()


def test_large_text_and_other_eyes(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)
    # What "200 % text" does to a page that measures its type in rem.
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    picture(page, "game-idle-200-percent")
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.emulate_media(forced_colors="active")
    picture(page, "game-idle-forced-colors")
    page.emulate_media(forced_colors="none", contrast="more")
    picture(page, "game-idle-contrast")


def test_a_resigned_game_is_over_for_the_other_too(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    page = open_page(f"/games/{game.pk}/", user=alice)

    resign(bob.pk, game.pk, now=now)
    look_again(page)

    expect(prompt(page)).to_have_text("You won: bob resigned (0–0).")
