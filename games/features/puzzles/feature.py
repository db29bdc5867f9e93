"""Puzzles: what they add to the service."""

from __future__ import annotations

from celery.schedules import crontab
from django.utils.translation import gettext_lazy

from accounts.kept import OWN_DATA
from config.features import PREPARING, SLOTS, Feature
from config.places import ADDRESSES, Address
from games.features.puzzles import missed, on_learn, own_data
from games.features.puzzles.finding import bring_ours
from games.features.puzzles.law_links import with_puzzles
from games.pages.laws import LAW_LINKS
from games.pages.learning import PRACTICE, TODAY
from games.play.practice import CHANCES_MISSED

FEATURE = Feature(
    "puzzles",
    api_urls="games.features.puzzles.api_urls",
    urls="games.features.puzzles.urls",
    hooks=[
        ADDRESSES.by(Address("learn", "/puzzles/", gettext_lazy("Puzzle of the day"), "puzzle")),
        TODAY.by(on_learn.puzzle_of_the_day),
        PRACTICE.by(on_learn.more_puzzles),
        PRACTICE.by(on_learn.from_your_games),
        OWN_DATA.by(own_data.TABLE),
        PREPARING.by(bring_ours),
        LAW_LINKS.by(with_puzzles),
        CHANCES_MISSED.by(missed.keep_again),
        SLOTS.by("puzzles/slots/developers_workshop.html", name="developers_workshop"),
        SLOTS.by("puzzles/slots/full_time_links.html", name="full_time_links"),
    ],
    schedule={
        # Each minute of the night a little, until all that ended is looked at.
        "find-puzzles": {
            "task": "games.puzzles.tasks.find_puzzles",
            "schedule": crontab(hour="1-4"),
            "options": {"expires": 60.0},
        },
        "find-missed-puzzles": {
            "task": "games.puzzles.tasks.find_missed",
            "schedule": 60.0,
            "options": {"expires": 60.0},
        },
        # Anyone who asks for it first chooses it; so does this, where no one asks.
        "choose-daily-puzzle": {
            "task": "games.puzzles.tasks.choose_daily",
            "schedule": crontab(hour="0", minute="0"),
            "options": {"expires": 3600.0},
        },
    },
    tags={"puzzles": "Positions with one right turn."},
)
