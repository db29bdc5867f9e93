"""Where an app may be called back: what its developer may register."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MAX_CALLBACKS: Final = 10
_OWN_SCHEME: Final = re.compile(r"[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+")


def check_callback(uri: str) -> None:
    """Raise ``ValidationError`` unless codes may be sent to this address.

    HTTPS anywhere; plain HTTP to the person's own machine only; a scheme of the app's own if
    it is a domain name backwards (RFC 8252, 7.1), so never ``javascript:`` or ``data:``.
    """
    try:
        parts = urlsplit(uri)
        host = parts.hostname
        _port = parts.port
    except ValueError as exc:
        raise ValidationError(_("This isn't a valid address.")) from exc
    if not uri.isascii() or not uri.isprintable() or "\\" in uri or " " in uri:
        raise ValidationError(_("Use an address in printable ASCII without spaces or backslashes."))
    if "#" in uri or "@" in parts.netloc or "*" in uri:
        raise ValidationError(_("Leave out fragments, usernames and wildcards."))
    if parts.scheme == "https" and host:
        return
    if parts.scheme == "http" and host and (host == "localhost" or _is_loopback(host)):
        return
    if _OWN_SCHEME.fullmatch(parts.scheme):
        return
    raise ValidationError(
        _("Use https://…, http://127.0.0.1/…, or your own scheme such as org.example.app:/cb.")
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
