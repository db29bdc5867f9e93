"""What talk keeps of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "talk.Agreement": Kept(
        _("Players you agreed to talk with."),
        "talk.json",
        columns="other__username created_at",
        also="other",
    ),
    "talk.Message": Kept(
        _("Messages you wrote in games."),
        "games/talk.json",
        columns="game turn side text said_at",
    ),
}
