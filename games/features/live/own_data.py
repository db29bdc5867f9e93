"""What live matches keep of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from accounts.hooks import Part
from accounts.models import User
from games.features.live.models import LivePlayer, LiveRest, Seek

PARTS: Final[tuple[Part, ...]] = ()
LEFT_OUT: Final = {
    "live.Seek": "What live match you look for at the moment; it goes when you stop looking.",
    "live.LiveRest": "How long you wait for your next live match; it goes when that is over.",
    "live.LivePlayer": "Which live match you are in at the moment; it stands in your games.",
}


def forget_live(user: User, now: datetime) -> None:
    """Forget who sits in a live match, in the transaction that deletes the account."""
    for model in (LivePlayer, LiveRest, Seek):
        model.objects.filter(user=user).delete()
