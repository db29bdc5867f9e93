"""One at a time: whoever changes a game holds its row until the commit."""

from __future__ import annotations

from django.db import connection

from games.models import Challenge, Game
from games.refusals import NotFound


def is_public_id(text: str) -> bool:
    """Return whether this could be the id of a game or a challenge at all."""
    return len(text) == 8 and text.isascii() and text.isalnum()


def lock_game(game_id: str) -> Game:
    """Return the game with its seats, locked until the transaction ends.

    Raises ``NotFound``. Locks are taken in one order everywhere, challenge, game, inboxes by
    user, so that no two transactions wait for each other.
    """
    assert connection.in_atomic_block, "a lock outlives its statement only in a transaction"
    # Without the seats, which are read by a statement of their own: one that has waited for the
    # lock sees the game as it is now, but all other rows as they were when it began to wait.
    game = (
        Game.objects.select_for_update().filter(pk=game_id).first()
        if is_public_id(game_id)
        else None
    )
    if game is None:
        raise NotFound("There is no such game.")
    game.seats  # noqa: B018 (read now)
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
        raise NotFound("There is no such challenge.")
    return challenge
