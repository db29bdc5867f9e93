"""Playing by words: what it adds to the service."""

from __future__ import annotations

from config.features import SLOTS, Feature

FEATURE = Feature(
    "say",
    api_urls="games.features.say.api_urls",
    hooks=[SLOTS.by("say/slots/developers_playing.html", name="developers_playing")],
)
