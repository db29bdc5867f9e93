"""A notification as a mail: text and HTML with the position inside, and its headers."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from email.message import Message
from email.mime.image import MIMEImage
from email.policy import Compat32
from email.utils import formataddr
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import ngettext

from config.http.site import domain
from games.models import GameEvent
from notifications import unsubscribe
from notifications.message.content import MessageContent, compose
from notifications.message.context import MessageContext
from notifications.message.picture import WIDTH, draw_picture

PICTURE: Final = "position"


class ShortHeaders(Compat32):
    """Writes a header that fits into a line as it is; the library would first take it apart."""

    def fold_binary(self, name: str, value: str) -> bytes:
        line = f"{name}: {value}"
        # Not every value is text: one with letters beyond ASCII is an object that encodes itself.
        is_plain = isinstance(value, str) and line.isascii() and line.isprintable()
        if is_plain and len(line) <= _LINE:
            return (line + self.linesep).encode()
        return super().fold_binary(name, value)


_LINE: Final = 76
_SHORT_HEADERS: Final = ShortHeaders()


class PicturedMail(EmailMultiAlternatives):
    """A mail whose HTML shows a picture that travels with it."""

    mixed_subtype = "related"

    def message(self) -> Message:  # type: ignore[override]  # the stubs are of a later Django
        """Return the mail as it travels, its boundaries drawn by lot."""
        built = super().message()
        for part in built.walk():
            part.policy = _SHORT_HEADERS
            if part.is_multipart():
                # Else the library looks through the whole mail for one that does not occur in it.
                part.set_boundary(f"part-{secrets.token_hex(16)}")
        return built


def write_mail(context: MessageContext, address: str) -> PicturedMail:
    """Return the mail that tells of this context."""
    words = compose(context)
    picture = draw_picture(context)
    stop = unsubscribe.address_for(context.receiver.pk, context.kind)
    shown = {
        "words": words,
        "name": context.receiver.username,
        "link": link_to(words),
        "picture": PICTURE if picture else "",
        "picture_width": WIDTH,
        "stop": stop,
    }
    mail = _write("message", words.title, shown, context, address)
    mail.extra_headers |= _headers(message_id(context), stop)
    if context.game is not None:
        # All mails of a game answer a mail that was never sent, so programs show one thread.
        thread = f"<game-{context.game.pk}@{domain()}>"
        mail.extra_headers |= {"In-Reply-To": thread, "References": thread}
    if picture:
        mail.attach(_inline(picture))
    return mail


def write_digest(contexts: Sequence[MessageContext], address: str) -> PicturedMail:
    """Return the daily mail that tells of all these contexts, which have one receiver."""
    messages = [compose(context) for context in _newest(contexts)]
    first = contexts[0]
    n = len(messages)
    title = ngettext("{n} game: what happened", "{n} games: what happened", n).format(n=n)
    stop = unsubscribe.address_for(first.receiver.pk, None)
    shown = {
        "title": title,
        "items": [(words, link_to(words)) for words in messages],
        "name": first.receiver.username,
        "stop": stop,
    }
    mail = _write("digest", title, shown, first, address)
    mail.extra_headers |= _headers(f"<daily-{first.notification.pk}@{domain()}>", stop)
    return mail


def link_to(words: MessageContent) -> str:
    """Return the one address that a message leads to."""
    return f"{settings.SITE_URL}{words.path}?from=mail"


def message_id(context: MessageContext) -> str:
    """Return the same id however often this notification is sent: a repeat is seen as one."""
    return f"<notification-{context.notification.pk}@{domain()}>"


def _newest(contexts: Sequence[MessageContext]) -> list[MessageContext]:
    """Return the last context of each game or challenge, the most urgent game first."""
    last = {
        context.game.pk if context.game else _subject_of(context.event): context
        for context in contexts
    }
    return sorted(last.values(), key=_urgency)


def _subject_of(event: GameEvent) -> str:
    """Return what an event without a game is about: later news of it takes the place of older."""
    if event.competition is not None:
        return f"{event.competition} {event.data['section']} {event.data.get('match', '')}"
    return event.challenge_id or ""


def _urgency(context: MessageContext) -> tuple[bool, datetime]:
    deadline = context.game.deadline if context.game else None
    return deadline is None, deadline or context.event.happened_at


def _write(
    template: str, subject: str, shown: dict[str, Any], context: MessageContext, address: str
) -> PicturedMail:
    """Return a mail to the receiver of a context: the same words as text and as HTML."""
    mail = PicturedMail(
        subject=subject,
        body=render_to_string(f"notifications/mail/{template}.txt", shown),
        to=[formataddr((context.receiver.username, address))],
    )
    html = render_to_string(f"notifications/mail/{template}.html", shown)
    mail.attach_alternative(html, "text/html")
    return mail


def _headers(message_id: str, stop: str) -> dict[str, str]:
    return {
        "Message-ID": message_id,
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        # Nobody answers these by an out-of-office note.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }


def _inline(picture: bytes) -> MIMEImage:
    part = MIMEImage(picture, "png")
    part.add_header("Content-ID", f"<{PICTURE}>")
    part.add_header("Content-Disposition", "inline", filename="position.png")
    return part
