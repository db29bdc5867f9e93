"""The answer alone: an email's text without what it quotes, signatures and closing words."""

from __future__ import annotations

import re
from typing import Final

from mailparser_reply import EmailReplyParser

LONGEST: Final = 3_000
"""Characters that are looked at: the answer is at the top, and the library that knows quotes takes
minutes for some texts of 10,000."""
LONGEST_REPLY: Final = 2_000
_LANGUAGES: Final = ["en", "de", "fr", "es", "it", "nl", "pl", "da", "sv", "cs"]
_CUTS: Final = re.compile(
    r"^(-{2,}\s?\w.*\w\s?-{2,}|_{5,}|-- ?|[*_]{0,2}(From|Von|De|Da|Van|Fra|Från|Od)[*_]{0,2}:\s.+"
    r"|(On|Am|Le|El|Il|Op|Den|Dnia)\b.*\b(wrote|schrieb|écrit|escribió|scritto|schreef|skrev)\b.*"
    r"|.{0,80}<[^<>\s]+@[^<>\s]+>.{0,40}:|(On|Am|Le)\b.{10,120}(<|,|um|at|à)$"
    r"|(Sent from|Get Outlook for|Gesendet (von|mit)|Von meinem|Envoyé (de|depuis)|Enviado desde)"
    r"\b.*)$",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(
    r"^(cheers|thanks|thank you|regards|best|best regards|kind regards|best wishes|see you|bye"
    r"|yours|danke|gruß|grüße|viele grüße|liebe grüße|beste grüße|schöne grüße|mfg|vg|lg|bis bald"
    r"|merci|cordialement|saludos)[,.!]*$",
    re.IGNORECASE,
)


def reply_of(text: str) -> str:
    """Return the first paragraph that the writer added, without closing words.

    It is taken as a whole: a second line may say that the first was meant otherwise.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")[:LONGEST]
    visible = EmailReplyParser(languages=_LANGUAGES).parse_reply(_own_lines(text)) or ""
    lines: list[str] = []
    for line in visible.split("\n"):
        line = line.strip()
        if _CLOSING.match(line):
            break
        if line:
            lines.append(line)
        elif lines:
            break
    return "\n".join(lines)[:LONGEST_REPLY]


def _own_lines(text: str) -> str:
    """Return the lines above the first that only a mail program writes, without quoted ones."""
    own: list[str] = []
    for line in text.split("\n"):
        stripped = line.strip()
        if _CUTS.match(stripped):
            if any(own):
                break
            continue
        if not stripped.startswith(">"):
            own.append(stripped)
    return "\n".join(own)
