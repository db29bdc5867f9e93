"""Cups and leagues: what they add to the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy

from accounts.hooks import CLEARING
from accounts.kept import OWN_DATA
from accounts.pages.me import KEPT
from config.backends.encryption import RESEALED, SEALED
from config.developers.reference import REFERENCE
from config.developers.views import CLIENTS, PAGES, Page
from config.features import SLOTS, Feature
from config.observe.metrics import FIGURES
from config.places import ADDRESSES, Address
from games.features.competitions import changes, figures, happened, own_data
from games.features.competitions.pages import lists, notes, on_games
from games.features.competitions.selectors import (
    coming_of,
    seasons_to_confirm,
    shootouts_of,
)
from games.features.competitions.services.entering import check_family
from games.features.competitions.services.leaving import clear_competitions
from games.features.competitions.services.secrets import (
    renew_secrets,
    reseal_secrets,
    some_of_draws,
    some_of_shootouts,
)
from games.pages.cards import BELONGING
from games.pages.game import GAME_PAGE
from games.pages.notes import NOTES, Asking
from games.play.family import FAMILY_CHECKS
from games.play.seeds import ALSO_RENEWED
from games.shown.event_words import BROUGHT
from games.streams.logs import LOGS


def _reference() -> Mapping[str, Any]:
    from games.reference import members_of
    from games.shown.shapes.event_data import CompetitionData

    program = settings.BASE_DIR / "config/developers/clients/repeat_the_draw.py"
    return {
        "competition_data": members_of(CompetitionData),
        "repeat_the_draw": program.read_text(encoding="utf-8"),
    }


FEATURE = Feature(
    "competitions",
    api_urls="games.features.competitions.api.urls",
    urls="games.features.competitions.pages.urls",
    hooks=[
        ADDRESSES.by(Address("compete", "/competitions/", gettext_lazy("Cups"), "compete")),
        ADDRESSES.by(Address("compete", "/competitions/leagues/", gettext_lazy("Leagues"))),
        ADDRESSES.by(Address("compete", "/certificates/")),
        ADDRESSES.by(Address("compete", "/c/")),
        # First: who withdraws gives up the match and not the game alone.
        CLEARING.by(clear_competitions, early=True),
        OWN_DATA.by(own_data.TABLE),
        KEPT.by(lists.row_of_me),
        BROUGHT.by(happened.EVENTS),
        BELONGING.by(on_games.on_cards),
        GAME_PAGE.by(on_games.on_game_page),
        NOTES.by(Asking(seasons_to_confirm, notes.seasons)),
        NOTES.by(Asking(shootouts_of, notes.shootouts)),
        NOTES.by(Asking(coming_of, notes.coming)),
        FAMILY_CHECKS.by(check_family),
        LOGS.by(changes.LOG, name=changes.KIND),
        FIGURES.by(figures.figures),
        ALSO_RENEWED.by(renew_secrets, name="draws and shoot-outs that are still to come"),
        RESEALED.by(reseal_secrets, name="secrets of draws and shoot-outs"),
        SEALED.by(some_of_draws, name="the secrets of draws"),
        SEALED.by(some_of_shootouts, name="the secrets of shoot-outs"),
        PAGES.by(
            Page("competitions", "Competitions", "live", "competitions/developers.html"),
        ),
        CLIENTS.by("cup_player.py"),
        CLIENTS.by("repeat_the_draw.py"),
        REFERENCE.by(_reference),
        SLOTS.by("competitions/slots/game_menu.html", name="game_menu"),
        # Before what decided the game.
        SLOTS.by("competitions/slots/full_time_cards.html", name="full_time_cards", early=True),
        SLOTS.by("competitions/slots/developers_clients.html", name="developers_clients"),
        SLOTS.by("competitions/slots/developers_events.html", name="developers_events"),
    ],
    schedule={
        # Games that end are heard of immediately; this finds what the clock alone makes due.
        "go-on-with-competitions": {
            "task": "games.competitions.tasks.go_on_with_competitions",
            "schedule": 60.0,
            "options": {"expires": 60.0},
        },
    },
    tags={
        "competitions": "Knockout cups: entering, brackets, shoot-outs.",
        "certificates": "Certificates, for anyone to check.",
    },
    enumerations={
        "AgeCheck": "games.features.competitions.shapes.AGE_CHECKS",
        "CompetitionKind": "games.features.competitions.shapes.KINDS",
        "CompetitionRuleset": "games.features.competitions.shapes.CUP_GAMES",
        "DecidedBy": "games.features.competitions.shapes.WAYS",
        "EntryStatus": "games.features.competitions.shapes.ENTRY_STATUSES",
        "GoalFile": "games.features.competitions.shapes.GOAL_FILES",
        "MatchGameResult": "games.features.competitions.shapes.GAME_RESULTS",
        "OutBy": "games.features.competitions.shapes.OUT_BY",
        "SectionKey": "games.features.competitions.api.inputs.SECTION_KEYS",
        "SectionStatus": "games.features.competitions.shapes.STATUSES",
    },
)
