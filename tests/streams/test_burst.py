"""Many streams of one person in a burst: the bound holds while old ones are still ending."""

from __future__ import annotations

import asyncio

from django.test import RequestFactory

from games.streams.frames import Form
from games.streams.hub import MOST_OF_ONE, Hub
from games.streams.negotiation import Beginning

MINE = Beginning("game:1", Form.SSE, 0, 0, owner="user:1", is_authenticated=True)


def test_each_stream_beyond_the_bound_ends_another() -> None:
    async def burst() -> None:
        hub, request = Hub(), RequestFactory().get("/")
        streams = [hub._join(MINE, request) for _ in range(2 * MOST_OF_ONE)]

        # None of them has had a moment to end.
        staying = [number for number, one in enumerate(streams) if not one.is_ending]
        assert staying == list(range(MOST_OF_ONE, 2 * MOST_OF_ONE))
        assert not hub.has_room_for(MINE)

        late = hub._join(MINE, request)
        assert late.is_ending, "one that slipped in all the same ends at once"
        assert sum(not one.is_ending for one in (*streams, late)) == MOST_OF_ONE

        for one in (*streams, late):
            hub._leave(one)
        assert hub.has_room_for(MINE)

    asyncio.run(burst())
