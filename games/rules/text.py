"""Sentences of the rules, in the reader's language.

The rules are a library and know of no language but the one they are written in. They name each
sentence by a literal, with places in braces, and ask for it here at the moment when it is said;
what they get is the literal itself, or what the service has put in as a translator. That is simpler
than sentences that travel as keys and arguments until someone turns them into words: narration,
prompts and refusals are made for one reader, while this reader's language is on, and never stored.
Tables mark their sentences by ``gettext_noop`` and are looked up when used.

The names are gettext's, so every tool finds the sentences; the catalogue lies in the folder of
the rule set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Translator(Protocol):
    """What knows other languages: ``django.utils.translation`` does, and so does ``gettext``."""

    def gettext(self, message: str, /) -> str:
        """Return the message in the present language."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the form that goes with a number."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the message as it is in a context."""


class _Untranslated:
    """The language of the sources."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str, /) -> str:
        return message


_translator: Translator = _Untranslated()


def install(translator: Translator) -> None:
    """Let this translator say every sentence from now on."""
    global _translator
    _translator = translator


def gettext(message: str) -> str:
    """Return a sentence in the present language; an empty one stays empty."""
    return _translator.gettext(message) if message else ""


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the form of a sentence that goes with a number."""
    return _translator.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return a sentence as it is in a context."""
    return _translator.pgettext(context, message)


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: ``Silver``, ``Silver and Black``."""
    if len(names) < 2:
        return "".join(names)
    return gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def score_text(*figures: object) -> str:
    """Return goals as a language writes them: ``2–1``, in German ``2:1``."""
    return pgettext("a score", "–").join(map(str, figures))


def gettext_noop(message: str) -> str:
    """Mark a sentence of a table, which is looked up when it is said."""
    return message


def pgettext_noop(context: str, message: str) -> str:
    """Mark a sentence of a table that is looked up in a context."""
    return message
