"""Whom people do not want to be challenged by."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Block, Challenge, Invitation
from games.play.challenge.challenges import decline_challenge
from games.refusals import Conflict, Invalid
from games.store.people import find_player

MOST: Final = 1000
"""People whom one person blocks."""


def block(user: User, username: str, *, now: datetime) -> Block:
    """Return the block of this person, new or as it was; what they have asked is declined,
    and seats of their challenges are left.

    Running games continue. Raises ``NotFound``, ``Invalid`` and ``Conflict``.
    """
    blocked = find_player(username, viewer=user.pk)
    if blocked.pk == user.pk:
        raise Invalid(_("You can't block yourself."), field="username", code="self")
    with transaction.atomic():
        known = Block.objects.filter(user=user, blocked=blocked).first()
        if known is None:
            if Block.objects.filter(user=user).count() >= MOST:
                raise Conflict(
                    _("You've blocked {most} players. Unblock someone first.").format(most=MOST),
                    code="too_many_blocks",
                )
            known, _rest = Block.objects.get_or_create(
                user=user, blocked=blocked, defaults={"created_at": now}
            )
    seats = Invitation.objects.filter(user=user).values("challenge")
    asked = Challenge.objects.filter(
        Q(opponent=user) | Q(pk__in=seats),
        challenger=blocked,
        status=Challenge.Status.OPEN,
        expires_at__gt=now,
    )
    for challenge_id in list(asked.values_list("pk", flat=True)):
        try:
            decline_challenge(user, challenge_id, now=now)
        except Conflict:
            continue  # It was cancelled, or its time was over, a moment ago.
    return known


def unblock(user: User, username: str) -> bool:
    """Let this person challenge again; return whether they were blocked."""
    return bool(Block.objects.filter(user=user, blocked__username__iexact=username).delete()[0])
