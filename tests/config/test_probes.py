"""``/healthz``, ``/readyz``, ``/metrics``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families as parse
from pytest_django import Settings

from accounts.figures import figures as account_figures
from accounts.models import OutgoingMail
from config.observe import metrics, probes
from config.observe.liveness import Sign, give_sign
from games.models import Heartbeat, Sweep
from tests.hooks import Only

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def kept_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the connection of the test's transaction, which a probe gives back."""
    monkeypatch.setattr(connection, "close", lambda: None)


def figures(client: Client, **headers: str) -> dict[str, float]:
    """Return the figures of the page by name and labels."""
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in parse(answer.content.decode())
        for sample in family.samples
    }


def test_a_probe_may_come_by_any_name_and_without_https(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True

    assert client.get("/healthz", headers={"Host": "10.0.0.7:8000"}).status_code == 200
    ready = client.get("/readyz", headers={"Host": "10.0.0.7:8000"})
    assert ready.status_code == 200
    assert ready.json().items() >= {"database": "ok", "redis": "ok"}.items()


def test_a_worker_or_a_clock_that_is_stuck_is_reported(client: Client) -> None:
    with time_machine.travel("2026-06-01T12:00:00Z", tick=False) as clock:
        for sign in Sign:
            cache.delete(f"sign-{sign}")
        unseen = client.get("/readyz").json()
        give_sign(Sign.WORKER)
        give_sign(Sign.SWEEPS)
        clock.shift(50)
        give_sign(Sign.WORKER)
        clock.shift(50)
        ready = client.get("/readyz")

    assert (unseen["worker"], unseen["sweeps"]) == ("not seen", "not seen")
    assert ready.status_code == 200
    assert (ready.json()["worker"], ready.json()["sweeps"]) == ("ok", "silent for 100 s")


@pytest.fixture
def without(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database or Redis, as the test names it, doesn't answer."""

    def fail() -> None:
        raise DatabaseError if request.param == "database" else ConnectionError

    monkeypatch.setattr(probes, f"_ask_{request.param}", fail)


@pytest.mark.parametrize("without", ["database"], indirect=True)
def test_without_the_database_it_is_alive_but_not_ready(client: Client, without: None) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "does not answer"
    assert answer.json()["redis"] == "ok"
    assert client.get("/healthz").status_code == 200


def test_a_database_that_is_read_only_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["database"] == "is read-only"


@pytest.mark.parametrize("without", ["redis"], indirect=True)
def test_without_redis_turns_can_be_played_so_it_is_ready(client: Client, without: None) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "database": "ok",
        "redis": "does not answer",
        **dict.fromkeys(Sign, "unknown"),
    }


def test_requests_are_counted_by_the_pattern_of_their_address(client: Client) -> None:
    name = "chess_requests_total GET unknown 404"
    before = figures(client).get(name, 0)
    client.get("/no-such-page-1")
    client.get("/no-such-page-2")

    after = figures(client)
    assert after[name] == before + 2
    assert not [key for key in after if "no-such-page" in key]


def test_the_clock_and_all_that_waits_are_shown(client: Client) -> None:
    now = timezone.now()
    Heartbeat.objects.update_or_create(id=1, defaults={"beat_at": now - timedelta(seconds=40)})
    Sweep.objects.create(
        kind=Sweep.Kind.DEADLINES,
        ended_at=now,
        handled=4,
        total_lateness=timedelta(seconds=20),
        worst_lateness=timedelta(seconds=11),
    )
    mail = OutgoingMail.objects.create(recipient="alice@example.org", subject="s", text="t")
    OutgoingMail.objects.filter(pk=mail.pk).update(created_at=now - timedelta(minutes=2))

    shown = figures(client)

    assert shown["chess_heartbeat_age_seconds"] == pytest.approx(40, abs=5)
    assert shown["chess_sweep_lateness_seconds deadlines mean"] == 5
    assert shown["chess_sweep_lateness_seconds deadlines worst"] == 11
    assert shown["chess_account_mails_waiting"] == 1
    assert shown["chess_account_mails_oldest_seconds"] == pytest.approx(120, abs=5)
    assert shown["chess_outbox_backlog"] == 0
    assert shown["chess_notifications_due mail"] == 0
    for queue in ("celery", "webhooks", "pushes", "robots", "engine", "pairing"):
        assert shown[f"chess_queue_length {queue}"] >= 0
    assert shown["chess_turns_total"] >= 0
    assert shown["chess_sources_silent"] == 0


def test_a_part_that_cannot_answer_does_not_silence_the_others(client: Client, only: Only) -> None:
    only(metrics.FIGURES, metrics.FIGURES.by(broken), metrics.FIGURES.by(account_figures))

    shown = figures(client)

    assert shown["chess_sources_silent"] == 1
    assert "chess_account_mails_waiting" in shown


def broken() -> Iterator[None]:
    raise ConnectionError("away")


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("203.0.113.9", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.9"}, 403),
        ("203.0.113.9", {"X-Forwarded-For": "127.0.0.1"}, 403),
    ],
)
def test_without_a_token_only_this_machine_reads_the_figures(
    client: Client, address: str, headers: dict[str, str], status: int
) -> None:
    answer = client.get("/metrics", headers=headers, REMOTE_ADDR=address)

    assert answer.status_code == status


def test_with_a_token_anyone_who_bears_it_reads_them(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "let-me-see"

    assert client.get("/metrics").status_code == 403
    assert client.get("/metrics", headers={"Authorization": "Bearer nope"}).status_code == 403
    assert figures(client, Authorization="Bearer let-me-see")


def test_every_figure_is_explained(client: Client) -> None:
    text = client.get("/metrics").content.decode()
    told = set(re.findall(r"^# HELP (\S+) \S", text, re.MULTILINE))

    assert set(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE)) <= told
