"""Players as pages show them: their shirts, and the faces of house bots."""

from __future__ import annotations

from typing import Final

from django.utils.safestring import SafeString, mark_safe

from games.features.competitions.models import Entry
from games.models.faces import draw_face, face_of
from games.shown.kits import KITS, draw_shirt

_KITS: Final = tuple(KITS)


def shirt_of(entry: Entry | None) -> SafeString:
    """Return a player's shirt: their own, or one by the entries' order, or a bot's face."""
    if entry is None:
        return SafeString("")
    if face := face_of(entry.user):
        return mark_safe(draw_face(face))
    own = entry.user.page.kit
    # Drawn from our own table: nothing in it was typed by anyone.
    return mark_safe(draw_shirt(own if own in KITS else _KITS[entry.place % len(_KITS)]))
