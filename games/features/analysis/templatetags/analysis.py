"""Numbers of the analysis in templates: with signs that can be heard."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.features.analysis import looking, making, pages
from games.features.analysis.drawing import Point
from games.features.analysis.seen import TurningPoint
from games.features.analysis.wording import name_of
from games.models import Game

register = template.Library()


@register.filter
def grouped(number: int) -> str:
    """Return a whole number with its thousands apart."""
    return number_format(number, force_grouping=True)


@register.filter
def has_worth(game: Game) -> bool:
    """Return whether a game is over and can have an analysis: its turns have a worth."""
    return not game.is_active and making.why_not(game) is None and not looking.continues(game)


@register.simple_tag
def better_turn(game: Game, number: int, reader: int | None) -> TurningPoint | None:
    """Return what was better than a turn, if that was a turning point of its game."""
    return pages.better_turn(game, number, reader)


@register.filter
def signed(number: float, places: int) -> str:
    """Return a number with its sign."""
    number = round(number, places)
    sign = "" if not number else "+" if number > 0 else "\u2212"
    return sign + number_format(abs(number), places)


@register.filter
def spoken(number: float, places: int) -> str:
    """Return the same for those who listen."""
    number = round(number, places)
    text = number_format(abs(number), places)
    if not number:
        return _("no change")
    if number > 0:
        return _("plus {n}%").format(n=text)
    return _("minus {n}%").format(n=text)


@register.filter
def spoken_point(point: Point) -> str:
    """Return a mark of the chart for those who listen."""
    return _("Turn {n}: {outcome}").format(n=point.turn, outcome=_named(point.outcome))


@register.filter
def kinds_of(points: Sequence[Point]) -> list[tuple[str, str, str]]:
    """Return which signs a chart has, each with its name, and the class of its side."""
    sides: dict[str, set[bool]] = {}
    for one in points:
        sides.setdefault(one.outcome, set()).add(one.is_first)
    return [
        (kind, _named(kind), " both" if len(of) > 1 else " first" if True in of else "")
        for kind, of in sides.items()
    ]


def _named(outcome: str) -> str:
    named = {"mate": _("checkmate"), "loss": _("a costly turn")}
    return named.get(outcome) or name_of(outcome)


@register.filter
def add_to(number: float, more: int) -> str:
    """Return a place in a drawing, which no language writes with a comma."""
    return f"{number + more:.1f}"
