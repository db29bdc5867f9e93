"""Errors that are sent to ``SENTRY_DSN``, read as they arrive."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator

import pytest
import sentry_sdk
import structlog
from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.observe import errors
from tests.config.receiver import Receiver, receiving
from tests.config.service import BASE

PRIVATE = ("carol@example.org", "203.0.113.9", "2001:db8::7", "c11_0123456789abcdef", "a-local")

OF_POSTGRESQL = "\nDETAIL:  Key (name)=(carol) already exists."


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as server:
        errors.begin(server.errors, "1.2.3")
        yield server
        sentry_sdk.init()


def test_an_error_arrives_without_anything_of_a_person(receiver: Receiver) -> None:
    with structlog.contextvars.bound_contextvars(request_id="0123456789abcdef"):
        try:
            local = PRIVATE[-1]
            raise ValueError(f"{' '.join(PRIVATE[:-1])} {len(local)}{OF_POSTGRESQL}")
        except ValueError:
            logging.getLogger("games").exception("game %s of %s", "abc", PRIVATE[0])
        # The log has two lines about a failed request; both name its path.
        logging.getLogger("django.request").error("Internal Server Error: /mail/stop/key/")
        logging.getLogger("config.requests").error({"path": "/mail/stop/key/"})
        logging.getLogger("games").warning("no error")
    sentry_sdk.flush(10)

    (event,) = receiver.events()
    assert event["tags"] == {"request_id": "0123456789abcdef"}
    assert event["release"] == "1.2.3"
    assert event["logentry"]["message"] == "game abc of [hidden]"
    (error,) = event["exception"]["values"]
    assert error["type"] == "ValueError"
    assert [frame["function"] for frame in error["stacktrace"]["frames"]] == [
        "test_an_error_arrives_without_anything_of_a_person"
    ]
    assert not [text for text in (*PRIVATE, "carol") if text in json.dumps(event)]


def test_a_start_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENTRY_DSN", "http://key@127.0.0.1/1")

    with pytest.raises(ImproperlyConfigured, match=r"-r config/requirements-observe\.txt"):
        environment.needing("SENTRY_DSN", "no-such-package")


@pytest.mark.long
def test_nothing_is_imported_where_both_are_off() -> None:
    code = (
        "import sys, django; django.setup(); import config.celery, config.urls;"
        # The client of Redis looks for the rest of OpenTelemetry.
        "assert not {'opentelemetry.exporter', 'sentry_sdk'} & {*sys.modules}"
    )

    subprocess.run([sys.executable, "-c", code], cwd=BASE, check=True)
