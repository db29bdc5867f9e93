"""Every page in a language of long words with accents, on the smallest phone.

What scrolls sideways, is cut off or is still plain English would be so in a real language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import User
from games.features.competitions.models import Competition
from games.features.seats.offering import offer
from games.features.supervisor.naming import answer, name_supervisor
from games.features.talk.agreeing import agree
from games.features.talk.writing import write
from games.models.faces import FACES
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge, take_seat
from games.play.challenge.live import pair
from games.play.handing_over import hand_over
from games.play.robots import open_house
from games.rules import registry
from notifications.webhooks import make_webhook
from tests.competitions.cups import make_cup, people
from tests.competitions.leagues import make_league
from tests.e2e.browser import SMALL, picture, too_wide
from tests.e2e.conftest import OpenPage
from tests.e2e.test_squares import four_seats, start
from tests.finals.test_finals import showdown
from tests.games.matches import play, start_formations, start_round
from tests.languages import PSEUDO, forget_catalogues, is_twisted, write_pseudo
from tests.puzzles.test_puzzles import made
from tests.supervisor.test_supervisor import offered
from tests.toys.games import begin

NO_PAGE: Final = (
    *("api/", "admin/", "operator/", "o/", "oauth/", ".well-known", "metrics", "healthz", "readyz"),
    *("developers/", "sw.js", "manifest.webmanifest", "accounts/logout/", "accounts/2fa/"),
    "embed/",
)
"""How addresses begin that are for programs, developers or operators, or end the session; frames
for other sites know no one and speak the language of the browser."""
VISITORS: Final = (
    *(
        "/",
        "/learn/eleven/read/",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
    ),
    *("/offline/", "/lobby/"),
)
PROPER: Final = frozenset(
    {
        "alice",
        "bob",
        "charlie",
        "dan",
        "dora",
        "organiser",
    }
    | {"English", "Deutsch", "Pseudo", "JavaScript", "PKCE", "OAuth", "Europe", "Vienna", "UTC"}
    | {"Discord", "Slack", "Telegram", "ntfy"}
    | {face.name for face in FACES.values()}
)
"""Words that no language changes: names of people, languages, zones, and notation."""
PLACES: Final = re.compile(r"https?://\S+|\S+@\S+|Chess Eleven( by post)?")
"""Addresses and the name of the service, which no language changes either."""

WORDS = """
() => {
  const words = [];
  const code = "script, style, noscript, code, pre, kbd, .mono, svg, [lang=en], "
    + "select[name=time_zone]";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (textContent.trim() && !parentElement.closest(code)) words.push(textContent.trim());
  }
  for (const name of ["aria-label", "title", "alt", "data-ask", "data-told", "data-text"]) {
    for (const node of document.querySelectorAll(`[${name}]`)) words.push(node.getAttribute(name));
  }
  return [document.title, ...words];
}
"""
IS_DRAWN = """
() => {
  const grid = document.querySelector("ce-grid");
  if (!grid) return true;
  const hasStrip = !grid.matches(".family") || document.querySelector("#four button, .past");
  return hasStrip && grid.querySelector("[aria-label]");
}
"""
CUT = """
() => {
  const cut = [];
  const begin = (node) => node.outerHTML.slice(0, 120);
  const width = document.documentElement.clientWidth;
  for (const node of document.querySelectorAll("body *")) {
    // A board is a drawing; what is said of it is heard, or stands below it. The names at the
    // head of a game may be of any length; its menu has them whole.
    // Pieces that were captured share a line with the time, and are heard.
    if (node.matches(".score p:has(.won), .score p:has(.won) *")) continue;
    // What full time says is woven in its picture, and heard.
    if (node.closest("svg, input, .vh, .skip, [inert], ce-pitch, ce-grid, .score h1")) continue;
    // With four players the line below their strip is for the ear.
    if (node.closest("#four ~ p")) continue;
    if (node.matches(".full-time h2[data-winner], .spelled .field")) continue;
    // The name of the service gives way on a small phone, and a bracket has its heads for the ear.
    if (node.matches(".first *, .leg :is(h3, .until)")) continue;
    if (!node.checkVisibility()) continue;
    const { overflowX, overflowY } = getComputedStyle(node);
    const hides = /hidden|clip/.test(overflowX + overflowY);
    const isWider = node.scrollWidth > node.clientWidth + 1;
    const isHigher = node.scrollHeight > node.clientHeight + 2;
    if (hides && (isWider || isHigher)) cut.push(`cut: ${begin(node)}`);
    const { right, left, width: own } = node.getBoundingClientRect();
    const isOut = own && (right > width + 1 || left < -1);
    if (isOut && !node.closest(".scroll, .toc, pre")) cut.push(`outside: ${begin(node)}`);
  }
  return cut;
}
"""


@pytest.fixture
def pseudo() -> Iterator[None]:
    """The pseudo-language, made of the catalogues as they are now."""
    write_pseudo()
    yield
    forget_catalogues()


def addresses(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Yield the address of every page that needs nothing filled in, of all apps there are."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        path = before + str(one.pattern).removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        if path.startswith(NO_PAGE) or re.search(r"[<(\\\\]", path):
            continue
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, path)
        elif isinstance(one, URLPattern):
            yield f"/{path}"


def pages(user: User) -> list[str]:
    """Return those addresses of which this person is shown a page, each page once."""
    client = Client()
    client.force_login(user)
    found: dict[str, str] = {}
    for path in addresses():
        answer = client.get(path, follow=True)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            shown = answer.redirect_chain[-1][0] if answer.redirect_chain else path
            found.setdefault(shown.partition("?")[0], path)
    return list(found.values())


def plain_words(page: Page) -> list[str]:
    """Return what stands on the page in plain English."""
    return [
        text
        for text in page.evaluate(WORDS)
        if not all(
            is_twisted(word) or word in PROPER
            for word in re.findall(r"[^\W\d_]{3,}", PLACES.sub("", text))
        )
    ]


def faults(page: Page, path: str) -> list[str]:
    """Return what is wrong with the page as it stands."""
    found = [f"{path}: English: {text[:120]}" for text in plain_words(page)]
    if page.evaluate("document.documentElement.scrollWidth") > SMALL[0]:
        found.append(f"{path}: scrolls sideways")
    found += [f"{path}: scrolls sideways at 200%: {one}" for one in too_wide(page)]
    return [*found, *(f"{path}: {one}" for one in page.evaluate(CUT))]


def busy(alice: User, bob: User, charlie: User, now: datetime) -> list[str]:
    """Bring about games of every kind and state; return the addresses that hold something."""
    began = now - timedelta(days=3)
    cup = make_cup(began, [alice, bob, *people(2)], ruleset="eleven", name="Chess Eleven")
    cup.draw()
    more = people(1, "q")
    league = make_league(began, [alice, bob, *more], ruleset="eleven", name="Chess Eleven")
    league.begin()
    cup.pass_to(now)
    live = pair(alice, bob, ruleset="eleven", now=timezone.now())
    then = now - timedelta(hours=5)
    arranging = start_formations(alice, charlie, then)
    eleven = start_round(start_formations(alice, bob, then), then)
    over = start_round(start_formations(alice, bob, then), then)
    play(over, "c3e4 @d2", "c6d4", now=then)
    resign(bob.pk, over.pk, now=then)
    squares = [start(key, alice, bob, now) for key in ("standard", "future")]
    games = [eleven, over, *squares, four_seats(alice, bob, charlie, now)]
    asked = make_challenge(bob, "alice", Terms(), now=now)
    sent = make_challenge(alice, None, Terms(), now=now)
    made("sure", now)
    hook = make_webhook(alice, "https://93.184.216.34/hook", ["turn.played"])[0]
    return [
        # The clock of this one runs.
        f"/games/{live.pk}/",
        *(f"/competitions/{one.competition.pk}/" for one in (cup, league)),
        f"/games/{arranging.pk}/",
        *(f"/games/{eleven.pk}/{place}/" for place in ("plan", "think")),
        f"/games/{squares[0].pk}/plan/",
        *(path for game in games for path in (f"/games/{game.pk}/", f"/games/{game.pk}/history/")),
        *(f"/challenges/{one.pk}/" for one in (asked, sent)),
        *(f"/learn/{key}/read/" for key in registry.all_keys()),
        *(f"/new/?game={key}" for key in registry.all_keys()),
        *("/players/alice/", "/players/bob/", "/players/alice/games/"),
        *(f"/settings/webhooks/{hook.pk}/", "/people/?q=ch"),
    ]


def agreed(alice: User, bob: User, charlie: User, dan: User, now: datetime) -> list[str]:
    """Have people talk, supervise, offer a seat and meet for a final; return the pages of alice."""
    open_house()
    table = begin("family", {"white": alice, "silver": bob, "black": charlie}, now, seats=3)
    hand_over(charlie.pk, table.pk, now=now)
    offer(bob.pk, table.pk, "black", now=now)
    game = start("standard", alice, bob, now)
    for user in (alice, bob):
        agree(user, game.pk, now=now)
    write(bob, game.pk, "Schön!", now=now)
    asked, begun = (offered(bob, charlie, dan, now=now) for _ in "12")
    for challenge in (asked, begun):
        name_supervisor(bob, challenge.pk, "alice", now=now)
    answer(alice, begun.pk, accepts=True, now=now)
    for user in (charlie, dan):
        supervised = take_seat(user, begun.pk, now=now).game
    assert supervised is not None
    final = showdown(now - timedelta(days=3), [alice, bob], name="Chess Eleven")
    # Her page has what a finalist says and what the organiser fixes.
    Competition.objects.filter(pk=final.where[0]).update(organiser=alice)
    return [
        f"/games/{table.pk}/seat/",
        f"/games/{game.pk}/talk/",
        f"/supervised/{asked.pk}/",
        f"/games/{supervised.pk}/supervisor/",
        f"/challenges/{offered(alice, bob, charlie, now=now).pk}/",
        "/competitions/{}/{}/final/".format(*final.where),
    ]


@pytest.mark.long
@pytest.mark.needs("notebook", "plans")
def test_every_page_holds_a_language_of_long_words(
    open_page: OpenPage, alice: User, bob: User, charlie: User, dan: User, now: datetime,
    pseudo: None,
) -> None:  # fmt: skip
    special = [*busy(alice, bob, charlie, now), *agreed(alice, bob, charlie, dan, now)]
    User.objects.filter(pk=alice.pk).update(language=PSEUDO)
    page = open_page(user=alice, size=SMALL)
    visitor = open_page(size=SMALL)
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": PSEUDO, "url": settings.SITE_URL}
    visitor.context.add_cookies([cookie])
    mine = [*special, *pages(alice)]
    found: list[str] = []

    for window, path in (*((page, one) for one in mine), *((visitor, one) for one in VISITORS)):
        window.goto(path)
        window.wait_for_function(IS_DRAWN)
        found += faults(window, path)
        picture(window, f"pseudo{path.replace('/', '-')}")
        if window.locator("#menu-open").count():
            window.evaluate("document.getElementById('menu').showModal()")
            found += [one for one in faults(window, path) if one not in found]

    assert len(mine) > 30
    assert found == []


SAID = """
async () => {
  const { listed, percent, tn } = await import("/static/words.js");
  return {
    numbers: [1, 2, 3, 4, 5, 101, 102].map((n) => tn("{n} day", "{n} days", n)).join(", "),
    names: listed(["a", "b", "c"]), one: listed(["a", "b", "c"], "disjunction"),
    chance: percent(55),
  };
}
"""


def test_scripts_count_and_list_as_the_language_of_the_page_does(open_page: OpenPage) -> None:
    page = open_page()
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "url": settings.SITE_URL}
    said = {}
    for language in ("en", "de", "sl"):
        page.context.add_cookies([{**cookie, "value": language}])
        page.goto(f"/offline/?{language}")
        said[language] = page.evaluate(SAID)

    # A language of four forms: 101 goes like 1, 102 like 2.
    assert said["sl"]["numbers"] == "1 dan, 2 dneva, 3 dnevi, 4 dnevi, 5 dni, 101 dan, 102 dneva"
    assert said["en"] == {
        "numbers": "1 day, 2 days, 3 days, 4 days, 5 days, 101 days, 102 days",
        "names": "a, b and c", "one": "a, b or c", "chance": "55%",
    }  # fmt: skip
    assert said["de"] == {
        "numbers": said["en"]["numbers"],
        "names": "a, b und c", "one": "a, b oder c", "chance": "55\xa0%",
    }  # fmt: skip


@pytest.mark.parametrize("path", ["/lobby/", "/new/?game=future"])
def test_german_words_fit_a_small_phone_at_twice_their_size(
    open_page: OpenPage, alice: User, path: str
) -> None:
    """Some of its words are longer than those of the language of long words."""
    User.objects.filter(pk=alice.pk).update(language="de")
    page = open_page(path, user=alice, size=SMALL)

    assert too_wide(page) == []
