"""A game of Fun Family Chess as JSON."""

from __future__ import annotations

from typing import Annotated

from games.rules.contract.described import BoardDescription


class FamilyDescription(BoardDescription):
    """Where the game is, and who sits in it how."""

    checks: Annotated[dict[str, str], "The side that said check, by the side of the checked king."]
    presence: Annotated[dict[str, str], "By side: `present`, `away` or `out`."]
    waits_for: Annotated[list[str], "The sides whose return the game waits for; else empty."]
