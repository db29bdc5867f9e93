"""Notes and kept lines: what they add to the service."""

from __future__ import annotations

from accounts.kept import OWN_DATA
from config.features import Feature
from games.features.notebook import exported, own_data
from games.shown.export import OWN_PARTS

FEATURE = Feature(
    "notebook",
    api_urls="games.features.notebook.api_urls",
    urls="games.features.notebook.urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        OWN_PARTS.by(exported.note, name="note"),
        OWN_PARTS.by(exported.lines, name="lines"),
    ],
)
