"""Opening what lasts: a few at a time, and readers in turn.

A stream holds no thread of those that answer calls. But its first moments cost as much as a call
does, in a thread made for it; many that are opened together would hold up all turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from config.http.fair_queue import Crowded, FairQueue, Waiting
from config.http.readers import Readers, address_in
from config.http.thread_pool import busy, send_answer

AT_A_TIME: Final = 2
"""So many are being opened; one reader has one of them."""


class Openings:
    """An ASGI application in front of one whose answers last, of which few begin at a time."""

    def __init__(self, app: Callable[[Any, Any, Any], Awaitable[None]], readers: Readers) -> None:
        self.app = app
        self.waiting = FairQueue(AT_A_TIME)
        self._opening: set[Waiting] = set()
        self._readers = readers

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Open one when it is its reader's turn; with 503 where too many wait already."""
        account = self._readers.account_of(scope)
        reader = address_in(scope) if account is None else f"user:{account}"
        try:
            waiting = self.waiting.put(_nothing, reader)
        except Crowded:
            await send_answer(send, busy(scope))
            return

        async def passed_on(message: Any) -> None:
            # Its head is ready, and what it cost is done.
            self._end(waiting)
            await send(message)

        self._let_in()
        try:
            await asyncio.wrap_future(waiting.future)
            await self.app(scope, receive, passed_on)
        except Crowded:
            await send_answer(send, busy(scope))
        finally:
            self.waiting.take_back(waiting)
            self._end(waiting)

    def _let_in(self) -> None:
        while waiting := self.waiting.take():
            self._opening.add(waiting)
            waiting.future.set_result(None)

    def _end(self, waiting: Waiting) -> None:
        if waiting in self._opening:
            self._opening.remove(waiting)
            self.waiting.done(waiting)
            self._let_in()


def _nothing() -> None:
    pass
