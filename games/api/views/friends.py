"""My friends, and finding players."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.guests import not_for_guests
from accounts.limits import count_of_person
from accounts.names import is_beginning
from config.http.errors.refusals import invalid_parameter
from config.http.openapi import documented
from config.http.pagination import CursorPagination, all_of
from config.http.parameters import PAGE, query
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.play import friends
from games.shown.payloads import found_payload, friend_payload
from games.shown.shapes import people
from games.store.people import FEWEST_LETTERS, friends_of, search_players

LETTERS = query(
    "q",
    "How the name begins; case does not matter.",
    {"type": "string", "pattern": "^[A-Za-z0-9_-]{2,30}$", "example": "ann"},
    required=True,
)


class PlayersView(GameApiView):
    """Finding players by their names."""

    scope = "games:read"

    @documented("search_players", responses={200: page_of(people.FoundPlayer)}, query=[LETTERS])
    def get(self, request: Request) -> Response:
        """Find players by how their names begin.

        The exact name comes first, then my friends, then the most active players. At most 20, on
        one page. Guests, deleted accounts and players who block me are not found. Players in
        family mode are found by their friends.
        """
        if self.user.is_guest:
            raise not_for_guests()
        letters = request.query_params.get("q", "")
        if len(letters) < FEWEST_LETTERS:
            words = _("Enter at least {n} letters.").format(n=FEWEST_LETTERS)
            raise invalid_parameter("q", "too_short", words)
        count_of_person(self.user.pk, "search")
        found = search_players(letters, self.user.pk) if is_beginning(letters) else []
        return Response(all_of([found_payload(one, self.base_url) for one in found]))


class FriendsView(GameApiView):
    """All of my friends."""

    scope = "account:read"

    @documented("list_friends", responses={200: page_of(people.Friend)}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List my friends, newest first. No one else sees this list."""
        pages = CursorPagination()
        rows = friends_of(self.user.pk).order_by("-created_at", "-pk")
        shown = pages.paginate_queryset(rows, request)
        return pages.get_paginated_response([friend_payload(row) for row in shown])


class OneFriendView(GameApiView):
    """One of them."""

    scope = "account:write"

    @documented("add_friend", responses={200: people.Friend}, codes=["too_many_friends"])
    def put(self, request: Request, username: str) -> Response:
        """Add a friend. It is one-sided, and no one is notified.

        In family mode only friends can find, see and challenge me, and I play with them alone.
        """
        return Response(friend_payload(friends.befriend(self.user, username, now=self.now)))

    @documented("remove_friend", responses={204: None})
    def delete(self, request: Request, username: str) -> Response:
        """Remove a friend. Running games continue."""
        friends.unfriend(self.user, username)
        return Response(status=204)
