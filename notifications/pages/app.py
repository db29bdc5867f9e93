"""What makes the pages an app: manifest, service worker, and a page for when there is no net."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

BACKGROUND = "#f4f6f3"
"""``--bg`` of the style sheet: what shows while the app opens."""


@require_safe
@cache_control(max_age=3600, public=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return what a phone needs to put the service on its home screen."""
    return JsonResponse(
        {
            "id": "/",
            "name": "Chess Eleven by post",
            "short_name": "Chess Eleven",
            "description": _(
                "Chess played as football, and more kinds of chess. Play a turn a day."
            ),
            "lang": get_language() or "en",
            "dir": "ltr",
            "start_url": "/?from=app",
            "scope": "/",
            "display": "standalone",
            "background_color": BACKGROUND,
            "theme_color": BACKGROUND,
            "categories": ["games"],
            "icons": [
                _icon("icon.svg", "any", "image/svg+xml"),
                _icon("icon-192.png", "192x192"),
                _icon("icon-512.png", "512x512"),
                _icon("icon-maskable.png", "512x512", purpose="maskable"),
            ],
            "shortcuts": [
                {"name": _("New game"), "url": "/new/"},
                {"name": _("Open challenges"), "url": "/lobby/"},
            ],
        },
        content_type="application/manifest+json",
    )


def _icon(name: str, sizes: str, kind: str = "image/png", purpose: str = "any") -> dict[str, str]:
    return {"src": static(name), "sizes": sizes, "type": kind, "purpose": purpose}


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; it is at the root because it speaks for every page."""
    files = {
        "style": static("app.css"),
        "icon": static("icon.svg"),
        "picture": static("icon-192.png"),
        "silhouette": static("icon-badge.png"),
    }
    # A new name whenever one of its files has: the old ones are thrown away then.
    name = hashlib.sha256("".join(files.values()).encode()).hexdigest()[:8]
    context = {
        **files,
        "name": name,
        "outbox": _outbox(),
        "language": get_language() or "en",
        "static": settings.STATIC_URL,
    }
    script = render_to_string("notifications/sw.js", context)
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@cache
def _outbox() -> str:
    """Return the script that sends turns: the worker holds it, so that one file is enough."""
    found = finders.find("games/outbox.js")
    assert isinstance(found, str), "it is among our own files"
    return Path(found).read_text(encoding="utf-8")


@require_safe
@cache_control(max_age=3600, public=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show what the worker keeps for when there is no net; the same for everyone."""
    return render(request, "offline.html")
