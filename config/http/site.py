"""The name of the service as emails have it."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings


def domain() -> str:
    """Return what follows the @ of ids in emails: the host of ``SITE_URL``."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    try:
        ip_address(host)
    except ValueError:
        return host
    return f"[{host}]"
