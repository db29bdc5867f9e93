"""What a certificate says, and the sum by which it can be checked (law 9.3)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def sum_of(fields: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the fields as canonical JSON: keys sorted, no spaces, UTF-8."""
    signed = {name: value for name, value in fields.items() if name != "sha256"}
    text = json.dumps(signed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
