"""A notification as a mail: text and HTML with the position inside, and its headers."""

from __future__ import annotations

from email.mime.image import MIMEImage
from email.utils import formataddr
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from notifications import unsubscribe
from notifications.pictures import WIDTH, draw_scene
from notifications.scenes import Scene
from notifications.words import find_words

PICTURE: Final = "position"


class PicturedMail(EmailMultiAlternatives):
    """A mail whose HTML shows a picture that travels with it."""

    mixed_subtype = "related"


def write_mail(scene: Scene, address: str) -> PicturedMail:
    """Return the mail that tells of this scene."""
    words = find_words(scene)
    picture = draw_scene(scene)
    stop = unsubscribe.address_for(scene.receiver.pk, scene.kind)
    context = {
        "words": words,
        "name": scene.receiver.username,
        "link": f"{settings.SITE_URL}{words.path}?from=mail",
        "picture": PICTURE if picture else "",
        "picture_width": WIDTH,
        "stop": stop,
        "site": settings.SITE_URL,
    }
    mail = PicturedMail(
        subject=words.title,
        body=render_to_string("notifications/mail/message.txt", context),
        to=[formataddr((scene.receiver.username, address))],
        headers=_headers(scene, stop),
    )
    mail.attach_alternative(
        render_to_string("notifications/mail/message.html", context), "text/html"
    )
    if picture:
        mail.attach(_inline(picture))
    return mail


def message_id(scene: Scene) -> str:
    """Return the same id however often this notification is sent: a repeat is seen as one."""
    return f"<notification-{scene.notification.pk}@{_domain()}>"


def _headers(scene: Scene, stop: str) -> dict[str, Any]:
    headers = {
        "Message-ID": message_id(scene),
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        # Nobody answers these by an out-of-office note.
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if scene.game is not None:
        # All mails of a game answer a mail that was never sent, so programs show one thread.
        thread = f"<game-{scene.game.pk}@{_domain()}>"
        headers |= {"In-Reply-To": thread, "References": thread}
    return headers


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
