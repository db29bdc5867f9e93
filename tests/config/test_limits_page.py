"""Every limit of the code stands on the developers' page, or is one that nobody meets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client

from config.developers.limits import BOUNDS, TOLD_IN_WORDS, in_words, value_of

LIMIT = re.compile(
    r"^_?(.+_)?(MOST|LONGEST|LARGEST|SHORTEST|MAX|KEPT|LIFE|LAPSES|SLOTS|PATIENCE|OVERLAP)(_.+)?$"
)

UNMET = {
    # What stays on the machine and turns nobody away
    "accounts.idempotency._KEPT_HEADERS",
    "accounts.services.own_data.MOST_ATTEMPTS",
    "config.http.kept_pages.MOST_KEPT",
    "config.http.limits._MOST_COUNTED",
    "games.features.share.frames.MOST_FRAMES",
    "games.features.share.kept_files.KEPT_DAYS",
    "games.features.share.kept_files.MOST_KEPT",
    "games.features.share.oembed.LARGEST_FRAME",
    "games.tasks._KEPT",
    "games.features.live.seeks.MOST_AT_ONCE",
    "games.features.live.seeks.MOST_TRIED",
    "games.features.live.tasks.MOST_BATCHES",
    "config.management.commands.prepare.KEPT",
    "config.http.connections.KEPT_FILES",
    "config.http.connections.MOST_FILES",
    "config.http.fair_queue.MOST_OF_ONE",
    "config.http.fair_queue.MOST_WAITING",
    "config.http.paces.LONGEST_REST",
    "config.http.paces.MOST_KNOWN",
    "config.http.readers.MOST_KNOWN",
    "games.clock.uptime.LONGEST_LIVE_PAUSE",
    "games.clock.uptime.LONGEST_PAUSE",
    "games.clock.live.MOST_AHEAD",
    "games.clock.lag.KEPT_FOR",
    "games.clock.lag.LONGEST_LAG_MS",
    "games.streams.presence.KEPT_FOR",
    "games.streams.hub.LONGEST_BACKOFF",
    "games.streams.stream.MOST_TOLD",
    "notifications.channels.push.LONGEST_LIFE",
    "notifications.tasks._FILES_KEPT",
    "notifications.tasks._KEPT",
    "notifications.transport.http_client.MOST_READ",
    "notifications.transport.ssrf.MOST_TRIED",
    # At no time, within one step of a match
    "games.play.live_flow.MOST_STEPS",
    # No more than a column or a number holds
    "config.http.parameters.LARGEST",
    "config.http.pagination.DEFAULT_LIMIT",
    "games.api.inputs.LARGEST_TURN",
    "games.api.stage_inputs.LARGEST_N",
    "games.streams.negotiation.LARGEST_NUMBER",
    # Below the body's own, before any view is asked
    "config.http.request_limits.MAX_BODY",
    # How much a page shows
    "accounts.pages.password_reset.MOST_LISTED",
    "games.pages.game.MOST_LINES",
    "games.features.plans.services.MOST_SHOWN",
    "games.features.plans.services.MOST_TAKEN_BACK",
    "games.pages.home.MOST_SHOWN",
    "notifications.digests.daily.MOST_WAITING",
    "notifications.digests.results.MOST",
    "notifications.message.context.MOST_TURNS",
    "games.features.ratings.templatetags.ratings.MOST_POINTS",
    # How ratings are computed, which turns nobody away
    "games.features.ratings.boards.MOST_DEVIATION",
    "games.features.ratings.counting.SHORTEST_DRAW",
    # Of our own programs
    "games.features.competitions.steps.sweep.MOST_STEPS",
    "games.demo.MOST_TURNS",
    "games.play.robots.MOST_LOOKED_AT",
    # A sentence
    "games.shown.shapes.challenges.LEAST_KEPT",
    # A header's value
    "games.api.conditional.KEPT",
    # Hooks
    "accounts.pages.me.KEPT",
    "config.features.SLOTS",
}
"""Constants that look like limits and are none that somebody meets."""
RULES = "games.rules."
"""The laws of games bound what is played, not what is asked."""
OURS = "config.developers.clients."
BEHIND = ("config.backends.", "config.local.", "config.observe.")
"""What holds the service up from behind, where no request arrives."""
SETTINGS = "config.settings"
"""Rates stand in the other table of the page, which has a test of its own."""


def constants() -> Iterator[str]:
    """Yield each constant of a module whose name is that of a limit."""
    for app in ("config", "accounts", "games", "notifications"):
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            module = ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
            module = module.removesuffix(".__init__")
            if module.startswith((RULES, OURS, SETTINGS, *BEHIND)) or ".migrations." in module:
                continue
            for node in ast.parse(path.read_text()).body:
                targets = node.targets if isinstance(node, ast.Assign) else []
                if isinstance(node, ast.AnnAssign):
                    targets = [node.target]
                for target in targets:
                    for name in ast.walk(target):
                        if isinstance(name, ast.Name) and LIMIT.match(name.id):
                            yield f"{module}.{name.id}"


def test_no_limit_is_forgotten() -> None:
    told = {row.place for rows in BOUNDS.values() for row in rows} | TOLD_IN_WORDS
    found = set(constants())

    assert len(found) > 40
    assert found - told - UNMET == set()


def test_none_is_listed_that_has_gone() -> None:
    for place in (*TOLD_IN_WORDS, *(row.place for rows in BOUNDS.values() for row in rows)):
        assert value_of(place), place
    assert UNMET - set(constants()) <= {"config.http.pagination.DEFAULT_LIMIT"}


@pytest.mark.django_db
def test_the_page_shows_them_as_they_are(client: Client) -> None:
    text = client.get("/developers/limits/").content.decode()

    for value, words in (
        ("100", "personal tokens"),
        ("90 days", "of life of a refresh token"),
        ("14 days", "until a challenge expires"),
        ("1 minute", "to exchange an authorization code"),
        ("80%", "deadline.near"),
    ):
        assert re.search(rf"{value}</td>\s*<td>[^<]*{re.escape(words)}", text), words


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(days=14), "14 days"),
        (timedelta(hours=24), "1 day"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(minutes=90), "90 minutes"),
        (timedelta(seconds=60), "1 minute"),
        (timedelta(seconds=5), "5 seconds"),
    ],
)
def test_lengths_of_time_in_words(length: timedelta, words: str) -> None:
    assert in_words(length) == words
