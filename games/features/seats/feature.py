"""Vacant seats that are offered to people: what they add to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import SLOTS, Feature
from games.features.seats import happened, own_data
from games.features.seats.offering import offers_of_friends
from games.features.seats.pages import notes_of, on_game_page
from games.pages.game import GAME_PAGE
from games.pages.notes import NOTES, Asking
from games.shown.event_words import BROUGHT

FEATURE = Feature(
    "seats",
    api_urls="games.features.seats.api_urls",
    urls="games.features.seats.urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        GAME_PAGE.by(on_game_page),
        NOTES.by(Asking(lambda user_id, now: offers_of_friends(user_id), notes_of)),
        SLOTS.by("seats/slots/game_menu.html", name="game_menu_first"),
        SLOTS.by("seats/slots/developers_playing.html", name="developers_playing"),
    ],
)
