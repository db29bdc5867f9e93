"""Lessons and hints: what they add to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import Feature
from games.features.learn import own_data

FEATURE = Feature(
    "learn",
    api_urls="games.features.learn.api_urls",
    urls="games.features.learn.urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
    ],
)
