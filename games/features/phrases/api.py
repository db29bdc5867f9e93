"""Phrases: hearing, saying, and not wanting to hear."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import GENERAL, PLAY
from config.http.fields import Input
from config.http.openapi import documented
from config.http.times import utc
from games.api.base import GameApiView
from games.features.phrases import robots, saying, shapes
from games.features.phrases.models import Phrase
from games.features.phrases.words import PHRASES, offered, text_of
from games.models import Game
from games.play.guards import seat_of
from games.rules import registry
from games.store import selectors


class PhraseInput(Input):
    """The message to send."""

    phrase = serializers.ChoiceField(list(PHRASES))
    to = serializers.CharField(
        required=False,
        max_length=20,
        help_text="The side of the player it is for. Everyone at the table hears it. Default: all.",
    )


def phrase_payload(phrase: Phrase) -> shapes.SaidPhrase:
    """Return a phrase in the language that is spoken now."""
    return {
        "side": phrase.side,
        "phrase": phrase.key,
        "text": text_of(phrase.key),
        "to": phrase.to or None,
        "turn": phrase.turn,
        "said_at": utc(phrase.said_at),
    }


def has_goals(game: Game) -> bool:
    """Return whether there is something to praise a shooter for."""
    return registry.find(game.ruleset, game.rules_version).shooting is not None


class PhrasesView(GameApiView):
    """What players say to each other; no one else hears it."""

    scope = {"GET": "games:read", "POST": "games:play"}
    limit = {"GET": GENERAL, "POST": PLAY}

    @documented("list_phrases", responses={200: shapes.Phrases}, codes=("not_a_player",))
    def get(self, request: Request, game_id: str) -> Response:
        """Return, to a player, the messages sent in the game and those that can be sent."""
        game = selectors.find_game(game_id)
        seat_of(game, self.user.pk)
        said = saying.phrases_for(game, self.user)
        now = [one for one in said if one.user_id == self.user.pk and one.turn == game.next_turn]
        phrases: shapes.Phrases = {
            "is_off": not self.user.page.phrases,
            "is_muted": saying.is_muted(game, self.user),
            "left": saying.MOST_A_TURN - len(now),
            "choices": [
                {"phrase": key, "text": text_of(key)}
                for key in offered(has_goals=has_goals(game), seats=len(game.seats))
            ],
            "next": None,
            "previous": None,
            "results": [phrase_payload(one) for one in said],
        }
        return Response(phrases)

    @documented(
        "say_phrase",
        body=PhraseInput,
        responses={201: shapes.SaidPhrase},
        codes=("not_a_player", "too_many_phrases", "phrases_off", "muted"),
        example={"phrase": "well_played"},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Send one of the messages to the other players, at most three per turn.

        At a table of three or four, four of them are for teaming up, and `to` says whom you mean.

        Each gets it in their own language, by the event `phrase.said`, unless they have switched
        messages off or muted the game. You don't see whether they did.
        """
        body = self.read_body(PhraseInput)
        to = body.get("to", "")
        game, phrase = saying.say_phrase(self.user, game_id, body["phrase"], to=to, now=self.now)
        robots.answer(game, phrase, self.now)
        return self.created(phrase_payload(phrase), f"games/{game_id}/phrases")


class MuteView(GameApiView):
    """Not wanting to hear anything in a game."""

    scope = "games:play"

    @documented("mute_phrases", responses={204: None}, codes=("not_a_player",))
    def put(self, request: Request, game_id: str) -> Response:
        """Hear nothing more in this game."""
        saying.mute(self.user, game_id)
        return Response(status=204)

    @documented("unmute_phrases", responses={204: None}, codes=("not_a_player",))
    def delete(self, request: Request, game_id: str) -> Response:
        """Hear again what is said in this game."""
        saying.unmute(self.user, game_id)
        return Response(status=204)
