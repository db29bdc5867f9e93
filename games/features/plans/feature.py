"""Answers prepared ahead: what they add to the service."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from accounts.kept import OWN_DATA
from config.developers.reference import REFERENCE
from config.developers.views import PAGES, Page
from config.features import SLOTS, Feature
from config.http.shapes import MEMBERS
from games.features.plans import exported, own_data, shapes
from games.features.plans.models import forget_seat
from games.features.plans.way import on_game_page
from games.models import Game
from games.pages.game import GAME_PAGE
from games.play.handing_over import SEAT_LEFT
from games.play.taking_back import TAKEN_BACK
from games.play.turns import PLANNED_TURNS, PlayedTurn
from games.shown.export import OWN_PARTS


def _play_planned(
    user_id: int, game_id: str, planned: Mapping[str, Any], *, now: datetime
) -> PlayedTurn:
    from games.features.plans.services import play_planned

    return play_planned(user_id, game_id, planned, now=now)


def _drop_taken_back(game: Game, now: datetime) -> None:
    from games.features.plans.services import drop_taken_back

    drop_taken_back(game, now)


def _reference() -> Mapping[str, Any]:
    from games.features.plans.services import MOST_ENTRIES

    return {"plans": {"entries": MOST_ENTRIES}}


FEATURE = Feature(
    "plans",
    api_urls="games.features.plans.api_urls",
    urls="games.features.plans.urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        MEMBERS.by(shapes.Mine, name="Mine"),
        OWN_PARTS.by(exported.plans, name="plans"),
        # Not an answer of the bot's, and out of the reach of the player who prepared it.
        SEAT_LEFT.by(forget_seat),
        TAKEN_BACK.by(_drop_taken_back),
        PLANNED_TURNS.by(_play_planned),
        REFERENCE.by(_reference),
        GAME_PAGE.by(on_game_page),
        PAGES.by(Page("plans", "Conditional moves", "explore", "plans/developers.html")),
        SLOTS.by("plans/slots/developers_contents.html", name="developers_contents"),
        SLOTS.by("plans/slots/game_menu.html", name="game_menu_first"),
        SLOTS.by("plans/slots/game_wait_bar.html", name="game_wait_bar"),
    ],
    schedule={
        # What people have prepared is played after each commit; this finds what was missed then.
        "fire-plans": {
            "task": "games.plans.tasks.fire_plans",
            "schedule": 10.0,
            "options": {"expires": 10.0},
        },
    },
    enumerations={"PlanStatus": "games.features.plans.models.Status"},
    limits={"plans": "Prepared replies, sent with a turn or alone. Per player."},
)
