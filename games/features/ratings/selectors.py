"""What is read of ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.features.ratings.badges.kinds import KINDS, Kind
from games.features.ratings.models import Badge, BoardPlace, Rating, RatingChange, Wish
from games.features.ratings.pools import POST, ROBOTS, Pool
from games.models import HouseRobot, Player
from games.rules.glicko import Strength

TOP, AROUND = 100, 3


class ShownBadge(NamedTuple):
    """A badge as it is shown: with its game where that may be known."""

    kind: Kind
    game: str | None
    at: datetime


class Board(NamedTuple):
    """The first places and, further down, those around one person."""

    top: list[BoardPlace]
    around: list[BoardPlace]
    made_at: datetime | None


def wish_of(user: User) -> Wish:
    """Return what a person wants to be shown: asked for once, then kept with the account."""
    return getattr(user, "rating_wish", None) or Wish(user_id=user.pk)


def who_hides(user_ids: Iterable[int]) -> frozenset[int]:
    """Return which of these people want no rating of theirs to be shown."""
    wishes = Wish.objects.filter(pk__in=list(user_ids), ratings=False)
    return frozenset(wishes.values_list("pk", flat=True))


def ratings_of(user: User) -> list[Rating]:
    """Return a person's ratings that anyone may see, that of most games first."""
    if not wish_of(user).ratings:
        return []
    return list(Rating.objects.filter(user=user, games__gt=0).order_by("-games", "pool"))


def badges_of(user: User, reader: int | None) -> list[ShownBadge]:
    """Return a person's badges in the order of the kinds; none where they do not want it.

    A game that lists keep from others, or in which the name is hidden, is named to those who
    played it alone.
    """
    if not wish_of(user).badges:
        return []
    seat = Player.objects.filter(game=OuterRef("game"), user=user, shown_as__isnull=False)
    played = Player.objects.filter(game=OuterRef("game"), user=reader)
    shows_game = Exists(played) | (Q(game__is_public=True) & ~Exists(seat))
    rows = Badge.objects.filter(user=user).annotate(shows_game=shows_game)
    found = {row.badge: row for row in rows}
    return [
        ShownBadge(kind, row.game_id if row.shows_game else None, row.at)
        for kind in KINDS
        if (row := found.get(kind.key))
    ]


def ratings_at_start(ruleset: str, user_ids: Sequence[int], *, pace: str = POST) -> dict[int, int]:
    """Return what people are rated as a game of theirs begins; who hides it is left out."""
    pool = str(Pool(ruleset, pace))
    shown = Rating.objects.filter(user__in=user_ids, pool=pool, games__gt=0)
    shown = shown.exclude(user__rating_wish__ratings=False)
    found = {user: round(rating) for user, rating in shown.values_list("user", "rating")}
    fixed = ROBOTS.get(ruleset, {})
    robots = HouseRobot.objects.filter(pk__in=user_ids) if fixed else ()
    return found | {one.pk: round(fixed[one.strength]) for one in robots if one.strength in fixed}


def strength_now(rating: Rating, now: datetime) -> Strength:
    """Return a rating as it is today: known less well than after the last game."""
    if rating.last_at is None or now <= rating.last_at:
        return rating.strength
    return rating.strength.after(now - rating.last_at)


def changes_of(user: User, pool: Pool, since: datetime | None = None) -> QuerySet[RatingChange]:
    """Return what changed a person's rating that anyone may see."""
    changes = RatingChange.objects.filter(user=user, pool=str(pool))
    if not wish_of(user).ratings:
        return changes.none()
    return changes.filter(at__gte=since) if since is not None else changes


def board(pool: Pool, by: str, period: str, reader: int | None = None) -> Board:
    """Return a board: its first hundred, and the places around the reader further down."""
    places = BoardPlace.objects.filter(pool=str(pool), by=by, period=period, user__is_family=False)
    places = places.select_related("user").order_by("place")
    top = list(places.filter(place__lte=TOP))
    mine = places.filter(user=reader).first() if reader is not None else None
    around: list[BoardPlace] = []
    if mine is not None and mine.place > TOP:
        around = list(places.filter(place__range=(mine.place - AROUND, mine.place + AROUND)))
    return Board(top, around, top[0].made_at if top else None)
