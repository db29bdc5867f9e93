"""What the supervision of games keeps of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "supervisor.Supervision": Kept(
        _("Games that you were asked to supervise, and your answers."),
        "games/supervised.json",
        columns="challenge named_at answer answered_at",
    ),
}
