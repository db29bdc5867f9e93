"""A notification as an email: text and HTML with the position inside, and its headers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from email.utils import formataddr
from functools import lru_cache
from html import escape
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.hooks import answered_at, bounced_to
from accounts.mail import legal_lines
from accounts.models import User
from config.http.site import domain
from config.languages.spoken import current
from notifications import unsubscribe
from notifications.message.content import MessageContent
from notifications.message.context import MessageContext
from notifications.message.picture import WIDTH, draw_picture
from notifications.message.written import PICTURE, PicturedMail


def write_mail(context: MessageContext, address: str) -> PicturedMail:
    """Return the email that describes this context."""
    words = context.compose()
    picture = draw_picture(context)
    stop = unsubscribe.address_for(context.receiver.pk, context.kind.name)
    reply_to = _reply_to(context)
    shown = {
        "name": context.receiver.username,
        "score": "" if words.score in words.title else words.score,
        "link": link_to(words),
        "picture": PICTURE if picture else "",
        "picture_width": str(WIDTH),
        "stop": stop,
        "leaves": f"{settings.SITE_URL}/settings/leaves/" if words.by else "",
        "home": f"{settings.SITE_URL}/",
        "site": settings.SITE_URL,
        "reply_to": reply_to,
    }
    text, html = _render(words, shown)
    mail = _letter(subject_of(words), text, html, context.receiver, address)
    if reply_to:
        mail.reply_to = [reply_to]
    mail.extra_headers |= headers(message_id(context), stop)
    if context.game is not None:
        # All emails of a game answer an email that was never sent, so programs show one thread.
        thread = f"<game-{context.game.pk}@{domain()}>"
        mail.extra_headers |= {"In-Reply-To": thread, "References": thread}
    mail.picture = picture
    return mail


def _reply_to(context: MessageContext) -> str:
    """Return where the receiver can answer with a turn; empty where none is due or can be."""
    view = context.view
    if view is None or not view.is_awaited:
        return ""
    return answered_at(context.receiver.pk, view.game.pk, view.game.next_turn)


def subject_of(words: MessageContent) -> str:
    """Return the subject: the title, and until when the receiver is to act."""
    return (
        _("{title}, by {when}").format(title=words.title, when=words.by)
        if words.by
        else words.title
    )


def link_to(words: MessageContent) -> str:
    """Return the one address that a message leads to."""
    return f"{settings.SITE_URL}{words.path}?from=mail"


def message_id(context: MessageContext) -> str:
    """Return the same id however often this notification is sent: a repeat is seen as one."""
    return f"<notification-{context.notification.pk}@{domain()}>"


def write_letter(
    template: str, subject: str, shown: dict[str, Any], receiver: User, address: str
) -> PicturedMail:
    """Return an email to someone: the same words as text and as HTML."""
    shown = {**shown, "site": settings.SITE_URL}
    text, html = (render_to_string(name, shown) for name in _templates(template))
    return _letter(subject, text, html, receiver, address)


def _templates(name: str) -> tuple[str, str]:
    return f"notifications/mail/{name}.txt", f"notifications/mail/{name}.html"


def _letter(subject: str, text: str, html: str, receiver: User, address: str) -> PicturedMail:
    mail = PicturedMail(
        subject=subject,
        body=text + legal_lines(),
        to=[formataddr((receiver.username, address))],
    )
    if back := bounced_to(receiver.pk):
        # The sender of the envelope: what can't be delivered comes back to it.
        mail.extra_headers["From"] = mail.from_email
        mail.from_email = back
    mail.attach_alternative(html, "text/html")
    return mail


def _render(words: MessageContent, shown: Mapping[str, str]) -> tuple[str, str]:
    """Return a message as text and as HTML.

    All but its texts is the same for every message that has as many of them, so the templates are
    rendered once for those, with a gap for each text.
    """
    texts: list[str] = []

    def leave_gap(text: str) -> str:
        if not text:
            return ""  # The templates ask.
        texts.append(text)
        return f"{_GAP}{len(texts) - 1}{_GAP}"

    each = {name: leave_gap(getattr(words, name)) for name in _TEXTS}
    sentences = tuple(map(leave_gap, words.sentences))
    gapped = replace(words, **each, sentences=sentences)
    others = tuple((name, leave_gap(text)) for name, text in shown.items())
    plain, marked = (_outline(name, current(), gapped, others) for name in _templates("message"))
    return _filled(plain, texts), _filled(marked, [escape(text) for text in texts])


_GAP: Final = "\0"
_TEXTS: Final = [one.name for one in fields(MessageContent) if one.name != "sentences"]


@lru_cache(maxsize=256)
def _outline(
    template: str, language: str, words: MessageContent, shown: tuple[tuple[str, str], ...]
) -> list[str]:
    """Return a template in parts: what is between the gaps, and in turns with it their numbers."""
    return render_to_string(template, {"words": words, **dict(shown)}).split(_GAP)


def _filled(outline: Sequence[str], texts: Sequence[str]) -> str:
    parts = list(outline)
    parts[1::2] = [texts[int(number)] for number in parts[1::2]]
    return "".join(parts)


def headers(message_id: str, stop: str) -> dict[str, str]:
    """Return what every email has that no one has asked for by hand."""
    return {
        "Message-ID": message_id,
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        # No one answers these by an out-of-office note.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
