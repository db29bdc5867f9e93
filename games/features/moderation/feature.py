"""Reports and moderation: what they add to the service."""

from __future__ import annotations

from accounts.hooks import LEAVING
from accounts.kept import OWN_DATA
from config.features import PREPARING, SLOTS, Feature
from config.observe.metrics import FIGURES
from config.places import ADDRESSES, Address
from games.features.moderation import figures, own_data
from games.features.moderation.access import make_group
from games.features.moderation.reporting import forget_names
from games.features.moderation.standing import (
    check_may_be_rated,
    check_may_speak,
    notes_of,
    recent_decisions,
)
from games.pages.notes import NOTES, Asking
from games.play.challenge.checks import CHECKS
from games.play.guards import SPEAKING

FEATURE = Feature(
    "moderation",
    api_urls="games.features.moderation.api_urls",
    urls="games.features.moderation.urls",
    hooks=[
        ADDRESSES.by(Address("me", "/report/")),
        ADDRESSES.by(Address("me", "/standing/")),
        OWN_DATA.by(own_data.TABLE),
        LEAVING.by(forget_names),
        CHECKS.by(check_may_be_rated),
        SPEAKING.by(check_may_speak),
        NOTES.by(Asking(recent_decisions, notes_of), early=True),
        FIGURES.by(figures.figures),
        PREPARING.by(make_group),
        SLOTS.by("moderation/slots/game_menu.html", name="game_menu_last"),
        SLOTS.by("moderation/slots/player.html", name="player_end"),
        SLOTS.by("moderation/slots/developers.html", name="developers_moderation"),
    ],
    schedule={
        "end-closures": {
            "task": "games.moderation.tasks.end_closures",
            "schedule": 60.0,
            "options": {"expires": 60.0},
        },
        "look-after-reports": {
            "task": "games.moderation.tasks.look_after_reports",
            "schedule": 3600.0,
            "options": {"expires": 3600.0},
        },
    },
    tags={"moderation": "Reports, and decisions about your account."},
    enumerations={
        "DecisionKind": "games.features.moderation.shapes.KINDS",
        "ReportReason": "games.features.moderation.shapes.REASONS",
    },
)
