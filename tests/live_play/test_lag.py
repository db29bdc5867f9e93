"""The network of a player in a live game: measured by the server, believed within bounds."""

from __future__ import annotations

from typing import Any

from games.clock import lag
from games.clock.lag import LONGEST_LAG_MS, blend, lag_ms, note_lag
from games.models.identifiers import new_public_id
from games.store.wakeups import redis_client


def test_the_average_follows_slowly_and_within_bounds() -> None:
    assert blend(None, 300) == 300
    assert blend(300, 400) == 310
    assert blend(300, -50) == 270
    assert blend(300, 3_600_000) == 300 + 0.1 * (LONGEST_LAG_MS - 300)
    assert blend(None, 3_600_000) == LONGEST_LAG_MS


def test_each_number_counts_once_and_never_backwards() -> None:
    game, user = new_public_id(), 7
    assert lag_ms(game, user) == 0
    note_lag(game, user, 1000, 300)
    assert lag_ms(game, user) == 300

    for stale in (1000, 999, 1):
        note_lag(game, user, stale, 3000)
    assert lag_ms(game, user) == 300
    # Anyone who slept says nothing of their network; nor does a number from the future.
    note_lag(game, user, 2000, 300_000)
    note_lag(game, user, 2000, -300_000)
    assert lag_ms(game, user) == 300
    note_lag(game, user, 2000, 400)
    assert lag_ms(game, user) == 310
    assert lag_ms(game, user + 1) == 0
    assert 0 < redis_client().ttl(f"chess-eleven:lag:{game}:{user}") <= lag.KEPT_FOR


def test_without_redis_no_one_is_slow(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"
    note_lag("h4Xk93Qm", 7, 1000, 300)
    assert lag_ms("h4Xk93Qm", 7) == 0
