"""The status page: anyone can see whether the clock runs, how late it was, what was given back."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from games.models import Game, Heartbeat, Outage, Sweep
from games.pages.status import PUNCTUAL, WAITS
from tests.markup import tight

Browse = Callable[..., Client]


@pytest.fixture(autouse=True)
def beat(db: None, now: datetime) -> None:
    """Turns could be played a moment ago."""
    Heartbeat.objects.update_or_create(id=1, defaults={"beat_at": now})


def sweep(at: datetime, kind: Sweep.Kind, handled: int, total: float, worst: float) -> None:
    """Write what a sweep noted of itself, in seconds."""
    Sweep.objects.create(
        kind=kind,
        ended_at=at,
        handled=handled,
        total_lateness=timedelta(seconds=total),
        worst_lateness=timedelta(seconds=worst),
    )


def test_a_stranger_sees_that_all_is_well(browse: Browse) -> None:
    page = browse().get("/status/")

    assert page.context["is_well"]
    assert "You can play, and the clocks run." in page.content.decode()
    assert "No time lost so far." in page.content.decode()


def test_it_says_how_late_the_sweeps_were(browse: Browse, now: datetime) -> None:
    sweep(now - timedelta(minutes=5), Sweep.Kind.DEADLINES, 4, 10, 7.3)
    sweep(now - timedelta(hours=5), Sweep.Kind.DEADLINES, 1, 30, 30)
    sweep(now - timedelta(days=3), Sweep.Kind.REMINDERS, 2, 3, 2)

    page = browse().get("/status/")

    closed, reminded = page.context["tables"]
    assert [found.handled for _, found in closed.rows] == [4, 5, 5]
    assert [found.handled for _, found in reminded.rows] == [0, 0, 2]
    text = tight(page.content.decode())
    assert '<td class="r">2.5 s</td><td class="r">7.3 s</td>' in text
    assert '<td class="r">8 s</td><td class="r">30 s</td>' in text


def test_it_says_what_was_given_back(browse: Browse, now: datetime) -> None:
    Outage.objects.create(
        started_at=now - timedelta(hours=3),
        ended_at=now - timedelta(hours=3) + timedelta(minutes=7),
        completed_at=now - timedelta(hours=2),
        games_moved=12,
    )

    text = tight(browse().get("/status/").content.decode())

    assert '<td>7\xa0minutes</td><td>The service was down</td><td class="r">12</td>' in text


def test_it_says_that_the_clocks_are_paused(browse: Browse) -> None:
    call_command("pause_clock")

    page = browse().get("/status/")

    assert "The clocks are paused for maintenance." in page.content.decode()
    assert "<td>ongoing</td>" in tight(page.content.decode())
    assert not page.context["is_well"]


def test_it_says_that_nothing_could_be_played(browse: Browse, now: datetime) -> None:
    Heartbeat.objects.update(beat_at=now - timedelta(minutes=6))

    page = browse().get("/status/")

    assert page.context["line"].startswith("No one could play for a while.")


def test_it_says_that_the_clock_is_late(browse: Browse, game: Game, now: datetime) -> None:
    Game.objects.update(deadline=now - 2 * PUNCTUAL)

    page = browse().get("/status/")

    assert "end a little late" in page.content.decode()
    # However long the page took to come.
    assert re.search(r"passed 1[2-9]\d s ago", page.content.decode())


def test_a_game_left_to_the_operator_is_counted(browse: Browse, game: Game, now: datetime) -> None:
    Game.objects.update(set_aside_at=now, set_aside_reason="unreadable")

    text = browse().get("/status/").content.decode()

    assert "1 game couldn't be closed and waits for the operator." in text


def test_it_costs_few_statements(
    browse: Browse, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # The clock in three, two kinds of sweeps over three times, what was given back, and one for
    # each feature in which something waits.
    with django_assert_num_queries(10 + len(list(WAITS))):
        browse().get("/status/")


def test_however_many_ask_the_figures_are_looked_up_once(
    client: Client,
    settings: Settings,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client.get("/status/")
    settings.STATUS_KEPT_SECONDS = 60

    with django_assert_num_queries(0):
        assert client.get("/status/").status_code == 200
