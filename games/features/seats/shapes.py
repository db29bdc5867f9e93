"""An offered seat as JSON."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import Time, like


@like(
    {
        "game": "h4Xk93Qm",
        "side": "gold",
        "offered_by": "alice",
        "agreed": ["white", "silver"],
        "is_open": True,
        "url": "https://example.org/games/h4Xk93Qm/seat/",
        "offered_at": "2026-11-26T14:55:55Z",
    }
)
class OfferedSeat(TypedDict):
    """A vacant seat that is offered to a person."""

    game: str
    side: Annotated[str, "The seat. A bot plays in it until someone takes it."]
    offered_by: Annotated[str, "The player who offers it."]
    agreed: Annotated[list[str], "The sides whose players agree."]
    is_open: Annotated[bool, "Whether all players agree, so that someone can take it."]
    url: Annotated[str, "The link for a friend."]
    offered_at: Annotated[Time, "When it was offered."]
