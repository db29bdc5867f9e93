"""What all emails by the clock have: a link that stops them, an id, a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from config.http.site import domain
from notifications import unsubscribe
from notifications.message.email import headers, write_letter
from notifications.message.picture import WIDTH
from notifications.message.written import PICTURE, PicturedMail
from notifications.models import Digest
from notifications.vocabulary.clock_mail import ClockMail


def letter(
    kind: ClockMail,
    title: str,
    shown: Mapping[str, Any],
    digest: Digest,
    address: str,
    picture: bytes | None = None,
) -> PicturedMail:
    """Return the email of the kind's template, ``shown`` and the picture in it."""
    stop = unsubscribe.address_for(digest.user_id, kind.name)
    common = {
        "title": title,
        "picture": PICTURE if picture else "",
        "picture_width": WIDTH,
        "name": digest.user.username,
        "stop": stop,
    }
    mail = write_letter(kind.template, title, {**shown, **common}, digest.user, address)
    # The same id however often it is sent: a repeat is seen as one.
    mail.extra_headers |= headers(f"<{kind.name}-{digest.pk}@{domain()}>", stop)
    mail.picture = picture
    return mail


def link(path: str) -> str:
    """Return the address of a page for an email."""
    return f"{settings.SITE_URL}{path}?from=mail"
