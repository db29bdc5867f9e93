"""Whom I do not want to be challenged by."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.play import blocks
from games.shown.payloads import block_payload
from games.shown.shapes import people
from games.store import selectors


class BlocksView(GameApiView):
    """All of them."""

    scope = "account:read"

    @documented("list_blocks", responses={200: page_of(people.Block)}, query=PAGE)
    def get(self, request: Request) -> Response:
        """List the people I block, newest first."""
        pages = CursorPagination()
        rows = pages.paginate_queryset(selectors.blocks_of(self.user.pk), request)
        return pages.get_paginated_response([block_payload(row) for row in rows])


class OneBlockView(GameApiView):
    """One of them."""

    scope = "account:write"

    @documented("block_player", responses={200: people.Block}, codes=["too_many_blocks"])
    def put(self, request: Request, username: str) -> Response:
        """Block a player from challenging me.

        We refuse their challenges and decline their open ones. Running games continue. No one is
        notified.
        """
        return Response(block_payload(blocks.block(self.user, username, now=self.now)))

    @documented("unblock_player", responses={204: None})
    def delete(self, request: Request, username: str) -> Response:
        """Let this person challenge me again."""
        blocks.unblock(self.user, username)
        return Response(status=204)
