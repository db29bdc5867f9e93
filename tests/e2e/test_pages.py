"""The pages beside the game: in every size, by day and night, in order and within budget."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts import site_rules
from accounts.models import SiteRules, User
from accounts.operator_log import record_act
from games.models import Challenge, Friend, Game
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from tests.e2e.browser import (
    SCHEMES,
    SIZES,
    assert_accessible,
    assert_fits,
    assert_in_order,
    assert_readable_by_night,
    box_of,
)
from tests.e2e.conftest import OpenPage
from tests.games.matches import play, start_formations, start_round

# Of the scripts, here as they are written, 3 KB hear of news and draw the list again; 0.6 KB say
# their sentences in the language of anyone who reads; 0.3 show it right without a connection. Of
# the styles 130 bytes are for tables that show that they scroll and tiles in two columns, 70 for a
# tower on a card, long names on cards and the bar at 320 pixels, 110 for large text, choices that
# apply as they are made and tiles in two columns at 320 pixels.
STYLE, SCRIPT = 9_760, 9_900
PAGE, REQUESTS = 40_000, 12
"""Budgets in bytes as they travel, and in requests."""


@pytest.fixture
def busy(alice: User, bob: User, charlie: User, now: datetime) -> Challenge:
    """Alice has games of every kind, a finished one, and a challenge to answer."""
    then = now - timedelta(hours=5)
    start_formations(alice, charlie, then)
    late = start_round(
        start_formations(alice, bob, now - timedelta(hours=22)), now - timedelta(hours=22)
    )
    theirs = start_round(start_formations(alice, bob, then), then)
    play(theirs, "c3e4 @d2", now=then)
    over = start_round(start_formations(bob, alice, then), then)
    play(over, "c3e4 @d2", "c6d4", now=then)
    resign(bob.pk, over.pk, now=then)
    make_challenge(alice, "charlie", Terms(), now=now)
    make_challenge(charlie, None, Terms(side="black"), now=now)
    assert Game.objects.filter(pk=late.pk, status="playing").exists()
    return make_challenge(bob, "alice", Terms(side="white"), now=now)


SQUARES = ("data-square",)
"""Below a notice, a board has less room for its squares."""


def assert_in_every_size(page: Page, name: str, *, exempt: Sequence[str] = ()) -> None:
    """Look at the page in all sizes, and whether it can be read by day and by night."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert_fits(page, f"{name}-{width}x{height}-{scheme}", exempt=exempt)
    page.emulate_media(color_scheme="light")
    # The smallest window came last: it is the one in which things overlap.
    assert_accessible(page, name)
    assert_readable_by_night(page, name)


def assert_within_budget(page: Any, *, style: int = STYLE) -> None:
    """Demand that what was loaded so far is little."""
    weights = page.witness.weights()
    # The worker loads what it keeps after the page is there; it is no part of showing it.
    for path in ("/sw.js", "/offline/"):
        weights.pop(path, None)
    scripts = sum(size for path, size in weights.items() if path.endswith(".js"))
    styles = sum(size for path, size in weights.items() if path.endswith(".css"))
    assert scripts <= SCRIPT, weights
    assert styles <= style, weights
    assert sum(weights.values()) <= PAGE, weights
    assert len(weights) <= REQUESTS, weights


def test_home_shows_what_waits_first(open_page: OpenPage, alice: User, busy: Challenge) -> None:
    page = open_page("/", user=alice)

    expect(page).to_have_title("2 games waiting · Chess Eleven")
    expect(page.get_by_role("heading", level=2)).to_have_text(
        [
            "Challenges to answer (1)",
            "Waiting for others (2)",
            "New game",
            "More to do",
        ]
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("Your turn (2)")
    expect(page.locator(".next .btn")).to_have_text("Play your turn")
    words = page.get_by_label("More games that wait for you").locator("em")
    expect(words).to_have_text(["Formation"])
    page.wait_for_load_state("load")
    assert_within_budget(page)
    assert_in_every_size(page, "home")
    # The way to the next game needs no scrolling on the smallest phone, in German too.
    User.objects.filter(pk=alice.pk).update(language="de")
    page.reload()
    way = box_of(page.locator(".next .btn"))
    assert way["y"] + way["height"] <= 300


def test_a_player_who_comes_back_to_the_list_finds_it_fresh(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    page = open_page("/", user=alice)
    expect(page).to_have_title("1 game waiting · Chess Eleven")
    look = """hidden => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    # The worker is started first; what listens for the coming back follows.
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    start_round(start_formations(alice, bob, now), now)

    page.evaluate(look, True)
    page.evaluate("{ const then = Date.now(); Date.now = () => then + 30_000; }")
    page.evaluate(look, False)

    expect(page).to_have_title("2 games waiting · Chess Eleven")


def test_a_link_is_handed_to_the_phone_and_names_fill_in(
    open_page: OpenPage, alice: User, bob: User, game: Game, now: datetime
) -> None:
    page = open_page(user=alice)
    page.add_init_script("navigator.share = async (what) => { globalThis.shared = what; };")
    page.goto("/new/?against=friend")
    page.get_by_role("link", name="bob").click()
    expect(page.get_by_label("Opponent", exact=True)).to_have_value("bob")
    page.get_by_label("Opponent", exact=True).fill("")
    page.get_by_text("Goals to win").first.click()
    page.get_by_role("button", name="Goals to win: one more").click()
    expect(page.get_by_label("Goals to win", exact=True)).to_have_value("3")
    page.get_by_role("button", name="Create link").click()

    page.locator(".bar").get_by_role("button", name="Share link").click()

    shared = page.evaluate("globalThis.shared")
    assert shared["url"] == page.url
    assert "First to 3" in shared["text"]


def test_a_home_without_games_leads_to_one(open_page: OpenPage, alice: User) -> None:
    page = open_page("/", user=alice)

    assert_in_every_size(page, "home-empty")
    page.get_by_role("link", name="Challenge a friend").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("New game")
    assert_in_every_size(page, "new-game")
    assert_within_budget(page)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("landing", "/"),
        ("rules", "/learn/eleven/read/"),
        ("status", "/status/"),
        ("login", "/accounts/login/"),
        ("registration", "/accounts/signup/"),
        ("forgotten", "/accounts/password/reset/"),
        ("no-connection", "/offline/"),
        ("privacy", "/privacy/"),
        ("terms", "/terms/"),
        ("imprint", "/imprint/"),
    ],
)
def test_a_page_for_anyone_needs_no_script(open_page: OpenPage, name: str, path: str) -> None:
    page = open_page(path)

    # The first page has sheets of its own and of the pitch; its script comes with the first touch.
    assert_within_budget(page, style=STYLE + 4_120 if name == "landing" else STYLE)
    scripts = {url for url in page.witness.weights() if url.endswith(".js")}
    may = {"/static/zone.js", "/static/learn/first_touch.js"}
    # Where a password is typed, a script shows it, with a word for its button.
    if name in {"login", "registration"}:
        may |= {"/static/secret.js", "/static/words.js"}
    assert scripts <= may
    assert_in_every_size(page, name)


@pytest.mark.long
def test_lobby_players_and_games(
    open_page: OpenPage, alice: User, bob: User, busy: Challenge
) -> None:
    Friend.objects.create(user=alice, friend=bob)
    page = open_page(user=alice)

    for name, path in (
        ("lobby", "/lobby/"),
        ("profile", "/players/bob/"),
        ("profile-own", "/players/alice/"),
        ("games", "/players/alice/games/"),
        ("people", "/people/"),
        ("people-found", "/people/?q=ch"),
        ("learn-eleven", "/learn/eleven/"),
        ("chat-new", "/settings/webhooks/chat/"),
    ):
        page.goto(path)
        assert_in_every_size(page, name)
    assert_within_budget(page)


@pytest.mark.long
def test_a_notice_is_on_every_page(
    open_page: OpenPage, alice: User, game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = SiteRules(
        announcement="The cup of the house begins on Saturday. See https://example.org/cup-of-2026",
        maintenance_from=now + timedelta(hours=1),
        maintenance_until=now + timedelta(hours=2),
    )
    monkeypatch.setattr(site_rules._Seen, "rules", rules)
    page = open_page(user=alice)

    for name, path in (
        ("home", "/"),
        ("new-game", "/new/"),
        ("formation", f"/games/{game.pk}/"),
        ("people", "/people/"),
    ):
        page.goto(path)
        expect(page.get_by_label("Announcement")).to_contain_text("cup of the house")
        assert_in_every_size(page, f"notice-{name}", exempt=SQUARES)


@pytest.mark.long
def test_the_page_of_operators(open_page: OpenPage, alice: User, bob: User, now: datetime) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    record_act(alice, "announced", user=bob, about="The cup of the house", reason="It begins")
    page = open_page("/operator/?mail=bob", user=alice)

    assert_in_every_size(page, "operator")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert_in_every_size(page, "operator-open")


def test_a_challenge_is_answered(open_page: OpenPage, alice: User, busy: Challenge) -> None:
    page = open_page(f"/challenges/{busy.pk}/", user=alice)

    assert_within_budget(page)
    assert_in_every_size(page, "challenge")
    page.get_by_role("button", name="Accept").click()

    page.wait_for_url("**/games/*/")
    busy.refresh_from_db()
    assert busy.status == Challenge.Status.ACCEPTED


def test_an_unknown_address_says_so(open_page: OpenPage) -> None:
    page = open_page()
    page.witness.expected.append("404")

    page.goto("/nothing/")

    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")
    assert_in_order(page, "not-found")


def test_the_systems_own_colours_are_kept(
    open_page: OpenPage, alice: User, busy: Challenge
) -> None:
    page = open_page("/", user=alice, forced_colors="active")

    assert_in_order(page, "home-forced-colours")
    # The pitch keeps its colours: without them it would say nothing.
    fill = page.locator(".mini-grass").first.evaluate("e => getComputedStyle(e).fill")
    assert fill == "rgb(63, 136, 77)"


def test_who_asks_for_contrast_gets_it(open_page: OpenPage, alice: User, busy: Challenge) -> None:
    page = open_page("/", user=alice, contrast="more")

    assert_in_order(page, "home-contrast")
    mute, ink = page.evaluate(
        "['--mute', '--ink'].map(t => getComputedStyle(document.documentElement)"
        ".getPropertyValue(t))"
    )
    assert mute == ink


def test_the_keyboard_reaches_the_content_immediately(open_page: OpenPage, alice: User) -> None:
    page = open_page("/", user=alice)

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")

    assert page.evaluate("document.activeElement.id") == "main"


def test_a_challenge_that_is_accepted_opens_the_game(
    open_page: OpenPage, alice: User, bob: User, now: datetime
) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    page = open_page(f"/challenges/{challenge.pk}/", user=alice)
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    assert_in_every_size(page, "challenge-own")

    game = accept_challenge(bob, challenge.pk, now=now)

    page.wait_for_url(f"**/games/{game.pk}/")
