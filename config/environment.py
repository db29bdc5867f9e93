"""Reads the environment; a value that makes no sense stops the start with a line that says so."""

from __future__ import annotations

import base64
import os
import re
import secrets
from collections.abc import Collection, Mapping
from email.utils import parseaddr
from importlib import metadata
from ipaddress import ip_address
from pathlib import Path
from shutil import which
from typing import Any, Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

_WORDS: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
SECRET_LENGTH: Final = 50


def text(name: str, default: str = "") -> str:
    """Return a variable; one that is set to nothing counts as not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    """Return a yes or no."""
    value = text(name)
    if not value:
        return default
    if value.lower() not in _WORDS:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return _WORDS[value.lower()]


def needing(name: str, package: str) -> str:
    """Return a variable that takes a package of ``config/requirements-observe.txt``; else empty."""
    value = text(name)
    if value:
        try:
            metadata.version(package)
        except metadata.PackageNotFoundError:
            raise ImproperlyConfigured(
                f"{name} is set, and {package} is not installed. Run: .venv/bin/uv pip install "
                "-p .venv --require-hashes -r config/requirements-observe.txt"
            ) from None
    return value


def program(name: str) -> str:
    """Return the path of a program that can be run; empty without one."""
    value = text(name)
    if value and not (Path(value).is_absolute() and which(value)):
        raise ImproperlyConfigured(
            f"{name} must be the whole path of a program that can be run, not {value!r}."
        )
    return value


def is_small() -> bool:
    """Return whether all parts are to share one gigabyte of memory."""
    return flag("SMALL", False)


def domain(name: str) -> str:
    """Return the name of a domain, in lower case; empty without one."""
    value = text(name).lower()
    if value and not re.fullmatch(r"(?=.{1,190}$)[a-z0-9-]+(\.[a-z0-9-]+)*", value):
        raise ImproperlyConfigured(
            f"{name} must be a domain such as in.example.org, not {value!r}."
        )
    return value


def number(name: str, default: int, least: int = 0, most: int = 1_000_000) -> int:
    """Return a whole number between ``least`` and ``most``."""
    value = text(name)
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and least <= int(value[:9]) <= most):
        raise ImproperlyConfigured(
            f"{name} must be a number from {least} to {most}, not {value!r}."
        )
    return int(value)


def _rate(name: str, value: str) -> tuple[int, int]:
    """Return so many requests in so many seconds, written 600/60."""
    quota, _, window = value.partition("/")
    if not all(part.isascii() and part.isdigit() and len(part) < 9 for part in (quota, window)):
        raise ImproperlyConfigured(f"{name} must be like 600/60, not {value!r}.")
    if not int(window):
        raise ImproperlyConfigured(f"{name} must be over at least one second, not {value!r}.")
    return int(quota), int(window)


def rates(name: str, default: str) -> tuple[tuple[int, int], ...]:
    """Return one rate or two, written 600/600 or 600/600+60/60: the second is for a short time."""
    value = text(name, default)
    found = tuple(_rate(name, part) for part in value.split("+"))
    if len(found) > 2:
        raise ImproperlyConfigured(f"{name} must be one rate or two, not {value!r}.")
    return found


def words(name: str, default: list[str]) -> list[str]:
    """Return a list written with commas."""
    value = text(name)
    return [word for part in value.split(",") if (word := part.strip())] if value else default


def some_of(name: str, allowed: Collection[str]) -> set[str]:
    """Return those of a few words that are written with commas."""
    chosen = set(words(name, []))
    if unknown := chosen - set(allowed):
        raise ImproperlyConfigured(
            f"{name} may list {', '.join(allowed)}, not {', '.join(sorted(unknown))}."
        )
    return chosen


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """Return one of a few words."""
    value = text(name, default).lower()
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def contact(name: str) -> str:
    """Return an email address as ``mailto:``, or another address at which someone is reached."""
    value = text(name)
    if "@" in value and ":" not in value:
        value = f"mailto:{value}"
    is_one_line = value.isascii() and value.isprintable() and " " not in value
    if value and not (is_one_line and value.startswith(("mailto:", "https://", "tel:"))):
        raise ImproperlyConfigured(
            f"{name} must be a mail address or begin with https:// or tel:, not {value!r}."
        )
    return value


def web_address(name: str, default: str) -> str:
    """Return ``scheme://host[:port]`` without a slash at its end."""
    value = text(name, default)
    parts = _parts(value)
    if (
        parts is None
        or parts.scheme not in {"http", "https"}
        or not parts.hostname
        or parts.path.strip("/")
    ):
        raise ImproperlyConfigured(
            f"{name} must look like https://chess.example.org, with no path, not {value!r}."
        )
    return f"{parts.scheme}://{parts.netloc}"


def _parts(address: str) -> SplitResult | None:
    """Return the parts of an address, or None where it cannot be read, as with an odd port."""
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts


def origins(name: str, default: list[str]) -> list[str]:
    """Return a list of addresses, each of which begins with http:// or https://."""
    value = words(name, default)
    for each in value:
        if not each.startswith(("http://", "https://")):
            raise ImproperlyConfigured(
                f"{name} must be addresses such as https://chess.example.org, not {each!r}."
            )
    return value


def sender(name: str, default: str) -> str:
    """Return who emails come from: an address, or a name and an address in angle brackets."""
    value = text(name)
    if not value:
        return default
    address = parseaddr(value)[1]
    if "@" not in address.strip("@") or not value.isprintable():
        raise ImproperlyConfigured(
            f"{name} must be like Chess <post@chess.example.org>, not {value!r}."
        )
    return value


def push_key(name: str) -> str:
    """Return the private key of web push: 32 bytes, or PKCS #8, as base64url."""
    value = text(name)
    try:
        decoded = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except ValueError:
        decoded = b""
    if value and len(decoded) < 32:
        raise ImproperlyConfigured(f"{name} must be a private key of P-256 as base64url.")
    return value


def push_subject(name: str, default: str) -> str:
    """Return how push services reach the operator."""
    value = text(name, default)
    if not value.startswith(("mailto:", "https://")):
        raise ImproperlyConfigured(f"{name} must begin with mailto: or https://, not {value!r}.")
    return value


def is_public(host: str) -> bool:
    """Return whether a host looks like one that strangers reach."""
    try:
        return ip_address(host).is_global
    except ValueError:
        end = host.rpartition(".")[2]
        return "." in host and end not in {"local", "localhost", "internal", "test", "lan"}


def database(name: str, default: str = "") -> dict[str, Any]:
    """Return Django's settings of the database whose address is in a variable."""
    address = text(name, default)
    try:
        parsed: dict[str, Any] = dict(dj_database_url.parse(address))
    except ValueError:
        parsed = {}
    if parsed.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured(
            f"{name} must look like postgres://user:password@host/name, and no other database "
            f"will do: not {without_password(address)!r}."
        )
    options = connection_options(parsed.get("OPTIONS", {}))
    is_pooled = "pool" in options
    return {
        **parsed,
        "ENGINE": "config.backends.db",
        "OPTIONS": options,
        # A pool and connections that are kept exclude each other.
        "CONN_MAX_AGE": 0 if is_pooled else 600,
        # Of one from the pool `config.backends.db` makes sure, without a round trip.
        "CONN_HEALTH_CHECKS": not is_pooled,
        # DATABASE_PREPARE=0 means a transaction pooler such as PgBouncer.
        "DISABLE_SERVER_SIDE_CURSORS": not flag("DATABASE_PREPARE", True),
    }


def redis_address(value: str, database: int) -> str:
    """Return a Redis address with its database number put to ``database``.

    Both spellings are known: ``redis://host:6379/0`` and ``unix:///path/to.sock?db=0``.
    """
    parts = _parts(value)
    if parts and parts.scheme in {"redis", "rediss"} and parts.hostname:
        return urlunsplit(parts._replace(path=f"/{database}"))
    if parts and parts.scheme == "unix" and parts.path:
        query = urlencode({**dict(parse_qsl(parts.query)), "db": database})
        return f"unix://{parts.netloc}{parts.path}?{query}"
    raise ImproperlyConfigured(
        "REDIS_URL must look like redis://host:6379/0 or unix:///path/to.sock, "
        f"not {without_password(value)!r}."
    )


def broker_address(value: str) -> str:
    """Return a Redis address as Celery spells it: for a Unix socket ``redis+socket://``.

    Over TLS Celery checks a certificate only where the address says so.
    """
    address = redis_address(value, 0)
    parts = urlsplit(address)
    if parts.scheme == "unix":
        return f"redis+socket://{parts.path}?virtual_host=0"
    if parts.scheme == "rediss":
        query = {"ssl_cert_reqs": "required", **dict(parse_qsl(parts.query))}
        return urlunsplit(parts._replace(query=urlencode(query)))
    return address


def mail_settings(address: str) -> dict[str, Any]:
    """Return Django's email settings for an ``EMAIL_URL``.

    ``smtp://`` sends as it is, ``smtp+tls://`` turns TLS on (STARTTLS), ``smtps://`` begins with
    it; ``file:///folder`` keeps emails as files; ``console:`` prints them.
    """
    parts = _parts(address)
    backend = "django.core.mail.backends."
    match parts.scheme if parts else "":
        case "smtp" | "smtp+tls" | "smtps" if parts and parts.hostname:
            ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
            return {
                "EMAIL_BACKEND": "config.backends.smtp.Backend",
                "EMAIL_HOST": parts.hostname,
                "EMAIL_PORT": parts.port or ports[parts.scheme],
                "EMAIL_HOST_USER": unquote(parts.username or ""),
                "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
                "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
                "EMAIL_USE_SSL": parts.scheme == "smtps",
            }
        case "file" if parts and parts.path:
            return {
                "EMAIL_BACKEND": "config.backends.mail_folder.FolderBackend",
                "EMAIL_FILE_PATH": unquote(parts.path),
            }
        case "console":
            return {"EMAIL_BACKEND": backend + "console.EmailBackend"}
    raise ImproperlyConfigured(
        "EMAIL_URL must begin with smtp://host, smtp+tls://host, smtps://host, file:///folder or "
        f"console:, not {without_password(address)!r}."
    )


def without_password(address: str) -> str:
    """Return an address as it may be shown."""
    head, at, tail = address.rpartition("@")
    return f"{head.partition('://')[0]}://…@{tail}" if at else address


def secret_key(folder: Path, may_be_made: bool) -> str:
    """Return ``SECRET_KEY``; where one may be made, a random one is kept in ``folder``."""
    value = text("SECRET_KEY")
    if not value and may_be_made:
        return kept_secret(folder / "secret-key")
    if not value:
        raise ImproperlyConfigured(
            "Set SECRET_KEY to a long random text of your own, for example from: "
            'python3 -c "import secrets; print(secrets.token_urlsafe(50))"'
        )
    if len(value) < SECRET_LENGTH or len(set(value)) < 5 or value.startswith("django-insecure-"):
        raise ImproperlyConfigured(
            f"SECRET_KEY is too easy to guess: at least {SECRET_LENGTH} random characters."
        )
    return value


def kept_secret(path: Path) -> str:
    """Return the random text in a file that only its owner may read, made at the first call."""
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written aside and linked into place: of two first starts at the same time both read the same
    # key.
    aside = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(64))
    try:
        os.link(aside, path)
    except FileExistsError:
        pass
    finally:
        aside.unlink()
    return path.read_text().strip()


def connection_options(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the connection options of PostgreSQL that follow from the environment.

    Parsing and planning again costs two fifths of a turn, so statements are prepared. A pooler that
    hands out connections by the transaction (PgBouncer before 1.22) cannot live with that:
    ``DATABASE_PREPARE=0``. ``DATABASE_POOL=0`` keeps one connection a thread instead of a pool,
    which suits a WSGI server with one thread a worker.
    """
    options: dict[str, Any] = {**settings, "server_side_binding": True}
    options["prepare_threshold"] = 2 if flag("DATABASE_PREPARE", True) else None
    options.setdefault("connect_timeout", 5)
    size = number("DATABASE_POOL", 4 if is_small() else 8, most=200)
    if size:
        options["pool"] = {"min_size": min(2, size), "max_size": size, "timeout": 10}
    return options
