"""Alice and bob play; charlie attacks."""

from tests.games.conftest import (  # noqa: F401
    alice,
    arranging,
    bob,
    charlie,
    client_of,
    game,
    now,
)
