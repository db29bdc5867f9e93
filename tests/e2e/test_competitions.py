"""A cup and a league on a phone and on a desk: bracket, penalties, table, certificate."""

from __future__ import annotations

import os
from datetime import datetime

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from config.backends.encryption import seal
from games.features.competitions.models import Certificate, Match, Section
from games.features.competitions.steps.penalties import result_of
from games.play.apply import apply_step
from games.store.locking import lock_game
from tests.competitions.cups import DAY, MINUTE, make_cup, people
from tests.competitions.leagues import make_league
from tests.e2e.browser import DESK, SMALL, assert_in_order, box_of
from tests.e2e.conftest import OpenPage

ONE_LINE = 32
SHOTS = os.environ.get("SCREENSHOTS", "")
"""A folder for pictures of all pages, to look at."""


def look(page: Page, name: str) -> None:
    assert_in_order(page, name)
    if SHOTS:
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=f"{SHOTS}/{name}-{scheme}.png", full_page=True)
        page.pdf(path=f"{SHOTS}/{name}.pdf", prefer_css_page_size=True)


def make_long(section: Section, match: Match) -> None:
    """Give the penalties of a match a secret that needs eight pairs: they must fit a phone too."""
    row = match.shootout
    row.refresh_from_db()
    for number in range(10_000):
        row.sealed_secret = seal(number.to_bytes(32, "big"))
        if len(result_of(row, section, match.name).shots) == 2 * 8:
            row.save(update_fields=["sealed_secret"])
            return


@pytest.mark.long
def test_a_cup_and_a_league_are_read_on_a_phone_and_on_a_desk(
    open_page: OpenPage, now: datetime
) -> None:
    cup = make_cup(now - 3 * DAY, 5, ruleset="eleven")
    league = make_league(now - 3 * DAY, [*cup.players[:5], *people(1, "new")], ruleset="eleven")
    cup.draw()
    cup.now = now
    row = cup.running()[0]
    player = cup.entry(row.white).user
    with transaction.atomic():
        game = lock_game(row.game_id)
        apply_step(game, game.rules, game.rules.agree_draw(game.rules.load(game.state)), now=now)
    cup.pass_to(now)
    url = f"/competitions/{cup.competition.pk}/"

    page = open_page("/competitions/", user=player)
    if SHOTS:
        look(page, "list-390")
        page.goto("/competitions/new/")
        look(page, "new-390")
    page.goto(url)
    if SHOTS:
        page.emulate_media(reduced_motion="no-preference")
    shown = page.locator(".leg:visible h3")
    expect(shown, "one's own round comes first").to_have_text(["First round"])
    look(page, "cup-390")
    page.get_by_label("Final", exact=True).check()
    expect(shown).to_have_text(["Final"])
    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    look(page, "cup-320")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    expect(shown).to_have_count(3)
    look(page, "cup-desk")

    page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    page.get_by_role("link", name="To the penalties").click()
    for kind in ("shot", "stand"):
        for number in range(1, 6):
            page.locator(f"[name={kind}_{number}][value=e]").check()
    look(page, "penalties-choose-320")
    page.get_by_role("button", name="Hand in").click()
    make_long(cup.section, row.match)
    cup.pass_to(now + DAY + MINUTE)
    page.reload()
    page.get_by_role("button", name="Watch them").click()
    expect(page.locator("#tally")).to_contain_text("0–0")
    expect(page.locator(".marks td.unseen").last).to_be_attached()
    if SHOTS:
        page.locator(".ring, .scene-ring").first.wait_for(state="attached")
        page.screenshot(path=f"{SHOTS}/penalties-film-320.png")
        page.locator(".scene-word *").first.wait_for(state="attached")
        page.screenshot(path=f"{SHOTS}/penalties-film-end-320.png")
    page.get_by_role("button", name="Show the end").click()
    page.keyboard.press("Escape")
    expect(page.locator(".unseen")).to_have_count(0)
    look(page, "penalties-320")

    cup.play_out()
    paper = Certificate.objects.order_by("standing").first()
    assert paper is not None
    page.goto(f"/certificates/{paper.pk}/")
    look(page, "certificate-320")

    league.begin()
    page.goto(f"/competitions/{league.competition.pk}/")
    look(page, "league-320")
    assert box_of(page.locator("table.league").first)["width"] <= SMALL[0]
    names = page.locator(".my-match .long").all()
    assert names
    assert all(box_of(name)["height"] < ONE_LINE for name in names)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    look(page, "league-desk")
    cells = page.locator("table.league tbody tr").first.locator("th, td")
    assert len({box_of(cell)["y"] for cell in cells.all()}) == 1, "one line each"
    assert len(shown.all_text_contents()) == 5
