"""Notes and kept lines: what they add to the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.kept import OWN_DATA
from config.developers.reference import REFERENCE
from config.features import Feature
from games.features.notebook import exported, own_data
from games.shown.export import OWN_PARTS


def _reference() -> Mapping[str, Any]:
    from games.features.notebook.lines_api import TURNS_AT_ONE

    return {"cost": {"turns": TURNS_AT_ONE}}


FEATURE = Feature(
    "notebook",
    api_urls="games.features.notebook.api_urls",
    urls="games.features.notebook.urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        OWN_PARTS.by(exported.note, name="note"),
        OWN_PARTS.by(exported.lines, name="lines"),
        REFERENCE.by(_reference),
    ],
)
