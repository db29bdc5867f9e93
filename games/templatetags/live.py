"""The clocks of a live game, on pages that know nothing of live play."""

from __future__ import annotations

from typing import Any

from django import template

from games.models.querysets import Seat
from games.rules.contract import HALVES

register = template.Library()


@register.inclusion_tag("live/clocks.html")
def live_clocks(
    first: Seat, others: list[Seat], live: dict[str, Any], you: Seat | None
) -> dict[str, Any]:
    """Show whose clock runs and the half; the reader's own side is first."""
    has_halves = live["terms"]["clock"] == HALVES
    return {
        "own": first,
        "is_player": you is not None,
        "theirs": others[0],
        "live": live,
        "has_halves": has_halves,
        "is_half_time": has_halves
        and live["half"] == 2
        and live["phase"] == "formation"
        and live["clock_ms"]["match"] == live["terms"]["half"] * 1000,
    }
