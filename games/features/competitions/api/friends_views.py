"""Competitions among friends: set up, joined by a code, changed and started by hand."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from games.features.competitions import examples, shapes
from games.features.competitions.api import inputs
from games.features.competitions.api.views import (
    WRITE,
    CompetitionView,
    ViewOfEntry,
    pointed,
)
from games.features.competitions.payloads import competition_payload
from games.features.competitions.services import among_friends
from games.features.competitions.services.access import find_competition
from games.features.competitions.services.among_friends import Friendly
from games.refusals import Invalid

_ORGANISER = ["not_the_organiser", "not_among_friends"]
_WAITING = ["competition_started", "competition_called_off"]


class AmongFriendsView(CompetitionView):
    """Setting one up."""

    scope = {"POST": WRITE}

    @documented(
        "create_competition_among_friends",
        body=inputs.FriendlyInput,
        responses={201: shapes.Competition},
        codes=["guest_account", "no_bots", "too_many_competitions"],
        example=examples.NEW_AMONG_FRIENDS,
    )
    def post(self, request: Request) -> Response:
        """Set up a cup or league among friends, with its link and you as the first player."""
        wanted = Friendly(**self.read_body(inputs.FriendlyInput))
        try:
            made = among_friends.set_up_among_friends(self.user, wanted, now=self.now)
        except Invalid as error:
            raise pointed(error) from error
        shown = competition_payload(made, self.base_url, self.user)
        return self.created(shown, f"competitions/{made.pk}")


class OneAmongFriendsView(CompetitionView):
    """Changing one before its start, and calling it off."""

    scope = {"PATCH": WRITE, "DELETE": WRITE}

    @documented(
        "change_competition_among_friends",
        body=inputs.FriendlyChange,
        responses={200: shapes.Competition},
        codes=[*_ORGANISER, *_WAITING, "bot_cannot_play"],
        example={"kind": "league"},
        is_conditional=True,
    )
    def patch(self, request: Request, competition_id: str) -> Response:
        """Change name, kind, game or time control before the start, as the organiser."""
        changes = dict(self.read_body(inputs.FriendlyChange))
        try:
            changed = among_friends.change_among_friends(
                self.user, competition_id, changes, now=self.now
            )
        except Invalid as error:
            raise pointed(error) from error
        return self.show_competition(changed)

    def show_before(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return what ``GET /competitions/{id}`` shows: this address has no GET of its own."""
        return self.show_competition(find_competition(kwargs["competition_id"]))

    @documented(
        "cancel_competition_among_friends",
        responses={204: None},
        codes=[*_ORGANISER, "competition_started"],
    )
    def delete(self, request: Request, competition_id: str) -> Response:
        """Cancel it before the start, as the organiser."""
        among_friends.call_off(self.user, competition_id, now=self.now)
        return Response(status=204)


class CodeView(CompetitionView):
    """A competition by the code of its link."""

    scope = {"GET": None, "POST": "games:play", "DELETE": "games:play"}  # type: ignore[dict-item]

    @documented("get_competition_by_code", responses={200: shapes.Competition})
    def get(self, request: Request, code: str) -> Response:
        """Show the competition that a link leads to."""
        return self.show_competition(among_friends.find_by_code(code))

    @documented(
        "join_competition",
        responses={200: shapes.Competition},
        codes=[
            *_WAITING,
            "competition_full",
            "too_many_competitions",
            "guest_account",
            "no_bots",
        ],
    )
    def post(self, request: Request, code: str) -> Response:
        """Join by the code of a link. Joining again changes nothing."""
        among_friends.join(self.user, code, now=self.now)
        return self.show_competition(among_friends.find_by_code(code))

    @documented("leave_competition", responses={204: None})
    def delete(self, request: Request, code: str) -> Response:
        """Leave: before the start without a trace, later you lose your game."""
        among_friends.leave(self.user, code, now=self.now)
        return Response(status=204)


class BotsView(ViewOfEntry):
    """Adding bots."""

    scope = WRITE

    @documented(
        "invite_bot_to_competition",
        body=inputs.BotInput,
        responses={200: shapes.Entry},
        codes=[*_ORGANISER, *_WAITING, "competition_full"],
        example={"strength": "easy"},
    )
    def post(self, request: Request, competition_id: str) -> Response:
        """Add a house bot before the start, as the organiser."""
        strength = self.read_body(inputs.BotInput)["strength"]
        entry = among_friends.add_bot(self.user, competition_id, strength, now=self.now)
        return Response(self.show_entry(competition_id, entry.section.key, entry.place))


class PlayerView(CompetitionView):
    """Removing a player."""

    scope = {"DELETE": WRITE}

    @documented("delete_competition_player", responses={204: None}, codes=[*_ORGANISER, *_WAITING])
    def delete(self, request: Request, competition_id: str, entry: int) -> Response:
        """Remove a player or bot before the start, as the organiser."""
        among_friends.remove(self.user, competition_id, entry, now=self.now)
        return Response(status=204)


class StartView(CompetitionView):
    """Starting by hand."""

    scope = WRITE

    @documented(
        "start_competition",
        responses={200: shapes.Competition},
        codes=[*_ORGANISER, "too_few_players", "competition_called_off"],
    )
    def post(self, request: Request, competition_id: str) -> Response:
        """Start now, as the organiser: no one can join after that. Again, nothing changes."""
        among_friends.start(self.user, competition_id, now=self.now)
        return self.show_competition(find_competition(competition_id))
