"""What players are rated: known to whoever keeps ratings, and to nobody where none are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from config.features import Hook
from games.clock.by_post import ByPost


class Ratings(Protocol):
    """Says what people are rated in a game, where that may be seen."""

    def __call__(
        self, ruleset: str, user_ids: Sequence[int], *, pace: str = ByPost.pace
    ) -> Mapping[int, int]: ...


RATINGS: Final[Hook[Ratings]] = Hook()


def ratings_of(
    ruleset: str, user_ids: Sequence[int], *, pace: str = ByPost.pace
) -> Mapping[int, int]:
    """Return by their ids what these people are rated, those who are; live or by post."""
    found: dict[int, int] = {}
    for ratings in RATINGS:
        found |= ratings(ruleset, user_ids, pace=pace)
    return found
