"""What the notebook keeps of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_noop

from accounts.hooks import Part, columns
from accounts.models import User
from games.features.notebook.models import KeptLines, Note

PARTS: Final = (
    Part(
        "games/notes.json",
        ("notebook.Note",),
        gettext_noop("Your notes about games and players. What others noted is theirs."),
        lambda user: columns(
            Note.objects.filter(user=user), "game", "about__username", "text", "saved_at"
        ),
    ),
    Part(
        "games/lines.json",
        ("notebook.KeptLines",),
        gettext_noop("The lines of turns that you tried on the board to think on."),
        lambda user: columns(KeptLines.objects.filter(user=user), "game", "lines", "saved_at"),
    ),
)

LEFT_OUT: Final[dict[str, str]] = {}


def forget_notes(user: User, now: datetime) -> None:
    """Throw away what somebody noted and tried, and what others noted about them."""
    Note.objects.filter(Q(user=user) | Q(about=user)).delete()
    KeptLines.objects.filter(user=user).delete()
