"""What analyses keep of a person: marks of their games, without a name."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until

TABLE: Final = {
    "analysis.Analysis": Kept(
        _("The analyses of your games."),
        "games/analyses.json",
        columns="game value_version rules_version status start marks between scores totals best"
        " best_turns made_at",
        of="game__players__user",
        until=Until.OTHERS,
    ),
}
