"""Pages that depend on no reader: made once for each language, and kept as long as the process.

A stranger gets the whole page as it was packed the first time. For someone who is logged in, the
frame with their name is made each time; ``{% kept %}`` in a template keeps the part between it and
``{% endkept %}`` for everyone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Final, NamedTuple, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from config.http.pages import accepted_by, pack

MOST_KEPT: Final = 500
"""Pages and parts of pages; more than there are, unless someone invents addresses."""
_COOKIES: Final = (settings.SESSION_COOKIE_NAME, "messages")
"""With one of these a page may show more than a stranger's does."""

T = TypeVar("T")
View = Callable[..., HttpResponse]

_kept: dict[Hashable, Any] = {}


class _Page(NamedTuple):
    """A page as it is sent; ``encoding`` is empty for one that isn't packed."""

    content: bytes
    content_type: str
    encoding: str


def kept_for_strangers(view: View) -> View:
    """Decorate the view of a page that depends on its path and the language alone."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if any(name in request.COOKIES for name in _COOKIES):
            return view(request, *args, **kwargs)
        accepted = accepted_by(request)
        encoding = next((one for one in ("br", "gzip") if one in accepted), "")
        key = (_circumstances(), request.path, encoding)
        page = _kept.get(key)
        if page is None:
            response = view(request, *args, **kwargs)
            if response.status_code != 200:
                return response
            page = keep(key, _packed(response, accepted))
        response = HttpResponse(page.content, content_type=page.content_type)
        if page.encoding:
            response.headers["Content-Encoding"] = page.encoding
        # For these the page would be another, also where no middleware has looked at them.
        patch_vary_headers(response, ("Accept-Encoding", "Cookie"))
        return response

    return answer


def _packed(response: HttpResponse, accepted: set[str]) -> _Page:
    content_type = response.headers["Content-Type"]
    encoding, content = pack(response, accepted) or ("", response.content)
    return _Page(content, content_type, encoding)


def kept_part(key: Hashable, make: Callable[[], T]) -> T:
    """Return a part of a page, made by ``make`` if it isn't kept for this language."""
    key = (_circumstances(), key)
    found: T | None = _kept.get(key)
    return keep(key, make()) if found is None else found


def keep(key: Hashable, made: T) -> T:
    """Return what was made, after noting it."""
    if len(_kept) >= MOST_KEPT:
        _kept.clear()
    _kept[key] = made
    return made


def forget() -> None:
    """Let everything be made again, as after a change of what is installed."""
    _kept.clear()


def _circumstances() -> Hashable:
    """Return what every page depends on; settings change only in tests."""
    fixed = (settings.SITE_URL, settings.SHORT_CLOCKS, settings.LIMITS_ON, str(settings.LIMITS))
    return get_language(), fixed
