"""Answers about a game that a client may keep."""

from __future__ import annotations

from config.languages import spoken

KEPT = "public, max-age=86400, immutable"
"""For what never changes under its address."""
_FORM = 3
"""Raised when the same revision of a game is shown in another form."""


def etag_of(*parts: str | int) -> str:
    """Return an ETag of what an answer depends on."""
    if not spoken.is_default():
        # The same answer in another language is another answer.
        parts = (*parts, spoken.current())
    return f'"{_FORM}-{"-".join(str(part) for part in parts)}"'
