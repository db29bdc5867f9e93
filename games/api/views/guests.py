"""Playing without an account."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.authentication import SessionAuthentication
from accounts.credentials import Credential
from accounts.services.guests import GUEST_KEPT_FOR, find_or_make_guest, has_account
from config.http.openapi import documented
from config.http.times import utc
from games.api.base import GameApiView
from games.api.inputs import GuestInput
from games.play.challenge.first_matches import begin_first_match, follow_link
from games.shown.shapes import people


class GuestsView(GameApiView):
    """A guest of this browser, and a game to play."""

    scope = None
    limit = "guest"

    @documented(
        "create_guest",
        body=GuestInput,
        responses={201: people.Guest},
        codes=[
            "csrf_failed",
            "has_account",
            "guest_account",
            "sign_up_closed",
            "challenge_closed",
            "opponent_gone",
        ],
        example={"time_zone": "Europe/Vienna"},
    )
    def post(self, request: Request) -> Response:
        """Play without an account: start a game against the easy bot, or take a seat by a link.

        Only for web pages. The guest is known by the session cookie that comes with the answer, so
        the call needs `X-CSRFToken`. If you ask again, you get the running game.
        """
        said = self.read_body(GuestInput)
        if isinstance(request.auth, Credential) and request.auth.kind != "session":
            raise has_account()
        if isinstance(request.user, AnonymousUser):
            # A session is about to begin: no one may begin one for someone else.
            SessionAuthentication().enforce_csrf(request)
        with transaction.atomic():
            guest = find_or_make_guest(request._request, said["time_zone"], self.now)
            if said["challenge"]:
                game_id = follow_link(guest, said["challenge"], self.now).game_id
            else:
                game_id = begin_first_match(guest, self.now).pk
        assert guest.guest_since is not None
        answer = {
            "username": guest.username,
            "game": game_id,
            "kept_until": utc(guest.guest_since + GUEST_KEPT_FOR),
        }
        return self.created(answer, f"games/{game_id}" if game_id else "me")
