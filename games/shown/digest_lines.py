"""What daily and weekly emails say besides; none of it makes an email automatically."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from accounts.models import User
from config.features import Hook

LINES: Final[Hook[Callable[[User, datetime, datetime], Sequence[str]]]] = Hook()
"""Sentences for a person, since when and until when."""
