"""How games on squares end where all their laws say the same; the rest each shows itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.contract import ABORTED, Reason
from games.rules.text import gettext_noop

REPEATED: Final = Reason(
    gettext_noop(" by repetition"), text=gettext_noop("The position occurred too often.")
)
NOT_BEGUN: Final = Reason(
    text=gettext_noop("{loser}'s time ran out before their first move, so no one lost."),
    lost=gettext_noop("Your time ran out before your first move, so no one lost."),
)
"""Who was late before the first move has lost nothing, and the game does not count."""

ENDINGS: Final[Mapping[str, str]] = {
    "checkmate": gettext_noop("{name} wins."),
    "stalemate": gettext_noop("Stalemate. It's a draw."),
    "repetition": gettext_noop("A draw by repetition."),
    "agreement": gettext_noop("A draw by agreement."),
    ABORTED: gettext_noop("The game is aborted and has no result."),
}
