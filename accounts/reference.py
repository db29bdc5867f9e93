"""What accounts add to the developers' pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts import idempotency, page_limits
from accounts.credentials import DANGEROUS, SCOPE_WORDS


def reference() -> Mapping[str, Any]:
    """Return what the pages show of scopes, of the cost of a request and of repeats."""
    return {
        "scopes": [(name, words, name in DANGEROUS) for name, words in SCOPE_WORDS.items()],
        "cost": {
            "page": page_limits.USUAL,
            "form": page_limits.WRITING,
            "most": page_limits.LONG,
        },
        "most": {"answers": idempotency.MOST_KEPT},
    }
