"""What offers to take back a turn keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept

TABLE: Final = {
    "takebacks.Offer": Kept(
        _("Turns that you asked to take back."),
        "games/takebacks.json",
        columns="game side turn offered_at answer",
    ),
}
