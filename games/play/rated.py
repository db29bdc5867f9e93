"""What players are rated: known to whoever keeps ratings, and to nobody where none are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from config.features import Hook


class Ratings(Protocol):
    """Says what people are rated in a game, where that may be seen."""

    def __call__(
        self, ruleset: str, user_ids: Sequence[int], *, is_live: bool = False
    ) -> Mapping[int, int]: ...


RATINGS: Final[Hook[Ratings]] = Hook()


def ratings_of(
    ruleset: str, user_ids: Sequence[int], *, is_live: bool = False
) -> Mapping[int, int]:
    """Return by their ids what these people are rated, those who are; live or by post."""
    found: dict[int, int] = {}
    for ratings in RATINGS:
        found |= ratings(ruleset, user_ids, is_live=is_live)
    return found
