"""Taking back a turn by consent: what it adds to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import SLOTS, Feature
from games.features.takebacks import happened, own_data
from games.features.takebacks.offers import on_game_page
from games.pages.game import GAME_PAGE, SCRIPTS
from games.shown.event_words import BROUGHT

FEATURE = Feature(
    "takebacks",
    api_urls="games.features.takebacks.api_urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        GAME_PAGE.by(on_game_page),
        SCRIPTS.by("takebacks/offer.js", name="takeback.offered"),
        SCRIPTS.by("takebacks/offer.js", name="takeback.declined"),
        SCRIPTS.by("takebacks/offer.js", name="takeback.withdrawn"),
        SLOTS.by("takebacks/slots/developers_playing.html", name="developers_playing"),
        SLOTS.by("takebacks/slots/game_menu.html", name="game_menu_first"),
        SLOTS.by("takebacks/slots/game_under_board.html", name="game_under_board"),
    ],
)
