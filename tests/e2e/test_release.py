"""The game page as a release hands it out: hashed, tidied, small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import brotli
import pytest
from django.conf import settings as current
from django.core.asgi import get_asgi_application
from django.utils import timezone
from playwright.sync_api import expect
from pytest_django import Settings

from accounts.models import User
from config.http.pages import PADDING
from games.models import Game
from games.play.acts import resign
from tests.conftest import RELEASED
from tests.e2e.conftest import OpenPage
from tests.e2e.playing import (
    CARRIER,
    at,
    first_to_one,
    net,
    prompt,
    ribbon,
    rigged,
    send,
    square,
    wait_until_sendable,
)
from tests.e2e.test_squares import four_seats, start
from tests.games.matches import OPEN_GOAL, any_turn, play, start_formations, start_round
from tests.live import LiveService
from tests.puzzles.test_puzzles import made

PAGE, REQUESTS = 45_000, 17
SCRIPT, STYLE = 22_330, 10_160
OTHERS, HEADS = 25_000, 450
PATHS = (
    *("/", "/lobby/", "/new/", "/learn/", "/learn/eleven/", "/learn/eleven/read/"),
    *("/learn/formation/1/", "/puzzles/", "/tv/", "/games/", "/competitions/", "/leaderboards/"),
    *("/players/alice/", "/players/bob/", "/settings/", "/people/", "/live/"),
)
"""Budgets in bytes as they travel, and in requests; of other pages, and what the head of an answer
adds at most. Half a kilobyte and two requests are for
sentences that can be translated, two kilobytes for turns that are shown before they are told and
for what answers a hand that drags; a kilobyte of style is for the ground and the score board, a
request for its figures; two kilobytes and two requests are for the stream of news, and a third of
one of style for what is said and explained under the board; a request is for the style of the
pitch, which other pages share; 450 bytes of script are for the names of a class in place of those
of functions, which the minifier shortens neither, and a request is for
the hand that boards share; 150 of script
are for not waiting for ever; 150 of script and 50 of style are for the last turn as a sentence;
500 of script are for asking first whether a turn waits on this device, for what keeps turns comes
with the first touch; 100 of style are for free messages;
250 of script are for a press that comes before the other scripts; 190 of style are for long names
and the chip beside them, 50 for the dot of who is online, 80 for a hint beside what was said,
clear of the bar, 20 for a chip that covers no net, 120 for a column of turns for each side, 70
for how an answer is heard of and for names that are level, 100 for the choice in forced colours and
long words, 1,190 and a request for the grid of a wide screen; 100 of script are for keys of
pieces in the reader's language and for taps that mean nothing."""


@pytest.fixture
def service(transactional_db: None, collected: Path, settings: Settings) -> Iterator[LiveService]:
    """The service with its static files collected, as in a release."""
    settings.STATIC_ROOT = collected
    settings.STORAGES = RELEASED
    settings.WHITENOISE_USE_FINDERS = False
    settings.WHITENOISE_AUTOREFRESH = False
    with LiveService(get_asgi_application()) as service:
        settings.SITE_URL = service.url
        settings.CSRF_TRUSTED_ORIGINS = [service.url]
        yield service


def assert_small(page: Any, *, style: int = STYLE, requests: int = REQUESTS) -> None:
    """Demand that what has been loaded keeps to the budget."""
    # Not until the net is idle: the stream of news never is.
    page.wait_for_load_state("load")
    page.wait_for_timeout(500)
    weights = page.witness.weights()
    scripts = sum(size for path, size in weights.items() if path.endswith(".js"))
    styles = sum(size for path, size in weights.items() if path.endswith(".css"))
    assert scripts <= SCRIPT, weights
    assert styles <= style, weights
    assert sum(weights.values()) <= PAGE, weights
    assert len(weights) <= requests, weights


@pytest.mark.long
def test_the_released_formation_is_small_and_saves(
    open_page: OpenPage, alice: User, arranging: Game
) -> None:
    page = open_page(f"/games/{arranging.pk}/", user=alice)
    expect(prompt(page)).to_have_text("Choose your formation.")
    # A kilobyte of style is for formations as pictures, 80 bytes for the line of a bot that gives
    # way, a request for the hand of the first time.
    assert_small(page, style=STYLE + 1_340, requests=REQUESTS + 1)

    square(page, "c3").click()
    square(page, "a3").click()
    expect(page.locator("#live")).to_have_text("Saved.")
    # What comes later has a hash in its name too.
    page.get_by_role("button", name="Got it").click()
    page.get_by_role("button", name="Save…").click()
    expect(page.get_by_role("dialog", name="Save this formation")).to_be_visible()


def test_the_released_page_is_small_and_plays(open_page: OpenPage, alice: User, game: Game) -> None:
    rigged(at(game, CARRIER), 0, 19)
    page = open_page(f"/games/{game.pk}/", user=alice)
    expect(prompt(page)).to_have_text("Your turn. You have the ball.")
    assert_small(page)

    square(page, "c3").click()
    square(page, "d5").click()
    net(page, "e8").click()
    wait_until_sendable(page)
    send(page).click()
    expect(ribbon(page, "Goal! 1–0")).to_be_visible()


@pytest.fixture
def scored(game: Game, now: datetime) -> Game:
    """A game in which each side has played, and a goal was scored."""
    play(game, "c3e4 @d2", "c6d4", "e4c5", "d4e2", now=now)
    at(Game.objects.get(pk=game.pk), OPEN_GOAL)
    play(game, "!e8", now=now)
    return game


@pytest.mark.parametrize("path", ["history/", "goals/1/"])
@pytest.mark.needs("share")
def test_pages_about_a_game_wait_with_their_board_until_it_is_touched(
    open_page: OpenPage, alice: User, scored: Game, path: str
) -> None:
    page = open_page(f"/games/{scored.pk}/{path}", user=alice)

    assert_light(page, OTHERS)


@pytest.mark.needs("puzzles")
def test_a_puzzle_and_a_lesson_wait_with_their_board_until_it_is_touched(
    open_page: OpenPage, alice: User
) -> None:
    made("sure", timezone.now())
    for path in ("/puzzles/", "/learn/formation/1/"):
        # A puzzle says how it is played.
        assert_light(open_page(path, user=alice), OTHERS + 600 * (path == "/puzzles/"))


@pytest.mark.long
def test_full_time_waits_with_its_board_until_it_is_touched(
    open_page: OpenPage, alice: User, game: Game, now: datetime
) -> None:
    first_to_one(game, OPEN_GOAL)
    play(game, "!e8", now=now)
    path = f"/games/{game.pk}/"
    page = open_page(user=alice)
    page.goto(path)
    expect(page.locator(".match.spelled .scene-letters")).to_be_visible()

    page = open_page(path, user=alice)
    expect(page.locator(".match.spelled .scene-letters")).to_be_visible()
    assert_light(page, PAGE)

    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("button", name="Rematch offered…")).to_be_disabled()
    page.get_by_role("link", name="Goal of the game").click()
    expect(page.locator("ce-pitch .scene")).to_be_attached()


def assert_light(page: Any, most: int) -> None:
    """Demand that a page with all it has loaded so far is light, heads of answers and all."""
    page.wait_for_load_state("load")
    page.wait_for_timeout(500)
    weights = page.witness.weights()
    assert sum(weights.values()) + HEADS * len(weights) <= most, weights


def weight_of(page: Any) -> int:
    """Return the bytes that a page has loaded so far, as they travel over HTTPS.

    There files and pages are packed by Brotli; over HTTP a browser takes gzip alone.
    """
    page.wait_for_load_state("load")
    weights: dict[str, int] = {}
    # A script may ask for another one a while after it has come.
    while weights != (weights := page.witness.weights()):
        page.wait_for_timeout(500)
    for path in ("/sw.js", "/offline/"):
        weights.pop(path, None)
    for path in weights:
        if (packed := Path(current.STATIC_ROOT) / f"{path.removeprefix('/static/')}.br").exists():
            weights[path] = packed.stat().st_size
    for answer in page.witness.answers:
        path = urlsplit(answer.url).path
        if path in weights and answer.headers.get("content-type", "").startswith("text/html"):
            weights[path] = len(brotli.compress(answer.body(), quality=5)) + PADDING
    return sum(weights.values())


STATES = ("my turn", "waiting", "unseen turn", "full time", "unseen full time")


def in_state(ruleset: str, state: str, users: Sequence[User], now: datetime) -> Game:
    """Return a game as the first of these players finds it."""
    alice, bob, charlie = users
    if ruleset == "eleven":
        game = start_formations(alice, bob, now)
        if state == "line-up":
            return game
        game = start_round(game, now)
    else:
        is_family = ruleset == "family"
        game = (
            four_seats(alice, bob, charlie, now) if is_family else start(ruleset, alice, bob, now)
        )
    least = {"my turn": 0, "waiting": 1}.get(state, len(game.seats))
    for _ in range(least):
        play(game, any_turn(Game.objects.get(pk=game.pk)), now=now)
    if "full time" in state:
        for seat in game.seats[1:]:
            resign(seat.user_id, game.pk, now=now)
    return game


@pytest.mark.weights
def test_every_page_is_light_in_every_language(
    open_page: OpenPage, alice: User, bob: User, charlie: User, capsys: Any
) -> None:
    """Print what each page weighs; `-m weights` runs it alone."""
    now = timezone.now().replace(microsecond=0)
    made("sure", now)
    games: dict[str, tuple[str, int]] = {}
    for ruleset in ("eleven", "standard", "future", "family"):
        for state in ("line-up", *STATES) if ruleset == "eleven" else STATES:
            game = in_state(ruleset, state, (alice, bob, charlie), now)
            User.objects.filter(username="dora").update(username=f"dora-{game.pk}")
            games[f"{ruleset}, {state}"] = (f"/games/{game.pk}/", PAGE)
            if state == "full time":
                games[f"{ruleset}, replay"] = (f"/games/{game.pk}/history/", OTHERS)
    for path in PATHS:
        games[path] = (path, OTHERS)
    heavy, table = [], []
    for name, (path, most) in games.items():
        row = []
        # By the browser: Django's own handler, which serves here, doesn't ask the account.
        for language in ("en-GB", "de-AT"):
            page = open_page(user=alice, alone=True, locale=language)
            if "unseen" not in name:
                origin = page.request.get("/healthz").url[:-7]
                page.context.add_cookies(
                    [{"name": "shown", "value": f"{path[7:15]}.99", "url": origin}]
                )
            page.goto(path)
            row.append(weight_of(page))
            page.context.close()
        table.append(
            f"{name:32}{row[0]:8}{row[1]:8}{'  over ' + str(most) if max(row) > most else ''}"
        )
        heavy += [name] if max(row) > most else []
    with capsys.disabled():
        print("", *table, sep="\n")
    assert heavy == []
