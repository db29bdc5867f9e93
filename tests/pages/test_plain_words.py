"""Every sentence that players read is in plain words and short, and so is every button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from config.languages import catalogues, gathering

HABITS: Final = (
    r"\b(whoever|whatever)\b|^(?-i:Who|What) (?!an?\b|next\b|you\b)[^?]*$",
    r"\b(nobody|somebody|anybody|everybody)\b",
    r"\b(tells?|telling|told)\b",
    r"\b(stands?|stood|bears?|lies)\b",
    r"\b(go|goes|going|went) on\b",
    r"\bat once\b",
    r"\bby (it|them)sel\w+",
    r"\bof (yours|theirs|ours)\b|\bof (its|their|your|our) own\b(?! \w)",
    r"\b(one's|one’s|oneself|anew|no such)\b",
    r"\b(is|are) to (?!the\b|move\b|play\b)",
    r"\bawait\w*",
)
"""Turns of phrase that nobody says aloud."""
TERMS: Final = (
    (r"\bmatch(es)?\b", "game"),
    (r"\brobots?\b", "bot"),
    (r"\breserves?\b", "time bank"),
    (r"\b(on|take|takes|took|your|a|of|for) leave\b", "vacation"),
    (r"\be-mails?\b|\bmails?\b", "email"),
    (r"\bTV\b|\bonlookers?\b", "Watch, spectator"),
    (r"\bphrases?\b", "message"),
    (r"\bThink\b|\bnotebook\b", "analysis board, notes"),
    (r"\bplan(s|ned)?\b", "conditional moves, reply"),
    (r"\bby post\b", "correspondence"),
    (r"\bhand(s|ed|ing)? (it |the seat )?over\b", "replace with a bot"),
    (r"\bcall(s|ed|ing)? (it |the game )?off\b|\blapse[sd]?\b", "abort, expire"),
    (r"\bsecond factors?\b", "two-factor authentication"),
    (r"\bterms of time\b", "time control"),
)
"""Words that have another word here, and that word."""
EXCEPTIONS: Final = frozenset({"I need to think."})
OF_CUPS: Final = frozenset(
    {
        "A Chess Eleven match is tied. Choose your penalties.",
        "A match has started, or its second or deciding game.",
        "A match is decided.",
    }
)
"""Sentences on competitions, in which a match is a pairing, in other catalogues than theirs."""
MOST_WORDS, MOST_ON_A_BUTTON = 25, 3

_ODD: Final = re.compile("|".join((*HABITS, *(odd for odd, _ in TERMS))), re.I)
_MATCH: Final = re.compile(TERMS[0][0], re.I)
_PASSED_BY: Final = re.compile(r"%\(\w+\)s|\{\w+\}|<[^>]*>|Chess Eleven by post")
_END: Final = re.compile(r"(?<=[.!?])[”)]?\s+|\n+")
_BUTTON: Final = re.compile(
    r"<button\b[^>]*>(?P<button>.*?)</button>"
    r"|<(?P<tag>a|summary)\b[^>]*class=\"[^\"]*\bbtn\b[^\"]*\"[^>]*>(?P<link>.*?)</(?P=tag)>",
    re.DOTALL,
)
_BESIDE_THE_LABEL: Final = re.compile(
    r"<small\b.*?</small>|<(\w+)[^>]*class=\"[^\"]*\b(vh|small)\b.*?</\1>", re.DOTALL
)
_LABEL: Final = re.compile(r"\{%\s*trans\s+([\"'])(?P<label>.*?)\1")
HOMES: Final = [
    pytest.param(home, id=str(home.relative_to(catalogues.BASE))) for home in catalogues.homes()
]


def texts(home: Path) -> Iterator[str]:
    """Yield every English text of a folder's catalogues, without places and tags."""
    for domain in catalogues.DOMAINS:
        place = catalogues.place(home, domain, "de")
        for message in catalogues.read(place) if place.exists() else ():
            is_of_cups = any("competition" in location for location, _ in message.locations)
            for one in gathering.forms(message.id):
                if one not in EXCEPTIONS:
                    said = _PASSED_BY.sub("X", one)
                    yield _MATCH.sub("X", said) if is_of_cups or one in OF_CUPS else said


def longest(text: str) -> int:
    """Return the number of words of the longest sentence."""
    return max(len(one.split()) for one in _END.split(text))


def labels() -> Iterator[tuple[str, str]]:
    """Yield each template with the words on one of its buttons."""
    for app in catalogues.APPS:
        for path in sorted((catalogues.BASE / app).rglob("templates/**/*.html")):
            for button in _BUTTON.finditer(path.read_text()):
                inner = _BESIDE_THE_LABEL.sub("", button["button"] or button["link"] or "")
                for found in _LABEL.finditer(inner):
                    yield path.name, found["label"]


@pytest.mark.parametrize("home", HOMES)
def test_sentences_are_in_plain_words_and_short(home: Path) -> None:
    odd = [text for text in texts(home) if _ODD.search(text) or longest(text) > MOST_WORDS]

    assert odd == []


def test_labels_of_buttons_are_short() -> None:
    long = {f"{name}: {label}" for name, label in labels() if len(label.split()) > MOST_ON_A_BUTTON}

    assert not long
