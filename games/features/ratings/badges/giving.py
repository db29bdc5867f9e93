"""Giving badges: each once to a person, however often and by however many it is tried."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Final

from django.db import transaction
from django.db.models import Max

from games.features.ratings.badges.judging import earned_in
from games.features.ratings.badges.kinds import KEYS
from games.features.ratings.models import Badge, BadgeDue
from games.models import Game
from games.store.records import PLAYED_BY_BOTH

logger = logging.getLogger(__name__)

BATCH: Final = 100


def note_ended(game_ids: Collection[str]) -> None:
    """Note games that have ended, in the transaction that notes it."""
    BadgeDue.objects.bulk_create(
        [BadgeDue(game_id=game_id) for game_id in game_ids], ignore_conflicts=True
    )


def note_ended_without_us() -> None:
    """Note what ended since the newest badge: no one did while this feature was left out.

    A game that was looked at already gives nothing more.
    """
    ended = Game.objects.filter(status=Game.Status.FINISHED, next_turn__gte=PLAYED_BY_BOTH)
    newest = Badge.objects.aggregate(at=Max("at"))["at"]
    if newest is not None:
        ended = ended.filter(finished_at__gte=newest)
    ids = ended.order_by("finished_at", "pk").values_list("pk", flat=True).iterator()
    while some := list(islice(ids, 1000)):
        note_ended(some)


def give_due_badges(limit: int = BATCH) -> int:
    """Give what up to ``limit`` games that have ended are worth; return how many games.

    Two at the same time take different games. One that fails is logged and tried again, after the
    others.
    """
    ids = list(BadgeDue.objects.order_by("tries", "pk").values_list("game_id", flat=True)[:limit])
    return sum(_try(game_id) for game_id in ids)


def _try(game_id: str) -> bool:
    try:
        return give_badges(game_id)
    except Exception:
        logger.exception("the badges of game %s could not be given", game_id)
        due = BadgeDue.objects.filter(game=game_id).first()
        if due is not None:
            due.tries += 1
            due.save(update_fields=["tries"])
        return False


def give_badges(game_id: str) -> bool:
    """Give what a game is worth and forget that it is due; return whether it was."""
    with transaction.atomic():
        due = BadgeDue.objects.select_for_update(skip_locked=True).filter(game=game_id).first()
        if due is None:
            return False
        game = Game.objects.get(pk=game_id)
        found = [_badge(user, key, game) for user, key in earned_in(game, _lacking)]
        Badge.objects.bulk_create(found, ignore_conflicts=True)
        due.delete()
    return True


def _badge(user_id: int, key: str, game: Game) -> Badge:
    """Return a badge that is yet to be stored."""
    assert game.finished_at is not None, "a finished game has an end"
    return Badge(user_id=user_id, badge=key, game=game, at=game.finished_at)


def take_badges(game_id: str) -> int:
    """Take back what a voided game had brought, and return how many badges; others may bring it."""
    return Badge.objects.filter(game=game_id).delete()[0]


def _lacking(user_id: int) -> set[str]:
    return set(KEYS) - set(Badge.objects.filter(user=user_id).values_list("badge", flat=True))


def all_badges() -> Iterator[Badge]:
    """Yield every badge as the games show it, from the first game that ended to the last."""
    had: dict[int, set[str]] = defaultdict(set)
    games = Game.objects.filter(status=Game.Status.FINISHED, next_turn__gte=PLAYED_BY_BOTH)
    for game in games.order_by("finished_at", "pk").iterator(chunk_size=200):
        for user_id, key in list(earned_in(game, lambda user: set(KEYS) - had[user])):
            had[user_id].add(key)
            yield _badge(user_id, key, game)
