"""Talk in a game: reading, writing, and agreeing to it."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import GENERAL, PLAY
from config.http.fields import Input, StrictText
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from config.http.times import utc
from games.api.base import GameApiView
from games.features.talk import agreeing, shapes, writing
from games.features.talk.models import LONGEST, Message
from games.play.guards import seat_of
from games.store import selectors


class TalkInput(Input):
    """The message to write."""

    text = StrictText(max_length=LONGEST, help_text="Becomes one line of plain text.")


def message_payload(message: Message) -> shapes.TalkMessage:
    """Return a message, to a player who may read it."""
    return {
        "id": str(message.pk),
        "side": message.side,
        "text": message.text,
        "turn": message.turn,
        "said_at": utc(message.said_at),
    }


class TalkView(GameApiView):
    """What players write to each other; no one else reads it."""

    scope = {"GET": "games:read", "POST": "games:play"}
    limit = {"GET": GENERAL, "POST": PLAY}

    @documented("get_talk", responses={200: shapes.Talk}, query=PAGE, codes=("not_a_player",))
    def get(self, request: Request, game_id: str) -> Response:
        """Return, to a player, the messages of the game and who has agreed to talk.

        You see your own messages, and those of players you agreed to talk with.
        """
        game = selectors.find_game(game_id)
        seat_of(game, self.user.pk)
        standing = agreeing.standing_in(game, self.user.pk)
        pages = CursorPagination()
        rows = writing.messages_for(game, self.user, standing)
        shown = pages.paginate_queryset(rows.order_by("-pk"), request)
        talk: shapes.Talk = {
            "is_open": standing.is_open,
            "has_agreed": standing.has_agreed,
            "agreed": standing.others,
            "left": writing.left_today(game, self.user, self.now) if standing.is_open else 0,
            "next": pages.next,
            "previous": pages.previous,
            "results": [message_payload(row) for row in shown],
        }
        return Response(talk)

    @documented(
        "write_message",
        body=TalkInput,
        responses={201: shapes.TalkMessage},
        codes=("not_a_player", "talk_closed", "too_many_messages", "muted"),
        example={"text": "What a game!"},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Write a message to the other players, at most 30 a day in a game.

        Everyone in the game must have agreed to talk with everyone else. The others get the event
        `talk`, which has the id without the text.
        """
        text = self.read_body(TalkInput)["text"]
        message = writing.write(self.user, game_id, text, now=self.now)
        return self.created(message_payload(message), f"games/{game_id}/talk")


class AgreementView(GameApiView):
    """Agreeing to talk with the others in a game."""

    scope = "games:play"

    @documented(
        "agree_to_talk",
        responses={204: None},
        codes=("not_a_player", "guest_account", "talk_closed", "muted"),
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Agree to talk with the other players of this game, in all games with them.

        They see that you agreed. You can write once each has agreed with each other one.
        """
        agreeing.agree(self.user, game_id, now=self.now)
        return Response(status=204)

    @documented("stop_talking", responses={204: None}, codes=("not_a_player",))
    def delete(self, request: Request, game_id: str) -> Response:
        """Talk no more with the other players of this game, in any game."""
        agreeing.stop(self.user, game_id)
        return Response(status=204)
