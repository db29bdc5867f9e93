"""An email as it came: who wrote it, whether a program did, and what it says."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.policy import EmailPolicy
from email.utils import getaddresses, parseaddr
from html.parser import HTMLParser
from typing import Any, Final, cast

from games.features.answering.cutting import reply_of

LARGEST: Final = 200_000
"""Bytes of an email; a turn needs a few."""
MOST_PARTS: Final = 100
_LONGEST_HEADER: Final = 2_000
"""Characters of a header that are read: the library takes minutes for some of 100,000."""
_PROGRAMS: Final = re.compile(r"^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounce)", re.I)
_MASS: Final = frozenset({"bulk", "list", "junk", "auto_reply"})
_LISTS: Final = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List")
_ANSWERED_BY_PROGRAMS: Final = ("X-Autoreply", "X-Autorespond", "X-Auto-Response-For")


@dataclass(frozen=True, slots=True)
class Letter:
    """What matters of an email."""

    sender: str
    message_id: str
    subject: str
    text: str
    is_by_program: bool
    """Whether a program wrote it, or a list sent it on: it is dropped."""


class Unreadable(ValueError):
    """An email has more parts than a person's has, or breaks the library that reads it."""


class _ShortHeaders(EmailPolicy):
    """Reads the beginning of each header."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:_LONGEST_HEADER]


def read_letter(raw: bytes) -> Letter:
    """Return what an email says. A broken one is read as far as it goes.

    Raises ``Unreadable``.
    """
    try:
        return _read(_parse(raw))
    except Unreadable:
        raise
    except Exception as error:
        # The library raises many kinds for what no standard allows. Sent again, it would break
        # it again.
        raise Unreadable(type(error).__name__) from error


def _parse(raw: bytes) -> EmailMessage:
    count = 0

    def make_part(policy: Any = None) -> EmailMessage:
        # Each level of a deep one is a part, too.
        nonlocal count
        count += 1
        if count > MOST_PARTS:
            raise Unreadable("parts")
        return EmailMessage(policy)

    reader = BytesParser(policy=_ShortHeaders(message_factory=cast(Any, make_part)))
    message = reader.parsebytes(raw)
    assert isinstance(message, EmailMessage), "the policy makes these"
    return message


def _read(message: EmailMessage) -> Letter:
    return Letter(
        sender=_sender(message),
        message_id=_header(message, "Message-ID")[:255],
        subject=_header(message, "Subject")[:200],
        text=reply_of(_text(message)),
        is_by_program=_is_by_program(message),
    )


def _header(message: EmailMessage, name: str) -> str:
    """Return a header in one line; broken ones as they are."""
    try:
        value = str(message.get(name) or "")
    except Exception:
        # The library raises many kinds for headers that no standard allows.
        raw = next((text for key, text in message.raw_items() if key.lower() == name.lower()), "")
        value = str(raw).encode("ascii", "replace").decode()
    return " ".join(value.replace("\0", "").split())


def _sender(message: EmailMessage) -> str:
    """Return the one address in From, in lower case; empty if there are none or several."""
    found = [one for _name, one in getaddresses([_header(message, "From")]) if one]
    return found[0].lower() if len(found) == 1 and len(message.get_all("From", [])) == 1 else ""


def _is_by_program(message: EmailMessage) -> bool:
    submitted = _header(message, "Auto-Submitted").split(";")[0].strip().lower()
    _name, return_path = parseaddr(_header(message, "Return-Path") or "unknown")
    is_bounce = message.get_content_type() in ("multipart/report", "message/delivery-status")
    return (
        submitted not in ("", "no")
        or _header(message, "Precedence").lower() in _MASS
        or any(name in message for name in (*_LISTS, *_ANSWERED_BY_PROGRAMS))
        or is_bounce
        or ("Return-Path" in message and not return_path)
        or bool(_PROGRAMS.match(_sender(message)))
    )


def _text(message: EmailMessage) -> str:
    """Return the words of an email: its plain text, or else its HTML as text."""
    plain = _content(message.get_body(preferencelist=("plain",)))
    if plain.strip():
        return plain
    return text_of_html(_content(message.get_body(preferencelist=("html",))))


_NO_TEXT: Final = frozenset({"punycode", "idna", "unicode-escape", "raw-unicode-escape"})
"""Character sets that no email is in: some take minutes, or raise what no decoder should."""


def _content(part: MIMEPart | None) -> str:
    if part is None:
        return ""
    try:
        charset = part.get_content_charset("ascii")
        if codecs.lookup(charset).name.replace("_", "-") in _NO_TEXT:
            raise LookupError(charset)
        content = part.get_content()
    except (LookupError, ValueError, AssertionError):
        # A character set that no one knows, or none that fits.
        payload = part.get_payload(decode=True)
        content = payload.decode("latin-1") if isinstance(payload, bytes) else ""
    if not isinstance(content, str):
        return ""
    return content.replace("\0", "").encode(errors="replace").decode()


_ACTION: Final = re.compile(rb"^action:\s*([a-z]+)", re.I | re.M)
_MAIL_SYSTEMS: Final = re.compile(r"^(mailer-daemon|postmaster)\b", re.I)


def is_failure(raw: bytes, sender: str) -> bool:
    """Return whether an email says that ours came back; ``sender`` is that of its envelope.

    Out-of-office notes go to the same address, and so do reports of a delay.
    """
    try:
        message = _parse(raw)
        actions = {action.lower() for action in _ACTION.findall(raw)}
        if message.get_content_type() == "multipart/report":
            return not actions or b"failed" in actions
        if _MAIL_SYSTEMS.match(_sender(message)):
            return True
        return not sender and not _header(message, "Auto-Submitted").lower().startswith("auto-repl")
    except Exception:
        # What the library can't read is nothing that a mail system writes.
        return False


_BLOCKS: Final = frozenset({"p", "div", "br", "tr", "li", "h1", "h2", "h3", "hr", "table", "pre"})
_HIDDEN: Final = frozenset({"script", "style", "head", "title", "blockquote"})
_QUOTES: Final = re.compile(
    r"gmail_quote|gmail_attr|yahoo_quoted|moz-cite-prefix|protonmail_quote|divrplyfwdmsg"
    r"|appendonsend|x_divrplyfwdmsg|gmail_signature|moz-signature|mail-editor-reference",
    re.I,
)
_LONGEST_HTML: Final = 10_000
"""Characters of HTML that are read: the library goes over unclosed ones again and again."""
_UNCLOSED: Final = re.compile(r"<(?!!)(?=[^<>]*<)")
"""A tag in which another begins."""
_EMPTY: Final = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr", "col"})


class _Text(HTMLParser):
    """Collects the words of HTML, without what it quotes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.hidden: list[str] = []
        """The tags that are open inside a hidden one, the hidden one first."""
        self.is_over = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        marks = " ".join(value or "" for name, value in attrs if name in ("class", "id"))
        if re.search(r"divrplyfwdmsg|appendonsend|mail-editor-reference", marks, re.I):
            self.is_over = True  # Outlook quotes beside it, not inside.
        if self.hidden:
            if tag not in _EMPTY:
                self.hidden.append(tag)
        elif tag in _HIDDEN or _QUOTES.search(marks):
            self.hidden.append(tag)
        elif tag in _BLOCKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.hidden:
            while self.hidden.pop() != tag:
                continue
        elif not self.hidden and tag in ("p", "div", "tr", "li", "table", "pre"):
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.hidden and not self.is_over:
            self.words.append(re.sub(r"\s+", " ", data))


def text_of_html(html: str) -> str:
    """Return the words of HTML as lines, without quotes, scripts and styles."""
    # Some programs write a long style sheet before the words.
    body = html.lower().find("<body")
    html = _UNCLOSED.sub("&lt;", html[max(body, 0) :][:_LONGEST_HTML])
    reader = _Text()
    reader.feed(html)
    reader.close()
    lines = [line.strip() for line in "".join(reader.words).split("\n")]
    return "\n".join(line for line in lines if line)
