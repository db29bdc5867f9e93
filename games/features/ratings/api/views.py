"""Ratings, what changed them, boards, and giving back what was won on time."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from config.http.openapi import documented
from config.http.pagination import CursorPagination, all_of
from config.http.parameters import PAGE, query
from config.http.shapes import page_of
from config.http.times import utc
from games.api.base import GameApiView
from games.api.filters import read_time
from games.features.ratings import selectors, taking_back
from games.features.ratings.api import shapes
from games.features.ratings.boards import PERIODS, SORTS
from games.features.ratings.models import BoardPlace, Rating, RatingChange
from games.features.ratings.pools import Pool, read_pool
from games.refusals import NotFound
from games.shown.shapes.games import AnyGame
from games.store.people import find_player

SINCE = query(
    "since",
    "Only what changed it from this moment on.",
    {"type": "string", "format": "date-time"},
)
BY = query("by", "The order of the leaderboard; `rating` by default.", enum=SORTS)
PERIOD = query("period", "Of all time, or of the last 30 days.", enum=PERIODS)


class _RatingsView(GameApiView):
    scope = None

    def find_player(self, username: str) -> User:
        """Return the player of this name; raise ``NotFound``."""
        user = find_player(username, viewer=self.request.user.pk)
        if user.deleted_at is not None:
            raise NotFound(_("This player doesn't exist."))
        return user

    def find_pool(self, pool: str) -> Pool:
        """Return the pool of this name; raise ``NotFound``."""
        found = read_pool(pool)
        if found is None:
            raise NotFound(_("These ratings don't exist."))
        return found


class PlayerRatingsView(_RatingsView):
    """A player's ratings."""

    @documented("list_ratings", responses={200: page_of(shapes.Rating)})
    def get(self, request: Request, username: str) -> Response:
        """List a player's ratings; none where they do not want to show them."""
        rows = selectors.ratings_of(self.find_player(username))
        return Response(all_of([rating_payload(row, self.now) for row in rows]))


class PlayerBadgesView(_RatingsView):
    """A player's badges."""

    @documented("list_badges", responses={200: page_of(shapes.Badge)})
    def get(self, request: Request, username: str) -> Response:
        """List the badges that a player has earned; none where they do not want to show them."""
        reader = request.user.pk if request.user.is_authenticated else None
        rows = selectors.badges_of(self.find_player(username), reader)
        return Response(all_of([badge_payload(row) for row in rows]))


class RatingHistoryView(_RatingsView):
    """What changed one rating of a player."""

    @documented(
        "list_rating_history",
        responses={200: page_of(shapes.RatingHistoryEntry, "Change")},
        query=[SINCE, *PAGE],
    )
    def get(self, request: Request, username: str, pool: str) -> Response:
        """List what changed a player's rating, newest first."""
        user, found = self.find_player(username), self.find_pool(pool)
        pages = CursorPagination()
        pages.ordering = ("-at", "-id")
        rows = pages.paginate_queryset(
            selectors.changes_of(user, found, read_time(request, "since")), request
        )
        return pages.get_paginated_response([change_payload(row) for row in rows])


class LeaderboardView(_RatingsView):
    """A leader board."""

    @documented(
        "get_leaderboard",
        responses={200: shapes.Leaderboard},
        query=[BY, PERIOD],
    )
    def get(self, request: Request, pool: str) -> Response:
        """Return a leaderboard: the first hundred, and your place."""
        found = self.find_pool(pool)
        by = self.read_choice("by", SORTS) or SORTS[0]
        period = self.read_choice("period", PERIODS) or PERIODS[0]
        reader = request.user.pk if request.user.is_authenticated else None
        board = selectors.board(found, by, period, reader)
        shown: shapes.Leaderboard = {
            "pool": str(found),
            "by": by,
            "period": period,
            "made_at": utc(board.made_at),
            "top": [place_payload(row) for row in board.top],
            "around": [place_payload(row) for row in board.around],
        }
        return Response(shown)


class GiveBackView(GameApiView):
    """Giving back what a game won on time did to the ratings."""

    scope = "games:play"

    @documented(
        "return_ratings", responses={200: AnyGame}, codes=["not_a_player", "not_yours", "not_rated"]
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Undo it for both, as the winner, within 14 days; asked again, nothing changes."""
        game = taking_back.give_back(self.user.pk, game_id, now=self.now)
        return Response(self.show(game))


def rating_payload(row: Rating, now: datetime) -> shapes.Rating:
    """Return a rating as it is now."""
    strength = selectors.strength_now(row, now)
    return {
        "pool": row.pool,
        "rating": round(row.rating, 1),
        "deviation": round(strength.deviation, 1),
        "is_provisional": strength.is_provisional,
        "peak": round(row.peak, 1),
        "games": row.games,
        "last_at": utc(row.last_at),
    }


def badge_payload(row: selectors.ShownBadge) -> shapes.Badge:
    """Return a badge with the game that brought it, where that may be known."""
    return {
        "badge": row.kind.key,
        "name": str(row.kind.name),
        "text": str(row.kind.text),
        "game": row.game,
        "at": utc(row.at),
    }


def change_payload(row: RatingChange) -> shapes.RatingHistoryEntry:
    """Return what one game did to a rating."""
    return {
        "game": row.game_id,
        "because": row.because,
        "score": row.score,
        "weight": round(row.weight, 3),
        "trust": round(row.trust, 3),
        "before": round(row.before, 1),
        "after": round(row.after, 1),
        "deviation": round(row.deviation, 1),
        "at": utc(row.at),
    }


def place_payload(row: BoardPlace) -> shapes.LeaderboardPlace:
    """Return a place on a board."""
    return {
        "place": row.place,
        "username": row.user.username,
        "value": round(row.value, 2),
        "games": row.games,
    }
