"""Ratings, boards and badges: what they add to the service."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts.hooks import SECTIONS
from accounts.kept import OWN_DATA
from accounts.pages.me import NUMBERS, SET
from config.developers.views import PAGES, Page
from config.features import PREPARING, SLOTS, Feature
from config.places import ADDRESSES, Address
from games.features.ratings import happened, own_data
from games.features.ratings.agreement import check_rated
from games.features.ratings.badges.giving import note_ended_without_us
from games.features.ratings.digest_lines import change_lines
from games.features.ratings.me_section import section
from games.features.ratings.pages import me_rows
from games.features.ratings.selectors import ratings_at_start
from games.features.ratings.voiding import restore_ratings, void_ratings
from games.play.challenge.checks import CHECKS
from games.play.start import RATINGS
from games.play.voiding import RESTORERS, VOIDERS
from games.shown.digest_lines import LINES
from games.shown.event_words import BROUGHT

FEATURE = Feature(
    "ratings",
    api_urls="games.features.ratings.api.urls",
    urls="games.features.ratings.pages.urls",
    hooks=[
        ADDRESSES.by(Address("compete", "/leaderboards/", gettext_lazy("Leaderboard"), "chart")),
        NUMBERS.by(me_rows.rating, early=True),
        SET.by(me_rows.wishes, name="ratings"),
        SECTIONS.by(section, name="ratings"),
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        # Before the core's own: who may not play a rated game hears that first.
        CHECKS.by(check_rated, early=True),
        RATINGS.by(ratings_at_start),
        PREPARING.by(note_ended_without_us),
        LINES.by(change_lines),
        VOIDERS.by(void_ratings),
        RESTORERS.by(restore_ratings),
        PAGES.by(Page("ratings", "Ratings", "rulesets", "ratings/developers.html")),
        SLOTS.by("ratings/slots/developers_contents.html", name="developers_contents"),
        SLOTS.by("ratings/slots/game_result.html", name="game_result"),
        SLOTS.by("ratings/slots/lost_on_time.html", name="lost_on_time"),
        SLOTS.by("ratings/slots/player.html", name="player"),
    ],
    enumerations={"LeaderboardBy": "games.features.ratings.boards.SORTS"},
    schedule={
        "rate-games": {
            "task": "games.ratings.tasks.rate_games",
            "schedule": 10.0,
            "options": {"expires": 10.0},
        },
        "give-badges": {
            "task": "games.ratings.tasks.give_badges",
            "schedule": 30.0,
            "options": {"expires": 30.0},
        },
        "make-boards": {
            "task": "games.ratings.tasks.make_boards",
            "schedule": 600.0,
            "options": {"expires": 600.0},
        },
    },
)
