"""Errors sent to Sentry, or what speaks like it, where ``SENTRY_DSN`` is set.

What leaves the machine is put together here from a list of what may: the kind of error, its
message without secrets and addresses, where in the code it was, and the request's id. Bodies,
headers, addresses of pages, people and values of variables are not among it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import structlog
from django.core.exceptions import ImproperlyConfigured

from config.observe.logs import HIDDEN, hide_in_text

_PERSONAL: Final = re.compile(
    r"[^\s<>@\"'(=,]+@[^\s<>@\"'),]+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{0,4}:){3,}[0-9a-f]*",
    re.IGNORECASE,
)
_DETAIL: Final = re.compile(r"\n\s*DETAIL:.*", re.DOTALL)
"""What PostgreSQL adds to an error, with the values of the row."""
_TAGS: Final = ("request_id", "task", "task_id")
_OF_FRAMES: Final = ("filename", "function", "module", "lineno", "in_app", "context_line")
_HAS_PATHS: Final = "django.request"
"""Its lines name the path, which may hold a secret. The second about an error has no exception."""
_HAS_ITS_ERROR: Final = "config.requests"
"""Its lines tell of an error that has a line already."""


def begin(dsn: str, release: str) -> None:
    """Send each error from now on that is written to the log; nothing without a DSN."""
    if not dsn:
        return
    import sentry_sdk
    from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger
    from sentry_sdk.utils import BadDsn

    ignore_logger(_HAS_ITS_ERROR)
    try:
        sentry_sdk.init(
            dsn,
            release=release,
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[LoggingIntegration(level=None)],
            include_local_variables=False,
            max_breadcrumbs=0,
            send_client_reports=False,
            auto_session_tracking=False,
            before_send=cut_down,
            shutdown_timeout=2,
        )
    except BadDsn as reason:
        raise ImproperlyConfigured(f"SENTRY_DSN: {reason}.") from reason


def cut_down(event: Any, hint: object) -> Any:
    """Return of an event only what may leave the machine; ``None`` if it repeats another."""
    line = event.get("logentry") or {}
    found = (event.get("exception") or {}).get("values")
    if event.get("logger") == _HAS_PATHS:
        if not found:
            return None
        line = {}
    known = structlog.contextvars.get_contextvars()
    kept = {
        name: event[name]
        for name in ("event_id", "timestamp", "level", "platform", "logger", "release", "sdk")
        if name in event
    }
    kept["tags"] = {name: str(known[name]) for name in _TAGS if name in known}
    if line:
        # With its values in place: how errors are grouped goes by the text around them.
        kept["logentry"] = {"message": _shown(line.get("formatted") or line.get("message"))}
    if found:
        kept["exception"] = {"values": [_exception(one) for one in found]}
    return kept


def _exception(one: Mapping[str, Any]) -> dict[str, Any]:
    frames = (one.get("stacktrace") or {}).get("frames") or []
    return {
        "type": one.get("type"),
        "module": one.get("module"),
        "value": _shown(one.get("value")),
        "stacktrace": {
            "frames": [
                {name: frame[name] for name in _OF_FRAMES if name in frame} for frame in frames
            ]
        },
    }


def _shown(text: object) -> str:
    return _PERSONAL.sub(HIDDEN, hide_in_text(_DETAIL.sub("", str(text or ""))))
