"""Which sentences are odd: turns of phrase that no one says aloud, and words with another word."""

from __future__ import annotations

import re
from typing import Final

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
"""Turns of phrase that no one says aloud."""
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
ODD: Final = re.compile("|".join((*HABITS, *(odd for odd, _ in TERMS))), re.I)
MATCH: Final = re.compile(TERMS[0][0], re.I)
"""The word for a pairing of a competition, and for nothing else."""
MOST_WORDS: Final = 25
_END: Final = re.compile(r"(?<=[.!?])[”)]?\s+|\n+")


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [one for one in _END.split(text) if one]


def is_odd(sentence: str) -> bool:
    """Return whether a sentence has an odd word or too many words."""
    return ODD.search(sentence) is not None or len(sentence.split()) > MOST_WORDS
