"""What phrases keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "phrases.Phrase": Kept(
        _("Your quick chat messages."),
        "games/phrases.json",
        columns="game turn side key to said_at",
    ),
    "phrases.Mute": Kept(_("Games you muted."), "games/mutes.json", columns="game"),
}
