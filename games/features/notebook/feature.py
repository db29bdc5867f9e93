"""Notes and kept lines: what they add to the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.kept import OWN_DATA
from config.developers.reference import REFERENCE
from config.features import SLOTS, Feature
from config.http.shapes import MEMBERS
from games.features.notebook import exported, own_data, shapes
from games.pages.game import SCRIPTS
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
        MEMBERS.by(shapes.Mine, name="Mine"),
        OWN_PARTS.by(exported.note, name="note"),
        OWN_PARTS.by(exported.lines, name="lines"),
        REFERENCE.by(_reference),
        SCRIPTS.by("notebook/kept_turn.js", name="keeps_turns"),
        SLOTS.by("notebook/slots/game_beside.html", name="game_beside"),
        SLOTS.by("notebook/slots/developers_limits.html", name="developers_limits"),
        SLOTS.by("notebook/slots/developers_contents.html", name="developers_contents"),
        SLOTS.by("notebook/slots/developers_explore.html", name="developers_explore"),
        SLOTS.by("notebook/slots/game_end_bar.html", name="game_end_bar"),
        SLOTS.by("notebook/slots/game_menu.html", name="game_menu", early=True),
        SLOTS.by("notebook/slots/game_note.html", name="game_menu"),
        SLOTS.by("notebook/slots/history_links.html", name="history_links"),
        SLOTS.by("notebook/slots/player.html", name="player", early=True),
        SLOTS.by("notebook/slots/player_scripts.html", name="player_scripts"),
    ],
)
