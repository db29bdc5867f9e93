"""Clips, pages of goals and frames for other sites: what they add to the service."""

from __future__ import annotations

from config.developers.views import PAGES, Page
from config.features import SLOTS, Feature
from games.pages.game import SCRIPTS

FEATURE = Feature(
    "share",
    api_urls="games.features.share.api_urls",
    urls="games.features.share.urls",
    hooks=[
        SCRIPTS.by("share/sheet.js", name="share"),
        PAGES.by(Page("share", "Frames, clips, previews", "fairness", "share/developers.html")),
        SLOTS.by("share/slots/developers_contents.html", name="developers_contents"),
        SLOTS.by("share/slots/game_head.html", name="game_head"),
        SLOTS.by("share/slots/game_button.html", name="game_menu"),
        SLOTS.by("share/slots/game_button.html", name="game_end_bar"),
        SLOTS.by("share/slots/history_links.html", name="history_links"),
        SLOTS.by("share/slots/puzzle_head.html", name="puzzle_head"),
    ],
    schedule={
        "forget-old-clips": {"task": "games.share.tasks.forget_old_clips", "schedule": 3600.0},
    },
    limits={
        "clips": "Clips that have to be made; one that was made before is free. Each person, or"
        " each address without a log-in."
    },
)
