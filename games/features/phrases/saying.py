"""Saying a phrase: three a turn at most, to those of the others who want to hear it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.phrases import happened
from games.features.phrases.models import Mute, Phrase
from games.features.phrases.words import OF_TABLES, text_of
from games.models import Block, Friend, Game
from games.models.querysets import Seat
from games.play.guards import check_may_speak, seat_of
from games.refusals import Conflict, Invalid
from games.shown.talk import Said
from games.store import selectors
from games.store.outbox import record_for_players
from games.store.people import not_shown_to

MOST_A_TURN: Final = 3
_SHOWN: Final = 50
"""The newest of a game that are listed."""


def say_phrase(
    user: User, game_id: str, key: str, *, to: str = "", now: datetime
) -> tuple[Game, Phrase]:
    """Say a phrase to the other players, or to one of them while all hear it, and return it.

    The game is not locked, for a turn must not wait for talk: that no one says more than three is
    held by a constraint. Raises ``NotFound``, ``Forbidden``, ``Invalid`` and ``Conflict``.
    """
    game = selectors.find_game(game_id)
    seat = seat_of(game, user.pk)
    check_may_speak(user.pk, now)
    if not user.page.phrases:
        raise Conflict(_("Quick chat is off. Turn it on in your settings."), code="phrases_off")
    if key in OF_TABLES and len(game.seats) < 3:
        detail = _("You can team up only in a game of three or four.")
        raise Invalid(detail, field="phrase", code="unknown_choice")
    if to and to not in [one.side for one in game.seats if one != seat]:
        detail = _("Choose the side of another player.")
        raise Invalid(detail, field="to", code="unknown_choice")
    return game, say_as(game, seat, key, now, to=to)


def say_as(game: Game, seat: Seat, key: str, now: datetime, *, to: str = "") -> Phrase:
    """Say a phrase from a seat and return it; raises ``Conflict`` for one too many."""
    phrases = Phrase.objects.filter(game=game, user=seat.user_id, turn=game.next_turn)
    while (said := phrases.count()) < MOST_A_TURN:
        try:
            with transaction.atomic():
                phrase = Phrase.objects.create(
                    game=game,
                    user_id=seat.user_id,
                    side=seat.side,
                    turn=game.next_turn,
                    place=said,
                    key=key,
                    to=to,
                    said_at=now,
                )
                own: happened.OwnPhrase = {
                    "side": seat.side,
                    "phrase": key,
                    "turn": game.next_turn,
                }
                if to:
                    own["to"] = to
                receivers = [seat.user_id, *hearers(game, seat)]
                record_for_players(game, happened.PHRASE_SAID(now, receivers, own))
        except IntegrityError:
            continue  # Another one took this place at the same moment.
        return phrase
    raise Conflict(
        _("You can send {most} messages per turn. Wait for the next one.").format(most=MOST_A_TURN),
        code="too_many_phrases",
    )


def hearers(game: Game, seat: Seat) -> list[int]:
    """Return who of the others hears what is said from a seat."""
    others = [one.user_id for one in game.seats if one.user_id != seat.user_id]
    deaf = set(Mute.objects.filter(game=game).values_list("user_id", flat=True))
    blocking = Block.objects.filter(user__in=others, blocked=seat.user_id)
    deaf |= set(blocking.values_list("user_id", flat=True))
    if not seat.is_bot:
        families = User.objects.filter(not_shown_to(seat.user_id), pk__in=others)
        deaf |= set(families.values_list("pk", flat=True))
    people = User.objects.filter(pk__in=others, deleted_at__isnull=True)
    return [one.pk for one in people if one.pk not in deaf and one.page.phrases]


def phrases_for(game: Game, user: User) -> list[Phrase]:
    """Return what a player of a game has said and heard there, oldest first."""
    found = Phrase.objects.filter(game=game).order_by("-said_at", "-pk")
    if not user.page.phrases or is_muted(game, user):
        found = found.filter(user=user)
    else:
        blocked = Block.objects.filter(user=user).values("blocked")
        found = found.exclude(user__in=blocked)
        if user.is_family:
            friends = Friend.objects.filter(user=user).values("friend")
            is_heard = Q(user=user) | Q(user__in=friends) | Q(user__robot__isnull=False)
            found = found.filter(is_heard)
    return list(found[:_SHOWN])[::-1]


def said_in(game: Game, most: int) -> list[Said]:
    """Return the newest messages of a game, as moderators see them."""
    names = {seat.side: seat.called for seat in game.seats}
    found = Phrase.objects.filter(game=game).order_by("-said_at", "-pk")[:most]
    return [
        Said(names.get(one.side, one.side), text_of(one.key), one.said_at, names.get(one.to, ""))
        for one in found
    ]


def is_muted(game: Game, user: User) -> bool:
    """Return whether someone wants to hear nothing in this game."""
    return Mute.objects.filter(game=game, user=user).exists()


def mute(user: User, game_id: str) -> None:
    """Hear nothing more in a game; again changes nothing."""
    game = selectors.find_game(game_id)
    seat_of(game, user.pk)
    Mute.objects.bulk_create([Mute(game=game, user=user)], ignore_conflicts=True)


def unmute(user: User, game_id: str) -> None:
    """Hear again what is said in a game; again changes nothing."""
    game = selectors.find_game(game_id)
    seat_of(game, user.pk)
    Mute.objects.filter(game=game, user=user).delete()
