"""A service in a database of its own, with all features or without some.

``python -m tests.config.added_later play`` makes the tables, and alice and bob play a few rated
games. ``catch_up`` does what ``prepare`` and beat do, and prints what features have made of them.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime, timedelta

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.apps import apps  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from config.features import PREPARING  # noqa: E402
from games.models import Game  # noqa: E402
from games.play.acts import resign  # noqa: E402
from notifications.relay import relay_events  # noqa: E402
from tests.games.matches import (  # noqa: E402
    OPEN_GOAL,
    any_turn,
    place,
    play,
    start_formations,
    start_round,
)
from tests.rules.test_puzzles import KNOWN  # noqa: E402

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
MOMENTS = datetime(2026, 3, 2, 12, tzinfo=UTC)
MADE = {
    "ratings.Rating": "user__username pool rating deviation games peak",
    "ratings.RatingChange": "user__username pool because score before after",
    "ratings.Badge": "user__username badge at",
    "ratings.Tally": "user__username pool games won goals",
    "puzzles.Puzzle": "kind position turn",
}


def play_games() -> None:
    """Let a mate, a resignation and a match with a chance that was missed be played."""
    call_command("migrate", verbosity=0)
    alice, bob = (
        User.objects.create_user(name, f"{name}@example.org") for name in ("alice", "bob")
    )
    at = MOMENTS
    mated = start_formations(alice, bob, at, ruleset="standard", options={}, rated=True)
    play(mated, *FOOLS_MATE, now=at + timedelta(hours=1))
    at += timedelta(days=1)
    resigned = start_formations(bob, alice, at, ruleset="standard", options={}, rated=True)
    play(resigned, *FOOLS_MATE[:2], now=at + timedelta(hours=1))
    resign(alice.pk, resigned.pk, now=at + timedelta(hours=2))
    at += timedelta(days=1)
    match = start_round(start_formations(alice, bob, at, rated=True), at)
    for position in (OPEN_GOAL, KNOWN["mate"], KNOWN["sure"]):
        match = place(Game.objects.get(pk=match.pk), position)
        play(match, any_turn(match), now=at)
    resign(bob.pk, match.pk, now=at + timedelta(hours=2))
    while relay_events(timezone.now()):
        pass


def catch_up() -> None:
    """Add what was left out, and print what there is now of the features' own."""
    call_command("migrate", verbosity=0)
    for make_ready in PREPARING:
        make_ready()
    while relay_events(timezone.now()):
        pass
    from games.features.puzzles.tasks import find_puzzles
    from games.features.ratings.tasks import give_badges, make_boards, rate_games

    for task in (rate_games, give_badges, make_boards, find_puzzles):
        task()
    found = {
        label: sorted(
            json.dumps(row, default=str)
            for row in apps.get_model(label)
            .objects.filter(**_of_games(label))
            .values(*columns.split())
        )
        for label, columns in MADE.items()
    }
    print(json.dumps(found))


def _of_games(label: str) -> dict[str, object]:
    return {"game__in": Game.objects.all()} if label == "puzzles.Puzzle" else {}


if __name__ == "__main__":
    assert timezone.now() > MOMENTS
    for step in sys.argv[1:]:
        {"play": play_games, "catch_up": catch_up}[step]()
