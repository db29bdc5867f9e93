"""What live matches keep of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from accounts.hooks import Part
from accounts.models import User
from games.live.models import LivePlayer

PARTS: Final[tuple[Part, ...]] = ()
LEFT_OUT: Final = {
    "live.LivePlayer": "Which live match you are in at the moment; it stands in your games.",
}


def forget_live(user: User, now: datetime) -> None:
    """Forget who sits in a live match, in the transaction that deletes the account."""
    LivePlayer.objects.filter(user=user).delete()
