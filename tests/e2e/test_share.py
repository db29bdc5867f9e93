"""Sharing a goal: its page, the sheet, and a frame that follows the game."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.e2e.browser import SMALL, assert_in_order
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import at
from tests.games.matches import OPEN_GOAL, any_turn, play, start_round


@pytest.mark.long
@pytest.mark.needs("share")
def test_a_goal_is_shared_and_a_frame_follows_the_game(
    open_page: OpenPage, game: Game, now: datetime, settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    play(game, "d2d4 @f3", "f6e4", now=now)
    at(Game.objects.get(pk=game.pk), OPEN_GOAL)
    play(game, "!e8", now=now)
    start_round(game, now)

    page = open_page(f"/games/{game.pk}/goals/1/", size=SMALL)
    expect(page.get_by_role("heading", level=1)).to_have_text("alice 1–0 bob")
    assert_in_order(page, "goal-still")
    page.get_by_role("button", name="Watch the goal").click()
    expect(page.locator("ce-pitch.filmed .scene-word > *").first).to_be_attached()
    assert_in_order(page, "goal", exempt=("gridcell",))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Share").click()
    sheet = page.get_by_role("dialog", name="Share")
    expect(sheet.locator("img")).to_be_visible()
    assert_in_order(page, "share", exempt=("gridcell",))
    sheet.get_by_role("button", name="Copy link").click()
    expect(sheet.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/games/{game.pk}/goals/1/")
    sheet.get_by_role("button", name="Copy embed code").click()
    assert f"/embed/games/{game.pk}" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as saving:
        sheet.get_by_role("link", name="Save clip").click()
    assert Path(saving.value.path()).read_bytes().startswith(b"GIF89a")

    frame = open_page(f"/embed/games/{game.pk}", size=(240, 330), scheme="dark")
    expect(frame.get_by_role("heading")).to_have_text("alice 1–0 bob")
    expect(frame.get_by_role("status")).to_contain_text("Round 2")
    assert_in_order(frame, "embed")
    shown = frame.locator("#board").get_attribute("src")
    turn = any_turn(Game.objects.get(pk=game.pk))
    play(game, turn, now=now)
    # No reload, no look at the clock: the stream tells.
    expect(frame.locator("#board")).not_to_have_attribute("src", shown)
