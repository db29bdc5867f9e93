"""What the notebook keeps of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "notebook.Note": Kept(
        _("Your notes about games and players. Other players' notes stay private."),
        "games/notes.json",
        columns="game about__username text saved_at",
        also="about",
    ),
    "notebook.KeptLines": Kept(
        _("Your lines on analysis boards."),
        "games/lines.json",
        columns="game lines saved_at",
    ),
}
