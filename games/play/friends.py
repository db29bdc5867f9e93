"""Friends: one-sided, and shown to nobody but the person who has them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Friend
from games.refusals import Conflict, Invalid, NotFound
from games.store.locking import hold_person
from games.store.people import find_player
from games.store.wakeups import HIDDEN, wake_after_commit

MOST: Final = 500
"""Friends of one person."""


def befriend(user: User, username: str, *, now: datetime) -> Friend:
    """Return this friend, new or as it was; the friend is not notified.

    Raises ``NotFound``, ``Invalid`` and ``Conflict``.
    """
    friend = find_player(username, viewer=user.pk)
    if friend.pk == user.pk:
        raise Invalid(_("You can't add yourself."), field="username", code="self")
    if friend.deleted_at is not None or friend.is_guest or not friend.is_active:
        raise NotFound(_("This player doesn't exist."))
    with transaction.atomic():
        # Held, so that no two at the same time go beyond the bound.
        hold_person(user.pk)
        known = Friend.objects.filter(user=user, friend=friend).first()
        if known is None:
            if Friend.objects.filter(user=user).count() >= MOST:
                raise Conflict(
                    _("You have {most} friends. Remove someone first.").format(most=MOST),
                    code="too_many_friends",
                )
            known = Friend.objects.create(user=user, friend=friend, created_at=now)
    return known


def unfriend(user: User, username: str) -> bool:
    """Remove a friend; return whether there was one. Running games continue."""
    removed = bool(Friend.objects.filter(user=user, friend__username__iexact=username).delete()[0])
    if removed and user.is_family:
        wake_after_commit([HIDDEN])
    return removed
