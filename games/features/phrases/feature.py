"""What players say to each other: what it adds to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import SLOTS, Feature
from games.features.phrases import happened, own_data
from games.features.phrases.robots import remark
from games.features.phrases.saying import said_in
from games.pages.game import SCRIPTS
from games.play.robots import AFTER_ACT
from games.shown.event_words import BROUGHT
from games.shown.talk import TALK

FEATURE = Feature(
    "phrases",
    api_urls="games.features.phrases.api_urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        AFTER_ACT.by(remark),
        TALK.by(said_in),
        SCRIPTS.by("phrases/touchline.js", name="phrase.said"),
        SLOTS.by("phrases/slots/game_beside.html", name="game_beside"),
        SLOTS.by("phrases/slots/developers_playing.html", name="developers_playing"),
        SLOTS.by("phrases/slots/game_talk.html", name="game_talk"),
        SLOTS.by("phrases/slots/game_menu_first.html", name="game_menu_first"),
    ],
)
