"""The menu of a game, and the settings that change how its page behaves."""

from __future__ import annotations

from datetime import datetime

import pytest
from allauth.account.models import EmailAddress
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from tests.e2e.browser import DESK, PHONE, SMALL, assert_fits, box_of, boxes_of
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import CARRIER, DEFENDING, SQUARES, at, prompt, square, tap
from tests.games.matches import of_version_1, start_formations, start_round, thrice

"""So long without a capture, a shot or a pawn's move that the whistle may be asked for (9.3)."""


def choose(page: Page, name: str) -> None:
    """Press a button of the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=name, exact=True).click()


def test_the_menu_opens_before_any_script_has_run(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice, java_script_enabled=False)

    page.get_by_role("button", name="Menu").click()

    expect(page.get_by_role("dialog").get_by_role("link", name="Replay")).to_be_visible()


def test_a_question_mark_lists_the_keys_over_the_whole_menu(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    menu, keys = page.get_by_role("dialog"), page.locator("#keys")

    for width, height in (DESK, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("?")
        expect(keys.locator("summary")).to_be_focused()
        expect(keys.get_by_text("move between squares")).to_be_in_viewport()
        assert box_of(keys)["width"] >= box_of(menu)["width"] - 40
        # What is no longer wanted has a row of its own, and is no taller for it.
        if (width, height) == PHONE:
            assert box_of(menu.get_by_role("button", name="Resign…"))["height"] <= 48
        page.keyboard.press("Escape")
        expect(menu).to_be_hidden()


@pytest.mark.long
def test_a_draw_is_offered_withdrawn_and_agreed(
    open_page: OpenPage, alice: User, bob: User, game: Game
) -> None:
    at(game, CARRIER)
    hers = open_page(f"/games/{game.pk}/", user=alice)

    choose(hers, "Offer a draw")
    expect(prompt(hers)).to_have_text("Draw offered.")
    hers.reload()
    made = hers.locator("#withdraw-draw")
    expect(made).to_contain_text("You offered a draw.")
    made.get_by_role("button", name="Withdraw").click()
    expect(prompt(hers)).to_have_text("Offer withdrawn.")
    expect(made).to_be_hidden()
    hers.get_by_role("button", name="Menu").click()
    expect(hers.get_by_role("button", name="Resign…")).to_be_visible()
    Game.objects.filter(pk=game.pk).update(draw_offered_by="white")
    his = open_page(f"/games/{game.pk}/", user=bob)
    expect(his.locator("#offer")).to_be_visible()
    board, offer = boxes_of(his, his.locator(".field"), his.locator("#offer"))
    assert offer["y"] >= board["y"] + board["height"], "the board stays where it is"
    his.get_by_role("button", name="Accept").click()
    his.get_by_role("dialog", name="Accept the draw?").get_by_role("button", name="Accept").click()

    expect(prompt(his)).to_have_text("Draw 0–0 by agreement.")


def test_a_drop_ball_can_be_claimed_when_the_position_has_come_for_the_third_time(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Claim a drop ball")).to_be_hidden()
    at(game, CARRIER, stalled=thrice(CARRIER))
    page.reload()

    choose(page, "Claim a drop ball")
    page.get_by_role("dialog").get_by_role("button", name="End the round").click()

    expect(page.get_by_role("button", name="Kick off")).to_be_visible()
    assert Game.objects.get(pk=game.pk).description["round"] == 2


def test_in_an_older_match_the_final_whistle_is_asked_for(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(of_version_1(game), CARRIER.removesuffix("4") + "100")
    page = open_page(f"/games/{game.pk}/", user=alice)

    choose(page, "Sound the final whistle")
    page.get_by_role("dialog").get_by_role("button", name="End the game").click()

    expect(prompt(page)).to_have_text("Draw 0–0 at the final whistle.")


def test_the_board_is_turned(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Flip board").click()

    king, enemy = box_of(square(page, "d1")), box_of(square(page, "d8"))
    assert king["y"] < enemy["y"]
    square(page, "c3").click()
    square(page, "d5").click()
    expect(page.locator("[data-kind=move]")).to_have_text("Movec3–d5")


def test_the_notation_line_is_on_the_page_of_those_who_want_it(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    alice.page_settings = {"notation_line": True}
    alice.save()
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice, size=SMALL)

    field = page.get_by_label("Type a turn")
    expect(field).to_be_visible()
    assert_fits(page, "game-notation-320", exempt=SQUARES)
    field.fill("c3d5")
    page.get_by_role("button", name="Add").click()

    expect(page.locator("[data-kind=move]")).to_have_text("Movec3–d5")


def test_only_who_wants_it_feels_a_buzz(open_page: OpenPage, alice: User, game: Game) -> None:
    at(game, CARRIER)
    page = open_page(user=alice, has_touch=True)
    page.add_init_script(
        "globalThis.buzzes = []; navigator.vibrate = (ms) => Boolean(globalThis.buzzes.push(ms));"
    )
    for wanted, felt in ((False, []), (True, [15])):
        alice.page_settings = {"vibrate": wanted}
        alice.save()
        page.goto(f"/games/{game.pk}/")
        tap(page, "c3", "d5")
        expect(page.locator("[data-kind=move]")).to_have_text("Movec3–d5")
        assert page.evaluate("globalThis.buzzes") == felt
        page.evaluate("sessionStorage.clear()")


def test_the_next_game_opens_automatically_for_anyone_who_wants_it(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    alice.page_settings = {"next_game": True, "confirm": False}
    alice.save()
    other = start_formations(alice, bob, now)
    at(game, DEFENDING)
    page = open_page(f"/games/{game.pk}/", user=alice)

    square(page, "h1").click()
    square(page, "h4").click()

    page.wait_for_url(f"**/games/{other.pk}/")


@pytest.mark.needs("phrases", "plans")
def test_the_menu_repeats_no_button_of_the_page(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(game, CARRIER)
    page = open_page(f"/games/{game.pk}/", user=alice, size=DESK)
    menu = page.get_by_role("dialog")

    page.get_by_role("button", name="Menu").click()
    expect(menu.get_by_role("button", name="Quick chat")).to_be_hidden()
    expect(menu.get_by_role("link", name="Conditional moves")).to_be_visible()
    # What is often done is in one row beside the board, on the edges of all that is there.
    beside = page.locator(".beside")
    for name in ("Flip board", "Offer a draw", "Resign…"):
        expect(beside.get_by_text(name)).to_be_visible()
        expect(menu.get_by_text(name, exact=True)).to_be_hidden()
    board, row, send, back, more = boxes_of(
        page,
        *(page.locator(part) for part in (".field", ".beside", "#send", ".back", "#menu-open")),
    )
    assert board["x"] == pytest.approx(back["x"], abs=1)
    assert {round(one["x"] + one["width"]) for one in (row, send, more)} == {
        round(row["x"] + row["width"])
    }
    assert row["height"] < 88

    # A phone has it in the menu alone, until something was said.
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    expect(menu.get_by_role("button", name="Quick chat")).to_be_visible()


def test_an_address_to_confirm_is_one_line_and_never_at_a_board(
    open_page: OpenPage, alice: User, game: Game
) -> None:
    at(game, CARRIER)
    page = open_page(user=alice)
    EmailAddress.objects.filter(user=alice).update(verified=False)

    for path in ("/", "/me/"):
        page.goto(path)
        button = page.get_by_role("link", name="Resend link")
        for width, height in (PHONE, SMALL):
            page.set_viewport_size({"width": width, "height": height})
            assert box_of(button)["height"] >= 44
            assert box_of(page.locator(".confirm"))["height"] <= 84
            assert_fits(page, f"unconfirmed-{width}")
    page.goto(f"/games/{game.pk}/")
    expect(button).to_have_count(0)


def test_a_deadline_with_a_time_bank_keeps_to_one_line(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    game = start_round(start_formations(alice, bob, now, reserve_s=172_800), now)
    page = open_page(f"/games/{game.pk}/", user=bob)

    expect(page.locator("#deadline")).to_contain_text("alice has")
    box = box_of(page.locator(".head"))
    assert box["height"] <= 84
