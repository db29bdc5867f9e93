"""Finals of cups at a fixed hour: what they add to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import SLOTS, Feature
from games.features.competitions.steps.playing import KICK_OFFS
from games.features.competitions.steps.sweep import DUE, STEPS
from games.features.finals import happened, own_data, steps
from games.shown.event_words import BROUGHT

FEATURE = Feature(
    "finals",
    urls="games.features.finals.urls",
    api_urls="games.features.finals.api_urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        KICK_OFFS.by(steps.kick_off),
        STEPS.by(steps.take_step),
        DUE.by(steps.due),
        SLOTS.by("finals/slots/competition_final.html", name="competition_final"),
        SLOTS.by("finals/slots/tv_first.html", name="tv_first"),
        SLOTS.by("finals/slots/developers_competitions.html", name="developers_competitions"),
    ],
    enumerations={"FinalState": "games.features.finals.shapes.STATES"},
)
