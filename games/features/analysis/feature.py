"""What decided a game: what its analysis adds to the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.kept import OWN_DATA
from accounts.pages.me import KEPT
from config.features import SLOTS, Feature
from config.http.errors.problems import EXAMPLES
from config.http.shapes import MEMBERS
from config.observe.metrics import FIGURES
from games.features.analysis import happened, own_data, pages, shapes, waiting
from games.pages.game import GAME_PAGE
from games.pages.status import WAITS
from games.shown.event_words import BROUGHT


def _refusals() -> Mapping[str, Mapping[str, Any]]:
    from games.features.analysis.examples import REFUSALS

    return REFUSALS


FEATURE = Feature(
    "analysis",
    api_urls="games.features.analysis.api_urls",
    urls="games.features.analysis.urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        MEMBERS.by(shapes.WithAnalysis, name="Export"),
        EXAMPLES.by(_refusals),
        GAME_PAGE.by(pages.card),
        KEPT.by(pages.row_of_me),
        FIGURES.by(waiting.figures),
        WAITS.by(waiting.on_status_page),
        SLOTS.by("analysis/slots/developers_playing.html", name="developers_playing"),
        SLOTS.by("analysis/slots/full_time_cards.html", name="full_time_cards"),
        SLOTS.by("analysis/slots/history_links.html", name="history_links"),
        SLOTS.by("analysis/slots/think_task.html", name="think_task"),
        SLOTS.by("analysis/slots/think_worth.html", name="think_worth"),
    ],
    enumerations={"AnalysisStatus": "games.features.analysis.shapes.STATUSES"},
    limits={
        "analyses": "Games whose better turns someone asks for. Each person.",
        "analyses_of_others": "Those of them that someone else played. Each person.",
    },
    schedule={
        "analyse": {
            "task": "games.analysis.tasks.analyse",
            "schedule": 2.0,
            "options": {"expires": 2.0},
        },
        "expect-overlooked-analyses": {
            "task": "games.analysis.tasks.expect_overlooked",
            "schedule": 60.0,
            "options": {"expires": 60.0},
        },
    },
)
