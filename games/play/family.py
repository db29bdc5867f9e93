"""Family mode: only friends find an account, see it, challenge it and talk to it.

A game with someone in family mode is private, and stays so when family mode ends: what was played
among friends is not shown to others later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from config.features import Hook
from games.models import Challenge, Game
from games.play.challenge.challenges import cancel_challenge, decline_challenge
from games.refusals import Conflict, Forbidden, NotFound
from games.store.locking import hold_person
from games.store.people import friends_of
from games.store.wakeups import HIDDEN, wake_after_commit

FAMILY_CHECKS: Final[Hook[Callable[[User], None]]] = Hook()
"""Raises a refusal where something public of a person keeps them from family mode."""


def begin_family(user: User, *, now: datetime) -> None:
    """Hide an account and its games from everyone but friends; again changes nothing.

    1. The person is held: a game of theirs begins before, or begins private.
    2. Their games and challenges of before become private.
    3. Open challenges to and from others than friends end.

    Raises a refusal for guests, bots, and where a feature objects.
    """
    if user.is_guest:
        raise not_for_guests()
    if user.is_bot:
        raise Conflict(_("Bots can't use family mode."), code="no_bots")
    with transaction.atomic():
        hold_person(user.pk)
        for check in FAMILY_CHECKS:
            check(user)
        User.objects.filter(pk=user.pk).update(is_family=True)
    user.is_family = True
    games = Game.objects.filter(is_public=True, players__user=user).values("pk")
    # The revision is the ETag: what was kept of a public game is no longer the same.
    Game.objects.filter(pk__in=games).update(is_public=False, revision=F("revision") + 1)
    wake_after_commit([HIDDEN])
    Challenge.objects.filter(challenger=user).update(is_public=False)
    for challenge in _with_strangers(user, now):
        end = cancel_challenge if challenge.challenger_id == user.pk else decline_challenge
        # Answered, or over, a moment ago.
        with suppress(Conflict, Forbidden, NotFound):
            end(user, challenge.pk, now=now)


def end_family(user: User) -> None:
    """Let everyone find an account again; its games of before stay private."""
    User.objects.filter(pk=user.pk).update(is_family=False)
    user.is_family = False


def _with_strangers(user: User, now: datetime) -> Collection[Challenge]:
    """Return the open challenges of a person in which others than friends have a seat or may."""
    friends = friends_of(user.pk).values("friend")
    is_mine = Q(challenger=user) & ~Q(opponent__in=friends) & Q(opponent__robot__isnull=True)
    to_me = (Q(opponent=user) | Q(invitations__user=user)) & ~Q(challenger__in=friends)
    open_ones = Challenge.objects.filter(status=Challenge.Status.OPEN, expires_at__gt=now)
    return open_ones.filter(is_mine | to_me).distinct()
