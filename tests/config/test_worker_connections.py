"""A process of a worker keeps one connection to the database over its tasks."""

from __future__ import annotations

import pytest
from django.db import connections

from config.celery import keep_one_connection


def test_a_process_of_a_worker_has_one_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"pool": {"max_size": 8}, "connect_timeout": 5}
    kept = {"OPTIONS": options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    monkeypatch.setitem(connections.settings, "default", kept)

    keep_one_connection()

    assert kept == {
        "OPTIONS": {"connect_timeout": 5},
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }
