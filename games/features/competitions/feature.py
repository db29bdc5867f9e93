"""Cups and leagues: what they add to the service."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts.hooks import CLEARING
from accounts.kept import OWN_DATA
from config.backends.encryption import RESEALED, SEALED
from config.features import Feature
from config.observe.metrics import FIGURES
from config.places import ADDRESSES, Address
from games.features.competitions import changes, figures, own_data
from games.features.competitions.pages.notes import asked_of
from games.features.competitions.services.leaving import clear_competitions
from games.features.competitions.services.secrets import (
    renew_secrets,
    reseal_secrets,
    some_of_draws,
    some_of_shootouts,
)
from games.pages.notes import NOTES
from games.play.seeds import ALSO_RENEWED
from games.streams.logs import LOGS

FEATURE = Feature(
    "competitions",
    api_urls="games.features.competitions.api.urls",
    urls="games.features.competitions.pages.urls",
    hooks=[
        ADDRESSES.by(Address("compete", "/competitions/", gettext_lazy("Cups"))),
        ADDRESSES.by(Address("compete", "/competitions/leagues/", gettext_lazy("Leagues"))),
        ADDRESSES.by(Address("compete", "/certificates/")),
        ADDRESSES.by(Address("compete", "/c/")),
        # First: who withdraws gives up the match and not the game alone.
        CLEARING.by(clear_competitions, early=True),
        OWN_DATA.by(own_data.TABLE),
        NOTES.by(asked_of),
        LOGS.by(changes.LOG, name=changes.KIND),
        FIGURES.by(figures.figures),
        ALSO_RENEWED.by(renew_secrets, name="draws and shoot-outs that are still to come"),
        RESEALED.by(reseal_secrets, name="secrets of draws and shoot-outs"),
        SEALED.by(some_of_draws, name="the secrets of draws"),
        SEALED.by(some_of_shootouts, name="the secrets of shoot-outs"),
    ],
    schedule={
        # Games that end are heard of immediately; this finds what the clock alone makes due.
        "go-on-with-competitions": {
            "task": "games.competitions.tasks.go_on_with_competitions",
            "schedule": 60.0,
            "options": {"expires": 60.0},
        },
    },
)
