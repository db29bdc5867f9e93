"""Vacant seats by the API: offering one, agreeing to it, and taking it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import GENERAL, PLAY
from config.http.fields import Input, StrictText
from config.http.openapi import documented
from config.http.times import utc
from games.api.base import GameApiView
from games.features.seats import offering, shapes
from games.models.faces import name_of
from games.shown import examples
from games.shown.shapes.games import AnyGame

PLAYING = ["not_a_player", "game_over", "deadline_passed", "out_of_game", "wrong_phase",
           "seat_not_offered"]  # fmt: skip


class SeatOfferInput(Input):
    """The seat to offer."""

    side = StrictText(max_length=20, help_text="The seat of a bot that replaced a player.")


class SeatOfferView(GameApiView):
    """The seat that is offered in a game."""

    scope = {"GET": "games:read", "PUT": "games:play", "PATCH": "games:play",
             "DELETE": "games:play"}  # fmt: skip
    limit = {"GET": GENERAL, "PUT": PLAY, "PATCH": PLAY, "DELETE": PLAY}

    def shown(self, game_id: str) -> Response:
        """Return the offer as it is now."""
        game, found = offering.find_offer(game_id, self.user.pk)
        seat: shapes.OfferedSeat = {
            "game": game.pk,
            "side": found.side,
            "offered_by": name_of(found.user),
            "agreed": found.agreed,
            "is_open": offering.is_open(game, found),
            "url": f"{self.base_url}/games/{game.pk}/seat/",
            "offered_at": utc(found.offered_at),
        }
        return Response(seat)

    @documented("get_seat_offer", responses={200: shapes.OfferedSeat})
    def get(self, request: Request, game_id: str) -> Response:
        """Show the seat that is offered in a game: to its players, and to all once it is open."""
        return self.shown(game_id)

    @documented(
        "save_seat_offer",
        body=SeatOfferInput,
        responses={200: shapes.OfferedSeat},
        codes=PLAYING,
        example={"side": "gold"},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Offer the seat of a bot that replaced a player to a person, if all others agree."""
        side = self.read_body(SeatOfferInput)["side"]
        offering.offer(self.user.pk, game_id, side, now=self.now)
        return self.shown(game_id)

    @documented("agree_to_seat_offer", responses={200: shapes.OfferedSeat}, codes=PLAYING)
    def patch(self, request: Request, game_id: str) -> Response:
        """Agree that the seat is offered."""
        offering.agree(self.user.pk, game_id, now=self.now)
        return self.shown(game_id)

    @documented("delete_seat_offer", responses={204: None}, codes=PLAYING)
    def delete(self, request: Request, game_id: str) -> Response:
        """Decline that the seat is offered, or take the offer back. The bot plays on."""
        offering.decline(self.user.pk, game_id, now=self.now)
        return Response(status=204)


class TakeSeatView(GameApiView):
    """Taking an offered seat."""

    scope = "games:play"
    limit = PLAY

    @documented(
        "take_seat",
        responses={200: AnyGame},
        codes=["game_over", "deadline_passed", "seat_not_offered", "challenge_not_taken",
               "friends_only", "guest_account", "too_many_games", "forbidden"],
        examples={200: examples.FAMILY},
    )  # fmt: skip
    def post(self, request: Request, game_id: str) -> Response:
        """Take the offered seat in place of the bot. Taking it again changes nothing."""
        return Response(self.show(offering.take(self.user, game_id, now=self.now)))
