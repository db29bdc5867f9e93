"""What the service writes down: one line for each thing that happened, never a secret.

Lines are JSON for machines or words for a person at a terminal. What only its owner should know is
blotted out at the last step, no matter which part of the program wrote it.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

import orjson
import structlog

HIDDEN: Final = "[hidden]"
_SECRET_NAMES: Final = re.compile(
    r"password|passwd|secret|token|authorization|cookie|session|csrf|api_?key|private|signature",
    re.IGNORECASE,
)
_SECRET_TEXT: Final = re.compile(
    r"(?P<kept>\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}"
    r"|(?P<prefix>\bc11_)[\w-]{8,}"
    r"|(?P<scheme>\b[a-z][a-z+]*://)[^\s/@]+@"
    r"|(?P<name>\b(?:password|secret|token|sessionid|csrftoken|code|key)=)[^\s&;'\"]+",
    re.IGNORECASE,
)


def configured(form: str, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's ``LOGGING``; both write through the same steps."""
    steps: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=["game", "task"]),
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *steps,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last = _write_json if form == "json" else structlog.dev.ConsoleRenderer()
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": LineFormatter,
                "last": last,
                "foreign_pre_chain": steps,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # Every answer has a line of ours already; a refusal needs no second one.
            "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            # Anyone may send any Host: each would be an error and a trace, and our fault is none.
            "django.security.DisallowedHost": {"level": "CRITICAL", "propagate": False},
            # One line a task is enough: the one that says how it ended.
            "celery.beat": quiet,
            "celery.worker.strategy": quiet,
            # Uvicorn brings handlers of its own, which know no JSON.
            "uvicorn": {"handlers": [], "level": level, "propagate": True},
            # It writes whole addresses, keys and all. --no-access-log alone does not stop it: it
            # writes as soon as a logger above it has a handler.
            "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
            # At "debug" these write what is in a page, a question or an answer.
            "django.template": quiet,
            "django.db.backends": quiet,
            "oauthlib": quiet,
            "oauth2_provider": quiet,
            "kombu": quiet,
            "httpcore": quiet,
            "httpx": quiet,
            "aiohttp": quiet,
        },
    }


class Facts(dict[str, Any]):
    """The message of a line that needs no more than its level, logger and time.

    Each request has one, so it takes none of the steps of other lines but the last two.
    """


class LineFormatter(structlog.stdlib.ProcessorFormatter):
    """Writes a line through the steps above, or ``Facts`` without what they have already."""

    def __init__(self, *args: Any, last: Callable[..., str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._last = last

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        facts: object = record.msg
        if not isinstance(facts, Facts):
            return super().format(record)
        at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        line = {**facts, "level": record.levelname.lower(), "logger": record.name, "at": at}
        return self._last(None, "", hide_secrets(None, "", line))


def _write_json(logger: Any, method: str, line: dict[str, Any]) -> str:
    try:
        return orjson.dumps(line, default=str).decode()
    except TypeError:  # a number or a text that orjson can't write; a line is never lost for it
        return json.dumps(line, default=str)


def hide_secrets(logger: Any, method: str, line: dict[str, Any]) -> dict[str, Any]:
    """Return a line without what only its owner should know, by name and by look."""
    return {name: _hidden(name, value) for name, value in line.items()}


def _hidden(name: str, value: Any) -> Any:
    if _names_a_secret(name) and value is not None and not isinstance(value, bool):
        return HIDDEN
    if isinstance(value, str):
        return hide_in_text(value)
    if isinstance(value, dict):
        return {key: _hidden(str(key), item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_hidden("", item) for item in value]
    return value


@lru_cache(maxsize=1024)
def _names_a_secret(name: str) -> bool:
    """Return whether what has this name is to be hidden; lines have the same few names."""
    return _SECRET_NAMES.search(name) is not None


def hide_in_text(text: str) -> str:
    """Return a text in which tokens, passwords in addresses and the like are blotted out."""
    return _SECRET_TEXT.sub(
        lambda found: (
            "".join(part for part in found.groups("") if part)
            + HIDDEN
            + ("@" if found["scheme"] else "")
        ),
        text,
    )
