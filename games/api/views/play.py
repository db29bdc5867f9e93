"""Playing: formations, turns, and the ways to end a game."""

from __future__ import annotations

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.credentials import Credential, Scope
from accounts.limits import GENERAL, PLAY
from config.http.compression import compressed
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE, query, whole
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.api.inputs import (
    ActInput,
    DrawInput,
    FormationInput,
    GiftInput,
    SaltInput,
    SubstituteInput,
    TurnInput,
    read_turn,
)
from games.api.views.challenges import ChallengeView
from games.models import Act, Turn
from games.play import acts, draws, formations, replay, salts, watching
from games.play.challenge import rematches
from games.play.giving_time import give_time
from games.play.handing_over import hand_over
from games.play.turns import PlayedTurn, play_turn
from games.shown import examples
from games.shown.payloads import act_payload, turn_payload
from games.shown.settled import settled
from games.shown.shapes import turns as shapes
from games.shown.shapes.challenges import AnyChallenge
from games.shown.shapes.games import AnyGame
from games.store import selectors
from games.store.selectors import Stamp

ANSWERS = {
    "offer": draws.offer_draw,
    "accept": draws.accept_draw,
    "decline": draws.decline_draw,
    "withdraw": draws.withdraw_draw,
}


PLAYING = ("not_a_player", "game_over", "deadline_passed", "opponent_gone")
"""How anything a player does in a game may be refused."""
ACTING = (*PLAYING, "wrong_phase", "out_of_game", "illegal_act")
"""How an act may be refused."""
TURN_CODES = (
    *PLAYING,
    "not_your_turn",
    "out_of_game",
    "stale_turn",
    "wrong_phase",
    "illegal_action",
)
"""How a turn may be refused."""
TURN_EXAMPLE = {"turn": 1, "actions": ["d2d4", "@f3"]}


class PlayedView(GameApiView):
    """What was played in a game."""

    def shown(self, stamp: Stamp, *, after: int = 0) -> QuerySet[Turn]:
        """Return the turns of a game, with which are the asker's own while the game continues.

        These say how they came about, where the credential could show plans as well.
        """
        turns = selectors.turns_shown(stamp, after=after)
        credential = self.request.auth
        if stamp.is_over or not isinstance(credential, Credential):
            return turns
        may_know = Scope.GAMES_PLAY in credential.scopes
        return selectors.marking_own(turns, self.user.pk) if may_know else turns


def _turn_payload(turn: Turn, stamp: Stamp) -> shapes.OtherTurn:
    shows_how = stamp.is_over or getattr(turn, "is_own", False)
    return turn_payload(turn, stamp.presenter, shows_how=shows_how)


class TurnsView(PlayedView):
    """The history of a game, and playing a turn."""

    scope = {"GET": None, "POST": "games:play"}
    limit = {"GET": GENERAL, "POST": PLAY}

    @compressed
    @documented(
        "list_turns",
        responses={200: page_of(shapes.AnyTurn, "Turn")},
        query=[
            query("after", "Only what followed the turn of this number.", whole()),
            *PAGE,
        ],
    )
    @settled
    def get(self, request: Request, game_id: str) -> Response:
        """List the turns of a game, first turn first."""
        stamp = watching.watch_stamp(game_id, self.now, request.user.pk)
        pages = CursorPagination()
        pages.ordering = ("number",)
        turns_after = self.shown(stamp, after=self.read_number("after", default=0))
        rows = pages.paginate_queryset(turns_after, request)
        results = [_turn_payload(row, stamp) for row in rows]
        return pages.get_paginated_response(results)

    @documented(
        "play_turn",
        body=TurnInput,
        responses={201: shapes.PlayedTurn},
        codes=TURN_CODES,
        example=TURN_EXAMPLE,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Play a turn. The whole turn is done or nothing of it."""
        number, actions = read_turn(request.data)
        played = play_turn(self.user.pk, game_id, number, actions, now=self.now)
        return self.played(played)

    def played(self, played: PlayedTurn) -> Response:
        """Show the turn that was just played, and the game."""
        turn = turn_payload(played.turn, played.game.presenter, shows_how=True)
        answer: shapes.PlayedTurn = {"turn": turn, "game": self.show(played.game)}
        path = f"games/{played.game.pk}/turns?after={played.turn.number - 1}&limit=1"
        # A turn is found in the list of turns: it has no address that is its own alone.
        return self.created(answer, path)


class PlayView(GameApiView):
    """What a player does in a game."""

    scope = "games:play"
    limit = PLAY

    def act(self, game_id: str, name: str) -> Response:
        """Do what is no turn, and show the game."""
        return Response(self.show(acts.do_act(self.user.pk, game_id, name, now=self.now)))


class FormationView(PlayView):
    """Choosing a formation."""

    @documented(
        "save_formation",
        body=FormationInput,
        responses={200: AnyGame},
        codes=[*PLAYING, "formation_locked", "wrong_phase", "illegal_formation", "salt_refused"],
        example={"pieces": examples.PIECES, "ready": True},
        examples={200: examples.FORMATION},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Save my whole formation, and lock it with `ready`."""
        said = self.read_body(FormationInput)
        game = formations.save_formation(
            self.user.pk,
            game_id,
            {"pieces": said["pieces"]},
            ready=said["ready"],
            now=self.now,
            salt=said.get("salt"),
        )
        return Response(self.show(game))


class SaltView(PlayView):
    """Adding a salt."""

    @documented(
        "add_salt",
        body=SaltInput,
        responses={200: AnyGame},
        codes=[*PLAYING, "salt_refused"],
        example={"salt": examples.SALT},
        examples={200: examples.SALTED},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Add my salt to the seed of the rolls: once, and before the first roll."""
        salt = self.read_body(SaltInput)["salt"]
        return Response(self.show(salts.add_salt(self.user.pk, game_id, salt, now=self.now)))


class DrawView(PlayView):
    """Offering a draw and answering the offer."""

    @documented(
        "answer_draw",
        body=DrawInput,
        responses={200: AnyGame},
        codes=[
            *PLAYING,
            "wrong_phase",
            "out_of_game",
            "draw_already_offered",
            "draw_offered_before",
            "no_draw_offer",
        ],
        example={"action": "offer"},
        examples={200: examples.DRAW_OFFERED},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Offer a draw, answer an offer, or take my offer back."""
        answer = ANSWERS[self.read_body(DrawInput)["action"]]
        return Response(self.show(answer(self.user.pk, game_id, now=self.now)))


class ActsView(PlayView):
    """What is done outside a turn."""

    @documented(
        "act_in_game",
        body=ActInput,
        responses={200: AnyGame},
        codes=ACTING,
        example={"name": "resign"},
        examples={200: examples.FINISHED},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Do one of the game's `acts` for my side: resign, claim, abort, leave or return."""
        return self.act(game_id, self.read_body(ActInput)["name"])


class GiveTimeView(PlayView):
    """Giving time to an opponent."""

    @documented(
        "give_time",
        body=GiftInput,
        responses={200: AnyGame},
        codes=("not_a_player", "game_over", "deadline_passed", "out_of_game", "no_time_to_give"),
        example={"hours": 24},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Give time to the player to move: at most 72 hours in one turn."""
        hours = self.read_body(GiftInput)["hours"]
        return Response(self.show(give_time(self.user.pk, game_id, hours, now=self.now)))


class HandOverView(PlayView):
    """Leaving a game of several to a bot."""

    @documented(
        "replace_with_bot",
        body=SubstituteInput,
        responses={200: AnyGame},
        codes=(*PLAYING, "wrong_phase", "out_of_game", "challenge_not_taken"),
        example={"strength": "medium"},
        examples={200: examples.FAMILY},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Replace me with a house bot. The others continue, and I play no more."""
        strength = self.read_body(SubstituteInput)["strength"]
        return Response(
            self.show(hand_over(self.user.pk, game_id, strength=strength, now=self.now))
        )


class HistoryView(PlayedView):
    """Turns and acts together."""

    scope = None

    @documented("list_history", responses={200: shapes.History})
    def get(self, request: Request, game_id: str) -> Response:
        """List what was played and done, first things first: turns, and acts between them."""
        stamp = watching.watch_stamp(game_id, self.now, request.user.pk)
        rows = replay.history_of(list(self.shown(stamp)), list(selectors.acts_shown(stamp)))
        results: list[shapes.HistoryEntry] = [
            {"turn": None, "act": act_payload(row)}
            if isinstance(row, Act)
            else {"turn": _turn_payload(row, stamp), "act": None}
            for row in rows
        ]
        history: shapes.History = {"next": None, "previous": None, "results": results}
        return Response(history)


class GoOnView(ChallengeView):
    """Going on, unrated, from where the other lost on time."""

    scope = "challenges:write"

    @documented(
        "offer_to_continue",
        responses={200: AnyChallenge, 201: AnyChallenge},
        codes=["not_a_player", "not_yours", "wrong_phase", "opponent_gone",
               "too_many_challenges", "too_many_games", "challenge_not_taken",
               "bot_must_be_asked"],
        examples={200: examples.GOING_ON, 201: examples.GOING_ON},
    )  # fmt: skip
    def post(self, request: Request, game_id: str) -> Response:
        """Offer it as the winner, within 14 days; 200 if the offer is already there."""
        offer = rematches.offer_to_go_on(self.user, game_id, now=self.now)
        return self.offered(offer.challenge, is_new=offer.is_new)


class RematchView(ChallengeView):
    """Playing again with sides swapped."""

    scope = "challenges:write"

    @documented(
        "offer_rematch",
        responses={200: AnyChallenge, 201: AnyChallenge},
        codes=["not_a_player", "wrong_phase", "opponent_gone", "too_many_challenges",
               "too_many_games", "too_many_robot_games", "challenge_not_taken",
               "bot_must_be_asked"],
        examples={200: examples.REMATCH, 201: examples.REMATCH},
    )  # fmt: skip
    def post(self, request: Request, game_id: str) -> Response:
        """Offer a rematch, sides swapped; 200 if the offer is already there."""
        rematch = rematches.offer_rematch(self.user, game_id, now=self.now)
        return self.offered(rematch.challenge, is_new=rematch.is_new)
