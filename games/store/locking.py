"""One at a time: anyone who changes a game holds its row until the commit.

Locks are taken in one order everywhere, so that no two transactions wait for each other: people,
challenge, game, inboxes; and of several of a kind, by id.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db import connection
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Challenge, Game
from games.refusals import NotFound
from games.store.read import read_game_locked


def is_public_id(text: str) -> bool:
    """Return whether this could be the id of a game or a challenge at all."""
    return len(text) == 8 and text.isascii() and text.isalnum()


def hold_people(user_ids: Iterable[int]) -> frozenset[int]:
    """Return which of these people have an account; they keep it until the transaction ends.

    Anyone who leaves resigns every game; one that begins at that moment would be overlooked.
    """
    assert connection.in_atomic_block, "a lock outlives its statement only in a transaction"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM accounts_user WHERE id = ANY(%s) AND deleted_at IS NULL"
            " ORDER BY id FOR SHARE",
            [list(user_ids)],
        )
        return frozenset(user_id for (user_id,) in cursor.fetchall())


def hold_person(user_id: int) -> None:
    """Let no one else hold this person until the transaction ends: what is counted stays so.

    No game of theirs begins meanwhile (``hold_people``).
    """
    assert connection.in_atomic_block, "a lock outlives its statement only in a transaction"
    User.objects.select_for_update(no_key=True).values_list("pk").get(pk=user_id)


_POOL: Final = 1_164_001


def hold_pool() -> None:
    """Wait until no one else pairs those who look for a game; held until the transaction ends.

    It comes before all other locks.
    """
    assert connection.in_atomic_block, "a lock outlives its statement only in a transaction"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_POOL])


def try_hold_pool() -> bool:
    """Hold the pool as ``hold_pool`` does, without waiting; return whether it is held."""
    assert connection.in_atomic_block, "a lock outlives its statement only in a transaction"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_POOL])
        return bool(cursor.fetchone()[0])


def lock_game(game_id: str) -> Game:
    """Return the game with its seats, locked until the transaction ends.

    Raises ``NotFound``.
    """
    assert connection.in_atomic_block, "a lock outlives its statement only in a transaction"
    game = read_game_locked(game_id) if is_public_id(game_id) else None
    if game is None:
        raise NotFound(_("This game doesn't exist."))
    return game


def lock_challenge(challenge_id: str) -> Challenge:
    """Return the challenge, locked until the transaction ends; raises ``NotFound``."""
    assert connection.in_atomic_block, "a lock outlives its statement only in a transaction"
    challenge = (
        Challenge.objects.select_for_update(of=("self",))
        .select_related("challenger", "opponent")
        .filter(pk=challenge_id)
        .first()
        if is_public_id(challenge_id)
        else None
    )
    if challenge is None:
        raise NotFound(_("This challenge doesn't exist."))
    return challenge
