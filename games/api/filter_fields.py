"""Who may accept an open challenge, as it is sent."""

from __future__ import annotations

from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList
from games.play.challenge.filters import RATINGS
from games.shown.shapes import challenges


class FiltersInput(Input):
    """Conditions for accepting a challenge."""

    rating = StrictList(
        child=StrictInteger(min_value=RATINGS[0], max_value=RATINGS[1]),
        min_length=2,
        max_length=2,
        allow_null=True,
        required=False,
        help_text=challenges.RATING_LIMITS,
    )
    kept_min = StrictInteger(
        min_value=1, max_value=100, allow_null=True, required=False, help_text=challenges.LEAST_KEPT
    )
    established = StrictBoolean(default=False, help_text=challenges.ESTABLISHED)
