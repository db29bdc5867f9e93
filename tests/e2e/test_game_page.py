"""The game page as it is come to: from a mail, from a shared link, from another tab."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from tests.e2e.browser import SMALL
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    BEFORE_CARRIER,
    CARRIER,
    COUNT_MOTIONS,
    DEFENDING,
    at,
    look_again,
    prompt,
    send,
    square,
    tap,
    wait_until,
    wait_until_sendable,
)
from tests.games.matches import play

LOG_IN = "Log in"
HEAD = re.compile(r"^bob has \d+ h.*, then a .+ time bank$")


@pytest.mark.long
def test_the_tab_says_whose_turn_it_is(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/?from=mail", user=alice)
    expect(page).to_have_title("Your turn against bob · Chess Eleven")

    square(page, "c3").click()
    square(page, "d5").click()
    wait_until_sendable(page)
    send(page).click()
    expect(page).to_have_title("Waiting for bob · Chess Eleven")
    page.reload()
    expect(page).to_have_title("Waiting for bob · Chess Eleven")
    play(game, "g6h5", now=now)
    look_again(page)

    expect(page).to_have_title("Your turn against bob · Chess Eleven")


def test_the_head_alone_says_how_long_the_others_have(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    """The prompt names no one's time: with a time bank it would be another one."""
    at(
        game,
        BEFORE_CARRIER,
        main_until=game.deadline,
        deadline=now + timedelta(days=3),
        reserve_s=2 * 86400,
    )
    path = f"/games/{game.pk}/"

    plain = open_page(path, user=alice, java_script_enabled=False)
    expect(plain.locator("#deadline")).to_have_text(HEAD)
    page = open_page(path, user=alice)
    expect(page.locator("#deadline")).to_have_text(HEAD)
    expect(prompt(page)).to_have_text("It's bob's turn.")
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    expect(page.get_by_text("d time bank")).to_be_hidden()
    play(game, "e4g6", now=now)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("#deadline")).to_contain_text("h left")


def test_the_time_is_the_readers_after_an_answer_within_the_second(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    """As a bot's first turn: the deadline that follows is the same to the second."""
    at(game, BEFORE_CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(page.locator("#deadline")).to_have_text(re.compile(r"^bob has \d+ h"))
    play(game, "e4g6", now=now)
    assert Game.objects.get(pk=game.pk).deadline == game.deadline
    look_again(page)

    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    expect(page.locator("#deadline")).to_have_text(re.compile(r"^\d+ h.* left$"))


@pytest.mark.parametrize("is_over", [False, True])
def test_a_player_who_is_logged_out_logs_in_and_comes_back(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime, is_over: bool
) -> None:
    at(game, CARRIER)
    if is_over:
        resign(bob.pk, game.pk, now=now)
    page = open_page(f"/games/{game.pk}/?from=mail")

    page.get_by_role("link", name=LOG_IN).click()
    page.get_by_label("Username or email").fill("alice")
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name=LOG_IN).click()

    words = "You won: bob resigned (0–0)." if is_over else "Your turn. You have the ball."
    expect(prompt(page)).to_have_text(words)
    expect(page.get_by_role("link", name=LOG_IN)).to_have_count(0)


def test_replay_shows_the_last_turn_again_and_stays(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    at(game, BEFORE_CARRIER)
    play(game, "e4g6", now=now)
    page = open_page(user=alice)
    page.add_init_script(COUNT_MOTIONS)
    page.goto(f"/games/{game.pk}/")
    path = page.url
    page.emulate_media(reduced_motion="no-preference")

    page.get_by_role("link", name="Watch the turn").click()
    wait_until(page, "globalThis.motions > 0")
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    assert page.url == path
    # Anyone who wants nothing to move steps through the history instead. The page is fresh: a press
    # while something still moves ends that and does nothing else.
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.get_by_role("link", name="Watch the turn").click()

    page.wait_for_url("**/history/**")


def test_there_is_nothing_to_replay_before_the_first_turn(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(page.get_by_role("link", name="Watch the turn")).to_have_count(0)

    at(game, DEFENDING)
    page.reload()
    square(page, "h1").click()
    square(page, "h4").click()
    wait_until_sendable(page)
    send(page).click()

    expect(page.get_by_role("link", name="Watch the turn")).to_be_visible()


def test_a_piece_that_can_do_nothing_says_so(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, "3k4/8/8/8/1b6/2N5/P7/3K3r w c3 open - 0")
    page = open_page(f"/games/{game.pk}/", user=alice, has_touch=True)
    expect(prompt(page)).to_have_text("Check! Move, block or capture.")
    expect(square(page, "d1")).to_have_attribute("aria-label", "d1, white king, in check, can play")

    tap(page, "a2")

    expect(prompt(page)).to_have_text("The pawn on a2 has no options.")
    expect(page.locator("#live")).to_have_text("The pawn on a2 has no options.")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    tap(page, "g5")
    expect(prompt(page)).to_have_text("Check! Move, block or capture.")
