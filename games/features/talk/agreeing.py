"""Agreeing to talk: each player with each other one, or the game stays closed to it."""

from __future__ import annotations

from datetime import datetime
from itertools import permutations
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from games.features.talk.models import Agreement
from games.models import Block, Friend, Game
from games.play.challenge.rematches import hides_names
from games.play.guards import check_may_speak, seat_of
from games.refusals import Conflict
from games.store import selectors


class Standing(NamedTuple):
    """How far the players of a game have agreed, as one of them may know it."""

    has_agreed: bool
    """Whether the reader has, with all others."""
    others: list[str]
    """The sides of those who have agreed to talk with the reader."""
    heard: list[int]
    """Whose messages the reader sees: those the reader agreed to talk with."""
    is_open: bool
    """Whether everyone has agreed, so that messages can be written."""


NOT_HERE: Final = Standing(False, [], [], False)


def standing_in(game: Game, user_id: int) -> Standing:
    """Return how far the players have agreed. One statement where no one has.

    An agreement counts while the person is no guest, doesn't block the other, and family mode
    doesn't keep the other away. A game that hides names shows none: it would show who plays.
    """
    if not settings.TALK:
        return NOT_HERE
    people = [seat.user_id for seat in game.seats]
    found = set(_in_force().filter(user__in=people, other__in=people).values_list("user", "other"))
    if not found or hides_names(game):
        return NOT_HERE
    others = [seat for seat in game.seats if seat.user_id != user_id]
    heard = [seat.user_id for seat in others if (user_id, seat.user_id) in found]
    return Standing(
        len(heard) == len(others),
        [seat.side for seat in others if (seat.user_id, user_id) in found],
        heard,
        found.issuperset(permutations(people, 2)),
    )


def agree(user: User, game_id: str, *, now: datetime) -> Game:
    """Agree to talk with the other players of a game, in all games with them; again changes
    nothing. Raises the refusals of guests and of those whom a moderator muted, and ``Conflict``.
    """
    game = selectors.find_game(game_id)
    seat_of(game, user.pk)
    if user.is_guest:
        raise not_for_guests()
    check_may_speak(user.pk, now)
    if not settings.TALK:
        raise Conflict(_("This site has quick chat only."), code="talk_closed")
    if hides_names(game):
        raise Conflict(_("You can't talk in a game that hides names."), code="talk_closed")
    rows = [
        Agreement(user=user, other_id=seat.user_id, created_at=now)
        for seat in game.seats
        if seat.user_id != user.pk
    ]
    Agreement.objects.bulk_create(rows, ignore_conflicts=True)
    return game


def stop(user: User, game_id: str) -> Game:
    """Talk no more with the other players of a game, in any game; again changes nothing."""
    game = selectors.find_game(game_id)
    seat_of(game, user.pk)
    others = [seat.user_id for seat in game.seats]
    # A name that is hidden here may be agreed with elsewhere: that stays as it is.
    if not hides_names(game):
        Agreement.objects.filter(user=user, other__in=others).delete()
    return game


def _in_force() -> Any:
    blocks = Block.objects.filter(user=OuterRef("user"), blocked=OuterRef("other"))
    friends = Friend.objects.filter(user=OuterRef("user"), friend=OuterRef("other"))
    return Agreement.objects.filter(
        ~Exists(blocks), Q(user__is_family=False) | Exists(friends), user__guest_since__isnull=True
    )
