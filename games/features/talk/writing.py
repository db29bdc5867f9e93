"""Writing a message: 30 a day in a game at most, where everyone has agreed to talk."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.limits import count_of_person
from accounts.models import User
from games.features.talk import happened
from games.features.talk.agreeing import Standing, standing_in
from games.features.talk.models import LONGEST, MOST_A_DAY, Message
from games.models import Game
from games.models.querysets import Seat
from games.play.guards import check_may_speak, seat_of
from games.refusals import Conflict, Invalid
from games.shown.talk import Said
from games.store import selectors
from games.store.outbox import record_for_players

_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co")
_JOINERS: Final = ("\u200c", "\u200d")
"""Some scripts and many emoji are written with these."""


def write(user: User, game_id: str, text: str, *, now: datetime) -> Message:
    """Write a message to the other players of a game and return it.

    The game is not locked, for a turn must not wait for talk: that no one writes more than 30 a
    day is held by a constraint. Raises ``NotFound``, ``Forbidden``, ``Invalid``, ``Conflict``, and
    the refusal of more than a person may write in a while.
    """
    game = selectors.find_game(game_id)
    seat = seat_of(game, user.pk)
    check_may_speak(user.pk, now)
    if not standing_in(game, user.pk).is_open:
        raise Conflict(
            _("You can write once everyone in this game has agreed to talk."), code="talk_closed"
        )
    line = plain(text)
    if not line:
        raise Invalid(_("Write something."), field="text", code="blank")
    if len(line) > LONGEST:
        raise Invalid(
            _("Write {most} characters or less.").format(most=LONGEST),
            field="text",
            code="too_long",
        )
    count_of_person(user.pk, "talk")
    return _keep(game, seat, line, now)


def _keep(game: Game, seat: Seat, line: str, now: datetime) -> Message:
    day = now.astimezone(UTC).date()
    today = Message.objects.filter(game=game, user=seat.user_id, day=day)
    while (said := today.count()) < MOST_A_DAY:
        try:
            with transaction.atomic():
                message = Message.objects.create(
                    game=game,
                    user_id=seat.user_id,
                    side=seat.side,
                    turn=game.next_turn,
                    day=day,
                    place=said,
                    text=line,
                    said_at=now,
                )
                # Without the text: events are kept, repeated and sent on to webhooks.
                own: happened.OwnTalk = {
                    "side": seat.side,
                    "message": str(message.pk),
                    "turn": game.next_turn,
                }
                everyone = [one.user_id for one in game.seats]
                record_for_players(game, happened.TALK(now, everyone, own))
        except IntegrityError:
            continue  # Another one took this place at the same moment.
        return message
    raise Conflict(
        _("You can write {most} messages a day in a game. Continue tomorrow.").format(
            most=MOST_A_DAY
        ),
        code="too_many_messages",
    )


def plain(text: str) -> str:
    """Return a text as one line, without signs that are not seen or turn the writing round."""
    normal = unicodedata.normalize("NFC", text)
    return " ".join("".join(one if _is_seen(one) else " " for one in normal).split())


def _is_seen(sign: str) -> bool:
    return sign in _JOINERS or unicodedata.category(sign) not in _UNSEEN


def messages_for(game: Game, user: User, standing: Standing) -> QuerySet[Message]:
    """Return what a player of a game has written there, and read: of those they agreed to hear."""
    return Message.objects.filter(Q(user=user) | Q(user__in=standing.heard), game=game)


def left_today(game: Game, user: User, now: datetime) -> int:
    """Return how many messages this player may still write today."""
    day = now.astimezone(UTC).date()
    return MOST_A_DAY - Message.objects.filter(game=game, user=user, day=day).count()


def said_in(game: Game, most: int) -> list[Said]:
    """Return the newest messages of a game, as moderators see them."""
    names = {seat.side: seat.called for seat in game.seats}
    found = Message.objects.filter(game=game).order_by("-said_at", "-pk")[:most]
    return [Said(names.get(one.side, one.side), one.text, one.said_at) for one in found]
