"""What becomes of the games of someone whose account is deleted.

The account is gone in one short transaction. What follows is as long as the list of their games
and is done in small ones: it may stop at any place, be begun again from the start, and run beside
itself.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F

from accounts.models import User
from games.models import Challenge, Game, Inbox, InboxEntry, Player
from games.play.acts import resign
from games.play.challenge.ends import leave_challenges
from games.refusals import Conflict
from games.store.names import games_with_old_name, rename_in_events
from games.store.records import forget_sums

logger = logging.getLogger(__name__)

BATCH: Final = 200
_GAMES: Final = 20
"""Games of a guest that are deleted at a time, each with all its turns and events."""
_ENTRIES: Final = 5000
"""Entries of an inbox that are deleted at a time."""


def clear_games(user: User, now: datetime, until: float) -> bool:
    """Resign the open games and leave a nameless seat in those that were played.

    ``user`` has the nameless name already, and no game of theirs begins any more. Returns whether
    all is done; continues until ``time.monotonic()`` is ``until``.
    """
    with transaction.atomic():
        leave_challenges(user.pk, now=now)
    for game_id in _open_games(user):
        _leave(user, game_id, now)
        if time.monotonic() > until:
            return False
    while game_ids := games_with_old_name(user, BATCH):
        _take_name_off(user, game_ids)
        if time.monotonic() > until:
            return False
    while user.is_guest and not _delete_games_with_robots(user):
        if time.monotonic() > until:
            return False
    mine = InboxEntry.objects.filter(user=user).values_list("pk", flat=True)
    while entries := list(mine[:_ENTRIES]):
        InboxEntry.objects.filter(pk__in=entries).delete()
        if time.monotonic() > until:
            return False
    if user.is_guest:
        _close_inbox(user)
    forget_sums(user.pk)
    return True


def _close_inbox(user: User) -> None:
    """Delete the inbox of a guest, whose row may be deleted next, with what came in last.

    Entries are only written under the lock of the inbox, and another one needs the person's row:
    so no entry is left of someone who is gone. What is moved to the archive at that moment is found
    there at the second look.
    """
    with transaction.atomic():
        list(Inbox.objects.select_for_update().filter(user=user))
        while InboxEntry.objects.filter(user=user).exists():
            InboxEntry.objects.filter(user=user).delete()
        Inbox.objects.filter(user=user).delete()


def show_new_name(user: User, now: datetime) -> None:
    """Let the games of a guest who has taken a name say it, to those who know their ETags too."""
    while game_ids := games_with_old_name(user, BATCH):
        _take_name_off(user, game_ids)


def _delete_games_with_robots(user: User) -> bool:
    """Delete some games that a guest played with bots alone; return whether none is left."""
    seats = Player.objects.exclude(user=user).filter(user__robot__isnull=True)
    alone = Game.objects.of_player(user.pk).exclude(pk__in=seats.values("game_id"))
    game_ids = list(alone.values_list("pk", flat=True)[:_GAMES])
    if game_ids:
        with transaction.atomic():
            list(Game.objects.filter(pk__in=game_ids).order_by("pk").select_for_update())
            Challenge.objects.filter(game__in=game_ids).delete()
            Game.objects.filter(pk__in=game_ids).delete()
    return len(game_ids) < _GAMES


def _open_games(user: User) -> Iterator[str]:
    last = ""
    games = Game.objects.of_player(user.pk).filter(status__in=Game.ACTIVE).order_by("pk")
    while found := list(games.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        yield from found
        last = found[-1]


def _leave(user: User, game_id: str, now: datetime) -> None:
    try:
        resign(user.pk, game_id, now=now)
    except Conflict:
        pass  # It ended in the meantime, which serves as well.
    except (OperationalError, InterfaceError):
        raise  # The database is away or busy; that is no game's fault.
    except Exception:
        # The deadline will end it, or the operator.
        logger.exception("game %s could not be left", game_id)


def _take_name_off(user: User, game_ids: list[str]) -> None:
    """Let these games show the nameless name, to those who know their ETags too."""
    with transaction.atomic():
        games = Game.objects.filter(pk__in=game_ids)
        list(games.order_by("pk").select_for_update().values_list("pk", flat=True))
        rename_in_events(user, game_ids)
        games.update(revision=F("revision") + 1)
