"""Waiting: who lets live games fall before they begin does not look for others for a while."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from config.http.errors.refusals import Refusal
from config.http.times import utc
from games.features.live.models import LiveRest
from games.models import Act, Game, Player

COUNTED: Final = 10
"""The newest live games of a person that count."""
MOST_DROPPED: Final = 3
"""So many of them may have been aborted, or not have been begun."""
SHORTEST_REST: Final = timedelta(minutes=10)
LONGEST_REST: Final = timedelta(days=1)


def check_may_seek(user: User, now: datetime) -> None:
    """Raise the refusal while someone has to wait before the next live game."""
    until = rest_of(user, now)
    if until is not None:
        words = _("You dropped too many live games. Search again in {minutes} minutes.")
        minutes = -(-int((until - now).total_seconds()) // 60)
        raise Refusal("live_cooldown", words.format(minutes=minutes), until=utc(until))


def rest_of(user: User, now: datetime) -> datetime | None:
    """Return until when someone has to wait, or ``None``; found once per reader."""
    dropped = _dropped(user)
    with transaction.atomic():
        rest = LiveRest.objects.select_for_update().filter(user=user).first()
        if len(dropped) <= MOST_DROPPED:
            if rest is not None and rest.until <= now:
                rest.delete()
            return rest.until if rest is not None and rest.until > now else None
        newest = max(dropped)
        if rest is None or rest.counted_to < newest:
            rest = _longer(user, rest, newest)
    return rest.until if rest.until > now else None


def _longer(user: User, before: LiveRest | None, newest: datetime) -> LiveRest:
    """Return the rest that follows from a game that fell, three times as long as the last."""
    times = before.times if before is not None else 0
    length = min(SHORTEST_REST * 3**times, LONGEST_REST)
    rest, _is_new = LiveRest.objects.update_or_create(
        user=user, defaults={"until": newest + length, "times": times + 1, "counted_to": newest}
    )
    return rest


def _dropped(user: User) -> list[datetime]:
    """Return when those of the newest live games ended that this person let fall."""
    seats = Player.objects.filter(user=user, game__live__isnull=False)
    ended = seats.filter(game__finished_at__isnull=False).order_by("-pk")
    found = []
    for game_id, side, status, at in ended.values_list(
        "game", "side", "game__status", "game__finished_at"
    )[:COUNTED]:
        if status == Game.Status.ABORTED:
            last = Act.objects.filter(game=game_id).order_by("turn", "index").last()
            if last is not None and last.side == side and at is not None:
                found.append(at)
    return found
