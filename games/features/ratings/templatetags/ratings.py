"""Ratings on pages that know nothing of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.features.ratings.badges.kinds import KINDS
from games.features.ratings.models import Rating
from games.features.ratings.pools import name_of, read_pool
from games.features.ratings.selectors import (
    badges_of,
    changes_of,
    ratings_of,
    strength_now,
    wish_of,
)
from games.features.ratings.taking_back import is_to_give_back
from games.models import Game
from games.models.querysets import Seat

register = template.Library()

WIDTH, HEIGHT, MARGIN = 300, 60, 4
MOST_POINTS: Final = 100
"""Games in a line; of more, the newest."""


@register.inclusion_tag("ratings/of_player.html")
def ratings_of_player(person: User) -> dict[str, Any]:
    """Show how a person is in every game, each with the line of the last hundred games."""
    now = timezone.now()
    return {"lines": [_line(person, row, now) for row in ratings_of(person)]}


@register.inclusion_tag("ratings/badges.html")
def badges_of_player(person: User, reader: User) -> dict[str, Any]:
    """Show the badges that a person has earned, and to themselves those still to come."""
    shown = badges_of(person, reader.pk)
    had = {row.kind.key for row in shown}
    is_own = person.pk == reader.pk and wish_of(person).badges
    return {
        "badges": shown,
        "number": len(KINDS),
        "to_come": [kind for kind in KINDS if kind.key not in had] if is_own else [],
    }


@register.simple_tag
def rating_sentence(game: Game, reader: User) -> str:
    """Return what a finished game did to the reader's rating, or nothing."""
    change = game.rating_change
    seat: Seat | None = next((one for one in game.seats if one.user_id == reader.pk), None)
    if not game.rated or change is None or seat is None or not wish_of(reader).ratings:
        return ""
    if change["because"] == "vanished":
        return _("Unrated: {username} left all games.").format(username=_loser_of(game))
    if change["because"] == "given_back":
        return _("The rating was returned.")
    mine = change["sides"].get(seat.side)
    if mine is None:
        # Anyone who hid ratings when the game was rated is left out of what it shows.
        was_changed = game.rating_changes.filter(user=reader.pk).exists()
        return "" if was_changed else _("This game changed no rating.")
    return _("Your rating: {before} → {after} ({change}).").format(
        before=round(mine["before"]),
        after=round(mine["after"]),
        change=f"{round(mine['after']) - round(mine['before']):+d}",
    )


@register.simple_tag
def may_give_back(game: Game, reader: User) -> bool:
    """Return whether the reader may give back what this game did to the ratings."""
    seat = next((one for one in game.seats if one.user_id == reader.pk), None)
    return seat is not None and seat.side == game.winner and is_to_give_back(game, timezone.now())


def _loser_of(game: Game) -> str:
    return next(seat.called for seat in game.seats if seat.side != game.winner)


def _line(person: User, row: Rating, now: datetime) -> dict[str, Any]:
    pool = read_pool(row.pool)
    assert pool is not None, "a pool is stored while its game is there"
    newest = changes_of(person, pool).order_by("-at", "-pk")
    values = [change.after for change in newest[:MOST_POINTS]][::-1]
    words = ngettext(
        "{number} game, best {peak}, last {rating}.",
        "{number} games, best {peak}, last {rating}.",
        row.games,
    )
    return {
        "name": name_of(pool),
        "rating": round(row.rating),
        "is_provisional": strength_now(row, now).is_provisional,
        "points": _points(values),
        "text": words.format(number=row.games, peak=round(row.peak), rating=round(row.rating)),
    }


def _points(values: list[float]) -> str:
    """Return the points of a line through these values, from edge to edge."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    scale = (HEIGHT - 2 * MARGIN) / ((high - low) or 1)
    step = WIDTH / (len(values) - 1)
    return " ".join(
        f"{place * step:.1f},{HEIGHT - MARGIN - (value - low) * scale:.1f}"
        for place, value in enumerate(values)
    )
