"""Hearing of things: pages of past events.

Streams at the same addresses read on from ``selectors.events_after`` in the same way.
"""

from __future__ import annotations

from collections.abc import Callable

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from config.pagination import read_limit
from games import selectors
from games.api.base import GameApiView
from games.records import event_record
from games.selectors import NumberedEvent
from games.services import viewing

LARGEST_NUMBER = 2**63 - 1


class EventPagesView(GameApiView):
    """A log that is read forwards: ``?after=`` names the last event already known."""

    def page(self, request: Request, read: Callable[[int, int], list[NumberedEvent]]) -> Response:
        """Return the page of events that the query asks for."""
        after = self.read_number("after", default=0, largest=LARGEST_NUMBER)
        limit = read_limit(request)
        events = read(after, limit + 1)
        following = None
        if len(events) > limit:
            events = events[:limit]
            url = request.build_absolute_uri()
            following = replace_query_param(url, "after", str(events[-1].number))
        results = [event_record(event, number) for number, event in events]
        return Response({"next": following, "previous": None, "results": results})


class MyEventsView(EventPagesView):
    """What I was told."""

    scope = "games:read"

    def get(self, request: Request) -> Response:
        user_id = self.user.pk
        return self.page(
            request, lambda after, limit: selectors.events_after(user_id, after, limit)
        )


class GameEventsView(EventPagesView):
    """What happened in a game."""

    scope = None

    def get(self, request: Request, game_id: str) -> Response:
        viewing.view_stamp(game_id, self.now)
        return self.page(
            request, lambda after, limit: selectors.game_events_after(game_id, after, limit)
        )
