"""A notification as an email: text and HTML with the position inside, and its headers."""

from __future__ import annotations

from base64 import b64encode
from email.mime.nonmultipart import MIMENonMultipart
from email.utils import formataddr
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.hooks import answered_at, bounced_to
from accounts.mail import legal_lines
from accounts.models import User
from config.http.site import domain
from notifications import unsubscribe
from notifications.message.content import MessageContent
from notifications.message.context import MessageContext
from notifications.message.picture import WIDTH, draw_picture
from notifications.message.written import LINE, PicturedMail

PICTURE: Final = "position"


def write_mail(context: MessageContext, address: str) -> PicturedMail:
    """Return the email that describes this context."""
    words = context.compose()
    picture = draw_picture(context)
    stop = unsubscribe.address_for(context.receiver.pk, context.kind.name)
    reply_to = _reply_to(context)
    shown = {
        "words": words,
        "name": context.receiver.username,
        "link": link_to(words),
        "picture": PICTURE if picture else "",
        "picture_width": WIDTH,
        "stop": stop,
        "leaves": f"{settings.SITE_URL}/settings/leaves/" if words.by else "",
        "home": f"{settings.SITE_URL}/",
        "reply_to": reply_to,
    }
    mail = write_letter("message", subject_of(words), shown, context.receiver, address)
    if reply_to:
        mail.reply_to = [reply_to]
    mail.extra_headers |= headers(message_id(context), stop)
    if context.game is not None:
        # All emails of a game answer an email that was never sent, so programs show one thread.
        thread = f"<game-{context.game.pk}@{domain()}>"
        mail.extra_headers |= {"In-Reply-To": thread, "References": thread}
    if picture:
        mail.attach(inline(picture))
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
    site = settings.SITE_URL
    shown = {**shown, "site": site}
    mail = PicturedMail(
        subject=subject,
        body=render_to_string(f"notifications/mail/{template}.txt", shown) + legal_lines(),
        to=[formataddr((receiver.username, address))],
    )
    if back := bounced_to(receiver.pk):
        # The sender of the envelope: what can't be delivered comes back to it.
        mail.extra_headers["From"] = mail.from_email
        mail.from_email = back
    html = render_to_string(f"notifications/mail/{template}.html", shown)
    mail.attach_alternative(html, "text/html")
    return mail


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


def inline(picture: bytes) -> MIMENonMultipart:
    """Return a picture as the part of an email that its HTML shows."""
    part = MIMENonMultipart("image", "png")
    text = b64encode(picture).decode("ascii")
    # The library's MIMEImage says the same, after it has encoded each line separately.
    lines = [text[begin : begin + LINE] for begin in range(0, len(text), LINE)]
    part.set_payload("\n".join([*lines, ""]))
    part["Content-Transfer-Encoding"] = "base64"
    part.add_header("Content-ID", f"<{PICTURE}>")
    part.add_header("Content-Disposition", "inline", filename="position.png")
    return part
