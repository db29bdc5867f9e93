"""The ways into a live game: what they add to the service."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from accounts.kept import OWN_DATA
from config.developers.views import CLIENTS
from config.features import SLOTS, Feature
from config.places import ADDRESSES, Address
from games.features.live import happened, own_data
from games.pages.game import SCRIPTS
from games.shown.event_words import BROUGHT

_PLAY_LIVE = Address(
    "play", "/live/", gettext_lazy("Play live"), "bolt", gettext_lazy("about 10 minutes")
)

FEATURE = Feature(
    "live",
    api_urls="games.features.live.api.urls",
    urls="games.features.live.pages.urls",
    hooks=[
        ADDRESSES.by(Address("watch", "/tv/", gettext_lazy("Live now")), early=True),
        ADDRESSES.by(_PLAY_LIVE),
        OWN_DATA.by(own_data.TABLE),
        BROUGHT.by(happened.EVENTS),
        CLIENTS.by("live_bot.py"),
        SLOTS.by("live/slots/developers_clients.html", name="developers_clients"),
        SLOTS.by("live/slots/developers_contents.html", name="developers_contents"),
        SLOTS.by("live/slots/developers_live.html", name="developers_live"),
        SCRIPTS.by("live/playing_on.js", name="presence"),
    ],
    schedule={
        # Anyone who looks for a live game is paired with each new search; this finds wider windows.
        "pair-seeks": {
            "task": "games.live.tasks.pair_seeks",
            "schedule": 2.0,
            "options": {"expires": 2.0},
        },
        # The players see when playing on has ended automatically; nothing else hangs on it.
        "end-playing-on": {
            "task": "games.live.tasks.end_playing_on",
            "schedule": 10.0,
            "options": {"expires": 10.0},
        },
    },
)
