"""What one's own games have in common: only with people, by one version, with its error."""

from __future__ import annotations

from datetime import datetime

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.features.analysis.figures import LEAST, figures_of
from games.features.analysis.models import Analysis
from games.features.analysis.totals import Totals
from games.models import Game, Player
from tests.analysis.staged import analysed, resigned
from tests.conftest import Browsers

pytestmark = pytest.mark.django_db


def analyses(game: Game, lucks: list[int], version: str) -> None:
    """Add an analysed game of the same two for each of these points of luck of White."""
    seats = list(Player.objects.filter(game=game).order_by("pk"))
    row = Analysis.objects.filter(game=game).get()
    for number, luck in enumerate(lucks):
        game.pk, game._state.adding = f"{version[0]}{number:07d}", True
        game.save(force_insert=True)
        for seat in seats:
            seat.pk, seat.game_id, seat._state.adding = None, game.pk, True
            if number < LEAST // 2:
                seat.rating = 1600 if seat.side == "black" else 1500 - number // 5
            else:
                seat.rating = None
            seat.save(force_insert=True)
        phases = {"with_ball": (400, -100), "corner": (-100, -100)}
        totals = Totals(5000, 10_000, (300, -200), (3, 3), 100 * luck, 0, 0, 0, phases)
        Analysis.objects.create(
            game_id=game.pk,
            value_version=version,
            rules_version=row.rules_version,
            status="summed",
            totals=totals.to_json(),
        )


def test_figures_begin_at_twenty_games_and_never_mix_versions(
    game: Game,
    alice: User,
    bob: User,
    white: APIClient,
    anonymous: APIClient,
    browse: Browsers,
    now: datetime,
) -> None:
    assert figures_of(alice.pk).games == 0
    over = analysed(resigned(game, now), now)
    Analysis.objects.update(value_version="8-new")
    few = white.get("/api/v1/me/analysis").json()
    assert (few["games"], few["value"], few["dice"], few["phases"]) == (1, "8-new", None, {})
    assert "once 20 of your games" in browse(alice).get("/me/analysis/").content.decode()

    analyses(over, [3, -1] * (LEAST // 2), "7-old")

    shown = white.get("/api/v1/me/analysis").json()
    assert (shown["games"], shown["value"]) == (LEAST, "7-old")
    assert shown["dice"] == {"points": 1.0, "error": 0.46}
    assert shown["turns"] == {"points": 5.0, "error": 0.0}
    assert shown["phases"] == {
        "kickoff": {"points": 0.0, "error": 0.0, "games": LEAST},
        "with_ball": {"points": 5.0, "error": 0.0, "games": LEAST},
        "without": {"points": 0.0, "error": 0.0, "games": LEAST},
        "corner": {"points": 0.0, "error": 0.0, "games": LEAST},
    }
    assert shown["opponents"] == {"stronger": {"points": 5.0, "error": 0.0, "games": LEAST // 2}}
    page = browse(alice).get("/me/analysis/").content.decode()
    assert "Luck: +1.0, give or take 0.5." in page
    assert "One player in twenty" in page
    assert "+5.0" in page
    assert "With the ball" in page
    assert "Rated 100 or more above you" in page
    theirs = figures_of(bob.pk)
    assert theirs.dice is not None
    assert theirs.dice.points == -1.0
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    assert figures_of(alice.pk).games == 0
    assert anonymous.get("/api/v1/me/analysis").status_code == 401
