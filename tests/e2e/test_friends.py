"""A cup among four friends, from its link to the certificate, on a phone."""

from __future__ import annotations

import os
import re
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.features.competitions.models import Certificate, Competition, Entry
from games.play.robots import open_house
from tests.competitions.cups import MINUTE, Cup, beat, people
from tests.competitions.friends import make_friendly
from tests.e2e.browser import DESK, PHONE, SMALL, assert_accessible, assert_fits, box_of
from tests.e2e.conftest import OpenPage

SHOTS = os.environ.get("SCREENSHOTS", "")
"""A folder for pictures of all pages, to look at."""


def look(page: Page, name: str) -> None:
    """Look whether a page is in order, which fits three sizes, and keep pictures of it."""
    assert_accessible(page, name)
    for size in (PHONE, SMALL, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert_fits(page, f"{name}-{size[0]}")
        if SHOTS:
            for scheme in ("dark", "light"):
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=f"{SHOTS}/{name}-{size[0]}-{scheme}.png")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def swipe(page: Page, selector: str, across: int, down: int) -> None:
    """Move a finger over an element."""
    page.locator(selector).evaluate(
        """(node, [x, y]) => {
          const at = (clientX, clientY) =>
            new Touch({ identifier: 1, target: node, clientX, clientY });
          const [first, last] = [at(200, 300), at(200 + x, 300 + y)];
          const about = { bubbles: true, changedTouches: [first], touches: [first] };
          node.dispatchEvent(new TouchEvent("touchstart", about));
          node.dispatchEvent(
            new TouchEvent("touchend", { bubbles: true, changedTouches: [last], touches: [] }),
          );
        }""",
        [across, down],
    )


def test_a_cup_is_cancelled_after_a_question(
    open_page: OpenPage, now: datetime, alice: User, bob: User
) -> None:
    cup = make_friendly(now, alice, [bob])
    page = open_page(f"/competitions/{cup.competition.pk}/", user=alice)
    ask = page.get_by_role("dialog", name="Cancel this cup?")

    page.get_by_role("button", name="Cancel cup").click()
    look(page, "friends-cancel")
    ask.get_by_role("button", name="Back").click()
    assert cup.section.status == "entries"
    page.get_by_role("button", name="Cancel cup").click()
    ask.get_by_role("button", name="Cancel cup").click()

    expect(page.get_by_text("You cancelled this cup.")).to_be_visible()
    look(page, "friends-cancelled")


@pytest.mark.long
def test_four_friends_play_a_cup_from_its_link_to_the_certificate(
    open_page: OpenPage, now: datetime, alice: User, bob: User, charlie: User
) -> None:
    beat(now)
    open_house()
    page = open_page("/competitions/", user=alice)
    look(page, "1-compete")
    page.get_by_role("button", name="Create a cup").click()
    expect(page.get_by_role("heading", name="alice's cup")).to_be_visible()
    look(page, "2-created")
    link = page.get_by_label("The link").input_value()
    assert page.get_by_role("button", name="Start now", exact=True).is_disabled()

    joining = open_page(link, user=bob)
    look(joining, "3-invited")
    joining.get_by_role("button", name="Join", exact=True).click()
    expect(joining.get_by_text("bob (you)")).to_be_visible()
    look(joining, "4-joined")
    stranger = open_page(link)
    stranger.get_by_role("button", name="Join", exact=True).click()
    expect(stranger.get_by_text(re.compile(r"Guest \d{4}\s+\(you\)"))).to_be_visible()
    assert Entry.objects.get(place=3).user.time_zone == "Europe/Vienna"
    last = open_page(link, user=charlie)
    last.get_by_role("button", name="Join", exact=True).click()

    expect(page.get_by_role("button", name="Start now with 4")).to_be_enabled(timeout=20_000)
    page.get_by_label("Name").fill("Friday Cup")
    page.get_by_label("Time").select_option(label="12 hours per turn")
    expect(page.get_by_role("heading", name="Friday Cup")).to_be_visible()
    page.get_by_text("Free place. Add a bot?").click()
    # At its end the bar covers nothing.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    look(page, "5-bots")
    page.get_by_role("button", name="Otto").click()
    expect(page.get_by_text("1 player").or_(page.get_by_text("3 players"))).to_be_visible()
    look(page, "6-five")
    page.get_by_role("button", name="Remove Otto").click()
    page.get_by_role("button", name="Start now with 4").click()
    expect(page.get_by_role("heading", name="Bracket")).to_be_attached()
    look(page, "7-bracket")

    cup = Cup(Competition.objects.get(), now)
    assert Entry.objects.filter(number__isnull=False).count() == 4
    beat(now)
    for row in cup.running()[:1]:
        cup.win(row, row.match.upper)
    cup.pass_to(cup.now + MINUTE)
    page.reload()
    look(page, "8-semi-final")
    cup.play_out()
    page.reload()
    look(page, "9-over")
    winner = Certificate.objects.get(standing=1)
    page.goto(f"/certificates/{winner.pk}/")
    look(page, "10-certificate")


def test_a_swipe_shows_the_next_round_and_the_bar_leads_to_the_turn(
    open_page: OpenPage, now: datetime, alice: User
) -> None:
    cup = make_friendly(now, alice, people(3), ruleset="eleven")
    page = open_page(f"/competitions/{cup.competition.pk}/", user=alice)
    page.get_by_role("button", name="Start now with 4").click()
    shown = page.locator(".leg:visible h3")
    expect(shown).to_have_text("Semi-finals")
    expect(page.get_by_role("heading", name="you play")).to_be_visible()
    bracket, card = (
        box_of(page.locator(".bracket")),
        box_of(page.locator(".my-match")),
    )
    assert card["y"] >= bracket["y"] + bracket["height"], "the next match is below the bracket"

    swipe(page, ".bracket", -120, 10)
    expect(shown).to_have_text("Final")
    swipe(page, ".bracket", -120, 10)
    expect(shown).to_have_text("Final")
    swipe(page, ".bracket", 30, 120)
    expect(shown).to_have_text("Final")
    swipe(page, ".bracket", 120, 10)
    expect(shown).to_have_text("Semi-finals")

    page.get_by_role("link", name="Play your turn").click()
    page.wait_for_url("**/games/*/")


@pytest.mark.long
def test_a_cup_and_a_league_of_eight_fit_a_small_phone(
    open_page: OpenPage, now: datetime, alice: User
) -> None:
    friends = [
        User.objects.create_user(name)
        for name in ("bob", "charlie", "a_name_of_thirty_letters_00000", "d", "e", "f", "g")
    ]
    cup = make_friendly(now, alice, friends, ruleset="eleven")
    league = make_friendly(now, alice, friends, kind="league", ruleset="eleven")
    page = open_page("/competitions/", user=alice, size=SMALL)
    for one, name in ((cup, "bracket-of-8"), (league, "table-of-8")):
        page.goto(f"/competitions/{one.competition.pk}/")
        page.get_by_role("button", name="Start now with 8").click()
        expect(page.get_by_text("Organiser")).to_be_attached()
        one.now = now
        for row in one.running()[::2]:
            one.win(row, row.match.upper)
        one.pass_to(now + MINUTE)
        page.reload()
        look(page, name)
        # Nothing covers the five places.
        page.get_by_role("link", name="Compete").click(trial=True)
        page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
