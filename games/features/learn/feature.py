"""Lessons and hints: what they add to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import SLOTS, Feature
from games.features.learn import on_pages, own_data
from games.features.learn.course import course_of
from games.pages.courses import COURSES
from games.pages.game import GAME_PAGE
from games.pages.laws import LAW_LINKS

FEATURE = Feature(
    "learn",
    api_urls="games.features.learn.api_urls",
    urls="games.features.learn.urls",
    hooks=[
        COURSES.by(course_of, name="eleven"),
        OWN_DATA.by(own_data.TABLE),
        GAME_PAGE.by(on_pages.on_game_page),
        LAW_LINKS.by(on_pages.with_lessons),
        SLOTS.by("learn/slots/developers_workshop.html", name="developers_workshop"),
        SLOTS.by("learn/slots/game_under_board.html", name="game_under_board"),
        SLOTS.by("learn/slots/game_menu_first.html", name="game_menu_first"),
        SLOTS.by("learn/slots/game_scripts.html", name="game_scripts"),
        SLOTS.by("learn/slots/landing_style.html", name="landing_style"),
        SLOTS.by("learn/slots/landing_hero.html", name="landing_hero"),
        SLOTS.by("learn/slots/landing_scripts.html", name="landing_scripts"),
    ],
    tags={"learn": "Lessons, judged by the real rules."},
)
