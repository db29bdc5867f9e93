"""Players as anyone may see them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from config.backends import standby
from config.http.openapi import documented
from games.api.base import GameApiView
from games.refusals import NotFound
from games.shown.pace import pace_of
from games.shown.payloads import player_payload
from games.shown.shapes import people
from games.shown.statistics import record_of
from games.store.people import find_player


class PlayerView(GameApiView):
    """One player: since when, and how they fared."""

    scope = None

    @documented("get_player", responses={200: people.Player})
    def get(self, request: Request, username: str) -> Response:
        """Show a player."""
        user = find_player(username, viewer=request.user.pk)
        if user.deleted_at is not None:
            raise NotFound(_("This player doesn't exist."))
        with standby.reading(when=user.pk != request.user.pk):
            record, pace = record_of(user.pk), pace_of(user.pk, self.now)
            return Response(player_payload(user, record, pace, self.base_url))
