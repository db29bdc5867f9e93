"""The public names of games and challenges."""

from __future__ import annotations

import secrets

_ID_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def new_public_id() -> str:
    """Return eight random letters and digits, none easily taken for another."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(8))


def new_secret() -> bytes:
    """Return the default of a column that the first migration knows and a later one removed."""
    return secrets.token_bytes(32)
