"""``security.txt`` (RFC 9116): whom to notify of a hole."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.http.times import utc

_GOOD_FOR: Final = timedelta(days=90)
"""Who keeps the file longer asks again, for the address may have changed."""


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Return whom to notify; 404 where the operator has named no one."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {utc(today + _GOOD_FOR)}",
        "Preferred-Languages: en, de",
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
