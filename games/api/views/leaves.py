"""My leaves: days on which my clocks are paused."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from games.api.base import GameApiView
from games.api.inputs import LeaveInput
from games.play import leaves
from games.shown.payloads import leave_payload
from games.shown.shapes import people
from games.store import selectors

TAKING = (
    "leave_too_long",
    "leave_budget",
    "leave_too_soon",
    "leave_overlaps",
    "leave_not_for_bots",
)


class LeavesView(GameApiView):
    """All of them, and taking one."""

    scope = {"GET": "account:read", "POST": "account:write"}

    @documented("list_leaves", responses={200: people.LeavePage}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List my leaves, the latest first."""
        pages = CursorPagination()
        pages.ordering = ("-begins_at", "-id")
        rows = pages.paginate_queryset(selectors.all_leaves_of(self.user.pk), request)
        answer = pages.get_paginated_response([leave_payload(row) for row in rows])
        answer.data["days_left"] = leaves.days_left(self.user, self.now)
        return answer

    @documented(
        "create_leave",
        body=LeaveInput,
        responses={201: people.Leave},
        codes=TAKING,
        example={"until": "2026-12-02T23:00:00Z"},
    )
    def post(self, request: Request) -> Response:
        """Take a vacation. In games that allow it, my clock is paused while it's my turn.

        I can still play. The vacation continues until its end or until I end it.
        """
        said = self.read_body(LeaveInput)
        begins_at, ends_at = said.get("from"), said["until"]
        leave = leaves.take_leave(self.user, begins_at, ends_at, self.now)
        return self.created(leave_payload(leave), f"me/leaves/{leave.pk}")


class OneLeaveView(GameApiView):
    """One of them."""

    scope = {"GET": "account:read", "DELETE": "account:write"}

    @documented("get_leave", responses={200: people.Leave})
    def get(self, request: Request, leave_id: int) -> Response:
        """Return a vacation of mine."""
        return Response(leave_payload(leaves.find_leave(self.user, leave_id)))

    @documented("delete_leave", responses={204: None})
    def delete(self, request: Request, leave_id: int) -> Response:
        """End a vacation, or take it back before it begins."""
        leaves.end_leave(self.user, leave_id, self.now)
        return Response(status=204)
