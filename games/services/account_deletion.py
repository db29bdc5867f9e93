"""What becomes of the games of somebody whose account is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db import connection
from django.db.models import F, Q

from accounts.models import User
from games.events import EventType
from games.models import Block, Game, InboxEntry, Player, Preset
from games.services.resignations import leave_everything

# The name stands nowhere else: everything but this event is told from the account itself.
_RENAME_IN_EVENTS = """
    UPDATE games_gameevent event
    SET data = jsonb_set(event.data, ARRAY['players', seat.side], to_jsonb(%s::text))
    FROM games_player seat
    WHERE seat.user_id = %s AND event.game_id = seat.game_id AND event.type = %s
        AND event.data -> 'players' ? seat.side
"""


def leave_games(user: User, now: datetime) -> None:
    """Resign the open games and leave a nameless seat in those that were played.

    ``user`` bears the nameless name already.
    """
    _lock_games(user)
    leave_everything(user.pk, now=now)
    with connection.cursor() as cursor:
        cursor.execute(_RENAME_IN_EVENTS, [user.username, user.pk, EventType.GAME_STARTED.value])
    Preset.objects.filter(user=user).delete()
    Block.objects.filter(Q(user=user) | Q(blocked=user)).delete()
    InboxEntry.objects.filter(user=user).delete()
    # Every game shows another name now: no client goes on showing the old one by its ETag.
    Game.objects.filter(players__user=user).update(revision=F("revision") + 1)


def _lock_games(user: User) -> None:
    """Lock every game of theirs before anything is written.

    All this is one transaction. A game locked only after the inboxes, which the first resignation
    locks, could be held by a turn that waits for one of these inboxes.
    """
    games = Game.objects.filter(pk__in=Player.objects.filter(user=user).values("game"))
    list(games.order_by("pk").select_for_update().values_list("pk", flat=True))
