"""Players as pages show them: what they are called, and their shirts."""

from __future__ import annotations

from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.features.competitions.models import Entry
from games.models.faces import name_of
from games.shown.kits import KITS, draw_shirt

_KITS: Final = tuple(KITS)


def called(entry: Entry) -> str:
    """Return what the player of an entry is called; guests are told apart by their entry."""
    if entry.user.is_guest:
        return _("Guest {n}").format(n=entry.place)
    return name_of(entry.user)


def shirt_of(entry: Entry | None) -> SafeString:
    """Return a player's shirt: their own, or one by the order of the entries."""
    if entry is None:
        return SafeString("")
    own = entry.user.page.kit
    # Drawn from our own table: nothing in it was typed by anyone.
    return mark_safe(draw_shirt(own if own in KITS else _KITS[entry.place % len(_KITS)]))
