"""Talk where everyone agreed: what it adds to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import SLOTS, Feature
from games.features.talk import happened, own_data
from games.features.talk.pages import in_menu
from games.features.talk.writing import said_in
from games.pages.game import GAME_PAGE, SCRIPTS
from games.shown.event_words import BROUGHT
from games.shown.talk import TALK

FEATURE = Feature(
    "talk",
    urls="games.features.talk.urls",
    api_urls="games.features.talk.api_urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        TALK.by(said_in),
        GAME_PAGE.by(in_menu),
        SCRIPTS.by("talk/line.js", name="talk"),
        SLOTS.by("talk/slots/developers_playing.html", name="developers_playing"),
        SLOTS.by("talk/slots/game_talk.html", name="game_talk"),
        SLOTS.by("talk/slots/game_menu.html", name="game_menu_first"),
    ],
)
