"""Names and other lines that people type and that others read on paper, in emails and calendars."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import override

_NO_TEXT: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of all that follows: what is around a name, too."""


def one_line(text: str) -> None:
    """Raise ``ValidationError`` for what is no line of text.

    A line break in a name would end the subject of an email, and XML has no control characters.
    """
    if any(unicodedata.category(sign) in _NO_TEXT or sign in _TURNING for sign in text):
        raise ValidationError(
            _("Enter one line of text without control characters."), code="not_allowed"
        )


def usual_name(username: str, *, is_league: bool) -> str:
    """Return what a competition among friends is called whose organiser names none."""
    words = _("{name}'s league") if is_league else _("{name}'s cup")
    return words.format(name=username)


def is_usual_name(name: str, username: str) -> bool:
    """Return whether this is such a name, in any language and of either kind."""
    return name in {words.format(name=username) for words in _usual_names()}


@cache
def _usual_names() -> frozenset[str]:
    found = set()
    for language, _called in settings.LANGUAGES:
        with override(language):
            found |= {usual_name("{name}", is_league=is_league) for is_league in (False, True)}
    return frozenset(found)
