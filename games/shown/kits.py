"""The kits that players wear: four of them, distinguished by pattern as well as by colour.

Who comes second at the table changes where the two could be taken for one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Kit(NamedTuple):
    """One kit: what it is called, its colours, and the pattern on the shirt."""

    name: Promise
    colour: str
    trim: str
    pattern: str
    """A path over a shirt in a box of 30 by 30."""


KITS = {
    "hoops": Kit(
        _("Flamingo hoops"), "#ff5c8a", "#ffffff", "M8.5 11h13v3.5h-13zM8.5 18h13v3.5h-13z"
    ),
    "stripes": Kit(
        _("Royal stripes"), "#3d63ff", "#ffffff", "M10.5 8h2.5v18h-2.5zM17 8h2.5v18H17z"
    ),
    "sash": Kit(_("Ice sash"), "#8fe3ff", "#12324a", "M8.5 9.5l4-3.5 9 13v6.5z"),
    "halves": Kit(_("Plum halves"), "#7b1fa2", "#dcb8e8", "M15 7.5h6.5V26H15z"),
}

HOME, AWAY = "hoops", "stripes"
"""What is worn by who has chosen nothing: first at the table and second."""

DISTINCT = (("hoops", "stripes"), ("hoops", "halves"), ("sash", "halves"))
"""Pairs that every eye distinguishes by colour alone; for each kit the best one comes first."""

SHIRT = "M11 4.5q4 4 8 0l8 4.5-3 6-2.5-1V26h-13V14L6 15 3 9z"


def is_distinct(first: str, second: str) -> bool:
    """Return whether two kits may meet on one pitch."""
    return (first, second) in DISTINCT or (second, first) in DISTINCT


def worn(wishes: Sequence[str | None]) -> list[str]:
    """Return what each player of a game wears, in the order of the seats: the first their own kit,
    the others theirs unless it clashes. Past two players no one wears what another does.
    """
    chosen: list[str] = []
    for number, wish in enumerate(wishes):
        kit = wish if wish in KITS else (HOME, AWAY)[number % 2]
        if number == 1 and not is_distinct(chosen[0], kit):
            kit = next(b if a == chosen[0] else a for a, b in DISTINCT if chosen[0] in (a, b))
        elif kit in chosen:
            kit = next((one for one in KITS if one not in chosen), kit)
        chosen.append(kit)
    return chosen


def draw_shirt(name: str) -> str:
    """Return a shirt as SVG."""
    kit = KITS[name]
    return (
        '<svg class="shirt" viewBox="0 0 30 30" aria-hidden="true" focusable="false">'
        f'<path d="{SHIRT}" fill="{kit.colour}"/><path d="{kit.pattern}" fill="{kit.trim}"/></svg>'
    )
