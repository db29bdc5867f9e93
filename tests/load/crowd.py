"""All players of an evening: their accounts, their games, and what they were promised."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tests.load.figures import Figures
from tests.load.players import PASSWORD, Evening, Player, Promises, opponents_of
from tests.load.wire import Wire

LISTENING = 2
"""One in so many follows a stream; the others look every now and then."""
GAMES_EACH = 2
"""How many people each player challenges; as many challenge them."""


def make_people(count: int, prefix: str = "player") -> list[str]:
    """Write so many people with verified addresses and one password; return their names.

    Registration is not part of the evening. Django must be set up.
    """
    from allauth.account.models import EmailAddress
    from django.contrib.auth.hashers import make_password

    from accounts.models import User

    password = make_password(PASSWORD)
    names = [f"{prefix}{number}" for number in range(count)]
    users = User.objects.bulk_create(
        User(username=name, email=f"{name}@example.org", password=password) for name in names
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    return names


class Crowd:
    """Players who come, play at their own pace, and go."""

    def __init__(self, ports: Sequence[int], names: Sequence[str], pause: float) -> None:
        self.figures = Figures()
        self.evening = Evening(pause)
        self.players = [
            Player(
                name,
                opponents_of(number, names, GAMES_EACH),
                self.evening,
                Wire(ports, number, self.figures),
                streams=number % LISTENING == 0,
            )
            for number, name in enumerate(names)
        ]
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def promises(self) -> Promises:
        return self.evening.promises

    def come(self) -> None:
        """Let everyone begin."""
        self._tasks = [asyncio.create_task(player.spend_evening()) for player in self.players]

    async def go(self, last_words: float = 6.0) -> None:
        """Let everyone finish what they do, and hear on the streams what followed from it."""
        self.evening.over.set()
        await asyncio.gather(*self._tasks)
        await asyncio.sleep(last_words)
        listening = [player.listening for player in self.players if player.listening]
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
