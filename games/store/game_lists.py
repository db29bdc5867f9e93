"""Lists of games: which ones are wanted, and how they are found by an index."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from config.http.pagination import Span, read_span
from games.models import Friend, Game, LivePlayer, Player
from games.models.querysets import GameQuerySet
from games.store.people import hides_game

NEWEST_FIRST: Final = ("-created_at", "-id")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games a list is to hold; what is empty does not matter."""

    statuses: tuple[str, ...] = ()
    player: int | None = None
    against: int | None = None
    """Someone the player meets in them."""
    awaiting: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    """When they began."""
    updated_since: datetime | None = None
    ids: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    """Games of these rule sets; of any where it is empty."""
    viewer: int | None = None
    """Who asks: to others, games are not listed under a name that they hide."""


def find_games(wanted: Wanted) -> GameQuerySet:
    """Return games, newest first, or nearest deadline first where they await someone."""
    games = Game.objects.with_seats().defer("state", "set_aside_reason")
    for person in (wanted.player, wanted.against):
        if person is not None:
            games = games.of_player(person, is_named=person != wanted.viewer)
    if wanted.player is None and wanted.awaiting is None and not wanted.ids:
        # Guests and their games are in no list of everyone's.
        guests = Player.objects.filter(game=OuterRef("pk"), user__guest_since__isnull=False)
        games = games.filter(~Exists(guests))
    is_own = wanted.player is not None and wanted.player == wanted.viewer
    if wanted.awaiting is None and not wanted.ids and not is_own:
        # Anyone who has the address of a private game may look on; lists name it to its players.
        seats = Player.objects.filter(game=OuterRef("pk"), user=wanted.viewer)
        games = games.filter(Q(is_public=True) | Exists(seats))
    if wanted.ids:
        games = games.filter(pk__in=wanted.ids)
        seats = Player.objects.filter(game=OuterRef("pk"), user=wanted.viewer)
        games = games.filter(Q(is_public=True) | Exists(seats) | ~hides_game(wanted.viewer))
    if wanted.statuses:
        games = games.filter(_is_shown_as(wanted.statuses, wanted.viewer))
    if wanted.rulesets:
        games = games.filter(ruleset__in=wanted.rulesets)
    if wanted.since is not None:
        games = games.filter(created_at__gte=wanted.since)
    if wanted.until is not None:
        games = games.filter(created_at__lte=wanted.until)
    if wanted.updated_since is not None:
        games = games.filter(updated_at__gte=wanted.updated_since)
    if wanted.awaiting is not None:
        return games.awaiting(wanted.awaiting)
    return games.order_by(*NEWEST_FIRST)


def _is_shown_as(statuses: tuple[str, ...], viewer: int | None) -> Q:
    """Return what holds for games that this person sees as ones of these statuses.

    Between two rounds of a rated live game onlookers still see the last one played; a list by
    status must not show them that it has ended.
    """
    is_so = Q(status=statuses[0]) if len(statuses) == 1 else Q(status__in=statuses)
    if (Game.Status.PLAYING in statuses) == (Game.Status.FORMATION in statuses):
        return is_so
    # So few that their ids are asked for first: every list keeps its index.
    live = LivePlayer.objects.filter(game__status=Game.Status.FORMATION, game__rated=True)
    own = Player.objects.filter(game=OuterRef("game"), user=viewer)
    ids = set(live.filter(~Exists(own), game__next_turn__gt=1).values_list("game", flat=True))
    if not ids:
        return is_so
    late = Q(pk__in=ids)
    return is_so | late if Game.Status.PLAYING in statuses else is_so & ~late


def read_games(wanted: Wanted, span: Span) -> list[Game]:
    """Return the games of a span, newest first, or the other way where it is read backwards.

    Of several statuses each is read separately and then put together: no index holds games of two
    statuses in the order of their beginning, and those of a rare one lie far apart.
    """
    if len(wanted.statuses) < 2 or wanted.player is not None or wanted.ids:
        return read_span(find_games(wanted), NEWEST_FIRST, span)
    parts = [
        read_span(find_games(replace(wanted, statuses=(status,))), NEWEST_FIRST, span)
        for status in wanted.statuses
    ]
    return list(islice(merge(*parts, key=_age, reverse=not span.backwards), span.limit))


def _age(game: Game) -> tuple[datetime, str]:
    return (game.created_at, game.pk)


def games_of_friends(user_id: int) -> GameQuerySet:
    """Return the running games of this person's friends that lists may show, newest first.

    Games in which this person plays are elsewhere.
    """
    games = find_games(Wanted(statuses=(Game.Status.PLAYING,)))
    mine = Player.objects.filter(game=OuterRef("pk"), user=user_id)
    return games.filter(~Exists(mine), pk__in=seats_of_friends(user_id).values("game"))


def seats_of_friends(user_id: int, now: datetime | None = None) -> QuerySet[Player]:
    """Return the seats of this person's friends in games that continue, at any moment."""
    friends = Friend.objects.filter(user=user_id, friend__is_bot=False).values("friend")
    return Player.objects.filter(user__in=friends, shown_as=None, game__status__in=Game.ACTIVE)
