"""What live matches keep of a person."""

from __future__ import annotations

from typing import Final

from accounts.kept import left_out

TABLE: Final = {
    "live.Seek": left_out(
        "What live match you look for at the moment; it goes when you stop looking."
    ),
    "live.LiveRest": left_out(
        "How long you wait for your next live match; it goes when that is over."
    ),
    "live.LivePlayer": left_out(
        "Which live match you are in at the moment; it stands in your games."
    ),
}
