"""The clocks of a live game, on pages that know nothing of live play."""

from __future__ import annotations

from typing import Any

from django import template

from games.rules.contract import HALVES

register = template.Library()


@register.inclusion_tag("live/clocks.html", takes_context=True)
def live_clocks(context: template.Context, live: dict[str, Any]) -> dict[str, Any]:
    """Show both clocks below the names, and the half; the reader's own side is first."""
    has_halves = live["terms"]["clock"] == HALVES
    return {
        **{str(name): value for name, value in context.flatten().items()},
        "own": context["first"],
        "theirs": context["others"][0],
        "live": live,
        "has_halves": has_halves,
        "is_half_time": has_halves
        and live["half"] == 2
        and live["phase"] == "formation"
        and live["clock_ms"]["match"] == live["terms"]["half"] * 1000,
    }
