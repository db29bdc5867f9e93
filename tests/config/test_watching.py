"""What an operator's instruments see: signs of all parts, counts of all processes, alarms."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog
import time_machine
import yaml
from celery.exceptions import Retry
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.mail_line import MailLine
from accounts.models import OutgoingMail
from config.backends.backups import COPIED, note
from config.celery import app, note_expired, note_killed
from config.observe import counts
from config.observe.liveness import Beats, Sign, age_of_signs, give_sign, signs_of, states_of_signs
from tests.config.service import BASE
from tests.config.test_probes import figures, kept_connection  # noqa: F401

DEPLOY = BASE / "config" / "deploy"
RULES: Any = yaml.safe_load((DEPLOY / "alerts.yml").read_text())
DASHBOARD = json.loads((DEPLOY / "dashboard.json").read_text())
PROMTOOL = shutil.which("promtool")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_counts() -> Iterator[None]:
    """Begin from nothing, as after a loss of Redis' data."""
    counts.flush()
    cache.clear()
    yield
    cache.clear()


def test_every_queue_has_a_sign_that_its_worker_gives() -> None:
    queues = set(app.amqp.queues)

    assert {*signs_of(queues), Sign.SWEEPS, Sign.REFEREE, Sign.BEAT} == set(Sign)
    assert signs_of(["celery", "pairing"]) == [Sign.WORKER, Sign.PAIRING]


def test_a_part_that_stops_is_seen_in_the_probe_and_in_its_figure(client: Client) -> None:
    with time_machine.travel("2026-06-01T12:00:00Z", tick=False) as clock:
        for sign in Sign:
            give_sign(sign)
        clock.shift(70)
        for sign in set(Sign) - {Sign.WEBHOOKS}:
            give_sign(sign)
        ready, shown = client.get("/readyz"), figures(client)

    assert ready.status_code == 200
    assert {word for name, word in ready.json().items() if name != "webhooks"} == {"ok"}
    assert ready.json()["webhooks"] == "silent for 70 s"
    assert shown["chess_sign_age_seconds webhooks"] == 70
    assert shown["chess_sign_age_seconds beat"] == 0


def test_a_part_that_was_never_seen_sets_off_the_alarm_too(client: Client) -> None:
    assert states_of_signs([Sign.ENGINE]) == {Sign.ENGINE: "not seen"}
    assert figures(client)["chess_sign_age_seconds engine"] > 60


def test_beat_gives_its_sign_every_ten_seconds_and_not_each_round() -> None:
    with time_machine.travel("2026-06-01T12:00:00Z", tick=False) as clock:
        give = Beats(time.time)
        ages = []
        for _ in range(3):
            give()
            ages.append(age_of_signs([Sign.BEAT])[Sign.BEAT])
            clock.shift(6)

    assert ages == [timedelta(0), timedelta(seconds=6), timedelta(0)]


def test_tasks_are_counted_by_name_and_end(client: Client) -> None:
    @app.task(name="tests.counted", bind=True)
    def counted(self: Any, how: str) -> None:
        if how == "retry":
            raise Retry
        assert how == "success"

    for how in ("success", "success", "retry", "fails"):
        task = app.tasks["tests.counted"]
        task.push_request(id="1", called_directly=False)
        try:
            task(how)
        except (Retry, AssertionError):
            pass
        finally:
            task.pop_request()
            # A worker forgets the names of a task only as it begins the next one.
            structlog.contextvars.clear_contextvars()
    note_expired(sender=counted, expired=True)
    note_killed(sender=counted, exception=ValueError())

    shown = figures(client)
    ended = {key: value for key, value in shown.items() if "tests.counted" in key}
    assert ended.pop("chess_task_seconds_total tests.counted") > 0
    assert ended == {
        "chess_tasks_total success tests.counted": 2,
        "chess_tasks_total retry tests.counted": 1,
        "chess_tasks_total failure tests.counted": 1,
        "chess_tasks_total expired tests.counted": 1,
    }


def test_what_could_not_be_written_down_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as away:
        away.setattr(cache, "add_up", lambda *_: False)
        counts.TASKS.add("a", "success")
        counts.flush()
    counts.TASKS.add("a", "success")

    assert [figure.value for figure in counts.figures() if figure.name == "tasks"] == [2]


class Refusing(EmailBackend):
    """A mail server that knows no one."""

    def send_messages(self, messages: list[EmailMessage]) -> int:  # type: ignore[override]
        raise ValueError("no such mailbox")


def test_emails_are_counted_by_what_the_server_said_and_those_in_time(client: Client) -> None:
    now = timezone.now()
    mail = EmailMessage("s", "t", to=["alice@example.org"])
    with MailLine() as line:
        for late in (0, 299, 301):
            line.send(mail, now, timedelta(seconds=late))
    with MailLine(Refusing()) as line:
        line.send(mail, now, timedelta())

    shown = figures(client)
    assert shown["chess_mails_total taken"] == 3
    assert shown["chess_mails_total refused"] == 1
    assert shown["chess_mails_in_time_total"] == 2


def test_an_email_that_was_tried_before_is_as_late_as_all_its_attempts() -> None:
    from accounts.mail import QUEUE

    now = timezone.now()
    due = now - timedelta(seconds=7)
    OutgoingMail.objects.create(recipient="a@example.org", subject="s", text="t", due_at=due)

    (row,) = QUEUE.claim(QUEUE.due(now), now)
    assert QUEUE.lateness(row, now) == timedelta(seconds=7)
    QUEUE.release([row], now)
    (row,) = QUEUE.claim(QUEUE.due(now), now)
    assert QUEUE.lateness(row, now) == timedelta(seconds=7)

    QUEUE.postpone(row, now)
    later = now + timedelta(seconds=35)
    (row,) = QUEUE.claim(QUEUE.due(later), later)
    assert QUEUE.lateness(row, later) == timedelta(seconds=30 + 5)


def test_passwords_are_counted(client: Client, alice: Any) -> None:
    for password in ("wrong", "wrong too"):
        client.post("/accounts/login/", {"login": "alice", "password": password})
    asked = {"username": "alice", "password": "wrong"}
    assert client.post("/api/v1/auth/token", asked, "application/json").status_code == 401

    assert figures(client)["chess_log_ins_total failed"] == 3


@pytest.mark.long
def test_the_release_the_pool_and_the_backup_are_shown(
    client: Client, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setenv("COMMIT", "abc123")
    assert figures(client)["chess_backup_age_seconds"] > 26 * 3600

    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "2026-06-01-120000-before-upgrade.dump").touch()
    assert figures(client)["chess_backup_age_seconds"] > 26 * 3600, "it is no backup of every day"
    (tmp_path / "backups" / "2026-06-01-120000.dump").touch()

    shown = figures(client)
    assert shown["chess_backup_age_seconds"] < 60
    assert next(key for key in shown if "build_info" in key).split()[1] == "abc123"
    assert shown["chess_games_live"] == 0


def expressions() -> list[str]:
    """Return every expression of the rules and of the dashboard."""
    rules = [rule["expr"] for group in RULES["groups"] for rule in group["rules"]]
    return rules + [one["expr"] for panel in DASHBOARD["panels"] for one in panel["targets"]]


@pytest.mark.needs
def test_rules_and_dashboard_ask_for_figures_that_are_shown(
    client: Client, tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    note(tmp_path / "backups", COPIED)
    for count in counts.COUNTS:
        count.add(*("x" for _ in count.labels))
    shown = client.get("/metrics").content.decode()
    named = set(re.findall(r"^# TYPE (\S+) ", shown, re.MULTILINE))
    recorded = {r["record"] for group in RULES["groups"] for r in group["rules"] if "record" in r}

    asked = {name for one in expressions() for name in re.findall(r"\bchess[_:][a-z0-9_:]+", one)}

    assert len(asked) > 25
    known = named | recorded | {"chess_request_seconds_bucket", "chess_pool_connections"}
    assert asked - known - {"chess_pool_waiting"} == set()


def test_every_alarm_says_how_bad_it_is_and_what_is_wrong() -> None:
    alarms = [rule for group in RULES["groups"] for rule in group["rules"] if "alert" in rule]

    assert len({alarm["alert"] for alarm in alarms}) == len(alarms) > 15
    for alarm in alarms:
        assert alarm["labels"]["severity"] in {"page", "ticket"}
        assert alarm["annotations"]["summary"]


@pytest.mark.skipif(not PROMTOOL, reason="needs promtool")
def test_prometheus_reads_rules_and_configuration(tmp_path: Path) -> None:
    for name in ("alerts.yml", "prometheus.yml"):
        shutil.copy(DEPLOY / name, tmp_path)
    shutil.copy(BASE / "tests" / "config" / "alarms.yml", tmp_path)
    (tmp_path / "metrics-token").write_text("secret")

    for words in (["check", "config", "prometheus.yml"], ["test", "rules", "alarms.yml"]):
        done = subprocess.run(
            [str(PROMTOOL), *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
