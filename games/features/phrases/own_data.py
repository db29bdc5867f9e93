"""What phrases keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "phrases.Phrase": Kept(
        _("What you said to the others in your games."),
        "games/phrases.json",
        columns="game turn side key said_at",
    ),
    "phrases.Mute": Kept(
        _("The games in which you want to hear nothing."), "games/mutes.json", columns="game"
    ),
}
