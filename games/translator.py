"""What says the sentences of the rules: Django's catalogues, asked once for each sentence.

A page of choices names some fifty pieces and squares, and Django looks through its layers of
catalogues each time; what a sentence is in a language does not change while a process runs.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils import translation

_SENTENCES = 8192
"""More than all rule sets have in all languages."""


class Remembering:
    """Django's translation as ``games.rules.text.Translator``, with what it said remembered."""

    def gettext(self, message: str, /) -> str:
        """Return the message in the present language."""
        return _said(translation.get_language(), None, message)

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the form that goes with a number."""
        return translation.ngettext(singular, plural, number)

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the message as it is in a context."""
        return _said(translation.get_language(), context, message)


@lru_cache(maxsize=_SENTENCES)
def _said(language: str | None, context: str | None, message: str) -> str:
    """Return what the message is in the language that is on, which only keys the memory."""
    if context is None:
        return translation.gettext(message)
    return translation.pgettext(context, message)


def forget() -> None:
    """Ask for every sentence again: other catalogues are there."""
    _said.cache_clear()
