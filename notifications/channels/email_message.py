"""A notification as a mail: text and HTML with the position inside, and its headers."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from email.message import Message
from email.mime.image import MIMEImage
from email.policy import Compat32
from email.utils import formataddr
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from notifications import unsubscribe
from notifications.message.content import Words, find_words
from notifications.message.context import Scene
from notifications.message.picture import WIDTH, draw_scene

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


def write_mail(scene: Scene, address: str) -> PicturedMail:
    """Return the mail that tells of this scene."""
    words = find_words(scene)
    picture = draw_scene(scene)
    stop = unsubscribe.address_for(scene.receiver.pk, scene.kind)
    context = {
        "words": words,
        "name": scene.receiver.username,
        "link": link_to(words),
        "picture": PICTURE if picture else "",
        "picture_width": WIDTH,
        "stop": stop,
    }
    mail = _write("message", words.title, context, scene, address)
    mail.extra_headers |= _headers(message_id(scene), stop)
    if scene.game is not None:
        # All mails of a game answer a mail that was never sent, so programs show one thread.
        thread = f"<game-{scene.game.pk}@{_domain()}>"
        mail.extra_headers |= {"In-Reply-To": thread, "References": thread}
    if picture:
        mail.attach(_inline(picture))
    return mail


def write_digest(scenes: Sequence[Scene], address: str) -> PicturedMail:
    """Return the daily mail that tells of all these scenes, which have one receiver."""
    messages = [find_words(scene) for scene in _newest(scenes)]
    first = scenes[0]
    title = f"{len(messages)} {'game' if len(messages) == 1 else 'games'}: what happened"
    stop = unsubscribe.address_for(first.receiver.pk, None)
    context = {
        "title": title,
        "items": [(words, link_to(words)) for words in messages],
        "name": first.receiver.username,
        "stop": stop,
    }
    mail = _write("digest", title, context, first, address)
    mail.extra_headers |= _headers(f"<daily-{first.notification.pk}@{_domain()}>", stop)
    return mail


def link_to(words: Words) -> str:
    """Return the one address that a message leads to."""
    return f"{settings.SITE_URL}{words.path}?from=mail"


def message_id(scene: Scene) -> str:
    """Return the same id however often this notification is sent: a repeat is seen as one."""
    return f"<notification-{scene.notification.pk}@{_domain()}>"


def _newest(scenes: Sequence[Scene]) -> list[Scene]:
    """Return the last scene of each game or challenge, the most urgent game first."""
    last = {scene.game.pk if scene.game else scene.event.challenge_id: scene for scene in scenes}
    return sorted(last.values(), key=_urgency)


def _urgency(scene: Scene) -> tuple[bool, datetime]:
    deadline = scene.game.deadline if scene.game else None
    return deadline is None, deadline or scene.event.happened_at


def _write(
    template: str, subject: str, context: dict[str, Any], scene: Scene, address: str
) -> PicturedMail:
    """Return a mail to the receiver of a scene: the same words as text and as HTML."""
    mail = PicturedMail(
        subject=subject,
        body=render_to_string(f"notifications/mail/{template}.txt", context),
        to=[formataddr((scene.receiver.username, address))],
    )
    html = render_to_string(f"notifications/mail/{template}.html", context)
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


def _domain() -> str:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    try:
        ip_address(host)
    except ValueError:
        return host
    return f"[{host}]"
