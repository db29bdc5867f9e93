"""Which language someone is spoken to in.

On a page that is the account's, a visitor's is what the browser asks for, and a program's what its
``Accept-Language`` says. Everything that goes out to someone, by a worker or on the way of another
person's request, is said in the receiver's: ``spoken_to`` puts it on.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from django.utils import translation


def language_of(user: Any) -> str:
    """Return the language that an account has chosen, or else the service's own."""
    chosen = getattr(user, "language", "")
    return chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def spoken_to(user: Any) -> AbstractContextManager[None]:
    """Return a context in which every sentence is made for this person."""
    return translation.override(language_of(user))


def is_default() -> bool:
    """Return whether the language that is spoken now is the one of the sources."""
    return current() == settings.LANGUAGE_CODE


def current() -> str:
    """Return the language that is spoken now."""
    return translation.get_language() or settings.LANGUAGE_CODE


def chosen_by_browser() -> str:
    """Return what to keep for a new account: empty where the service's own language will do."""
    return "" if is_default() else current()
