"""What plans keep of a person."""

from __future__ import annotations

from typing import Final

from django.db.models import F, Q
from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, left_out
from accounts.models import User


def _seats(user: User) -> Q:
    """Return the rows of this person's seats."""
    return Q(game__players__user=user, game__players__side=F("side"))


TABLE: Final = {
    "plans.PlanEntry": Kept(
        _("Your replies in games, played or not."),
        "games/plans.json",
        columns="game side round line reply made_at status fired_turn because",
        of=_seats,
    ),
    "plans.PlanFallback": Kept(
        _("Your fallback turns, for when no reply fits."),
        "games/fallbacks.json",
        columns="game side turn tries unless made_at status fired_turn",
        of=_seats,
    ),
    "plans.PlanBook": left_out(_("In which games your conditional moves wait."), of=_seats),
}
