"""Celery, and all periodic work on one screen."""

import gc
import os
from typing import Any

from billiard.exceptions import TimeLimitExceeded, WorkerLostError
from celery import Celery, signals
from celery.schedules import crontab
from django.conf import settings as config
from django.db import close_old_connections, connections

from config.backends.db.patience import wait_at_most
from config.backends.db.releases import end_on_newer_tables
from config.observe import counts
from config.observe.liveness import Pulse, Sign, give_sign

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("chess_eleven", task_cls="config.observe.tracing:LoggedTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Pulse)

# Celery would close all connections around each task. They are kept, and looked at instead.
app.conf["CELERY_DB_REUSE_MAX"] = 1_000_000_000


@signals.worker_init.connect
@signals.beat_init.connect
def look_at_tables(**_: Any) -> None:
    """End a worker or beat whose code is older than the tables."""
    end_on_newer_tables()


@signals.worker_init.connect
def spare_what_stays(**_: Any) -> None:
    """Keep the collector from looking at all that is loaded, again and again in each process."""
    gc.collect()
    gc.freeze()


@signals.worker_init.connect
def keep_one_connection(**_: Any) -> None:
    """Let each process of a worker have one connection: it does one task at a time."""
    for settings in connections.settings.values():
        if settings["OPTIONS"].pop("pool", None):
            settings["CONN_MAX_AGE"] = 600
            settings["CONN_HEALTH_CHECKS"] = True


@signals.worker_init.connect
def bound_waiting(**_: Any) -> None:
    """Let a task give up where the database doesn't answer a commit."""
    wait_at_most(config.WORKER_DATABASE_SECONDS)


@signals.task_prerun.connect
@signals.task_postrun.connect
def drop_dead_connections(**_: Any) -> None:
    """Connect again where the database was started again in the meantime."""
    close_old_connections()


@signals.task_success.connect
def note_sweep(sender: Any = None, **_: Any) -> None:
    """Let ``/readyz`` know when missed deadlines were last looked for."""
    if sender.name == "games.tasks.close_overdue_games":
        give_sign(Sign.SWEEPS)


@signals.task_revoked.connect
def note_expired(sender: Any = None, expired: bool = False, **_: Any) -> None:
    """Count a task that waited until it was no longer wanted."""
    counts.TASKS.add(sender.name, "expired" if expired else "revoked")
    counts.flush()


@signals.task_failure.connect
def note_killed(sender: Any = None, exception: object = None, **_: Any) -> None:
    """Count a task whose process was killed, by us after its time limit or by the system.

    Of all others ``LoggedTask`` counts the end.
    """
    if isinstance(exception, TimeLimitExceeded | WorkerLostError):
        counts.TASKS.add(sender.name, "killed")
        counts.flush()


# What waits longer than until its next turn is not done twice.
# What features do now and then, each says itself (``Feature.schedule``).
app.conf.beat_schedule = {
    # The clock: half a minute after a deadline it is acted on, within ten seconds.
    "close-overdue-games": {
        "task": "games.tasks.close_overdue_games",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "send-reminders": {
        "task": "games.tasks.send_reminders",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "remind": {
        "task": "notifications.tasks.remind",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "tell-of-leaves": {
        "task": "games.tasks.announce_leaves",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "lapse-challenges": {
        "task": "games.tasks.lapse_challenges",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "give-time-back": {
        "task": "games.tasks.give_time_back",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    # The house bots answer within seconds.
    "let-robots-play": {
        "task": "games.tasks.let_robots_play",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "let-slow-robots-play": {
        "task": "games.tasks.let_slow_robots_play",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "forget-old-sweeps": {"task": "games.tasks.forget_old_sweeps", "schedule": 86400.0},
    # Telling people: once after each commit, and again for what was missed then.
    "relay-events": {
        "task": "notifications.tasks.relay_events",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "send-pushes": {
        "task": "notifications.tasks.send_pushes",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "forget-old-notifications": {
        "task": "notifications.tasks.forget_old_notifications",
        "schedule": 3600.0,
    },
    "forget-old-mail-files": {
        "task": "notifications.tasks.forget_old_mail_files",
        "schedule": 3600.0,
    },
    "send-deliveries": {
        "task": "notifications.tasks.send_deliveries",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "send-mails": {
        "task": "notifications.tasks.send_mails",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "clear-deleted-accounts": {
        "task": "accounts.tasks.clear_deleted_accounts",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "send-account-mails": {"task": "accounts.tasks.send_mails", "schedule": 30.0},
    "make-data-exports": {
        "task": "accounts.tasks.make_data_exports",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    # Nothing of what was in a queue stays in the broker's file for longer than a day.
    "compact-broker": {
        "task": "accounts.tasks.compact_broker",
        "schedule": crontab(hour="5", minute="0"),
    },
    "forget-dead-tokens": {"task": "accounts.tasks.forget_dead_tokens", "schedule": 86400.0},
    "forget-guests": {
        "task": "accounts.tasks.forget_guests",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "forget-idempotent-requests": {
        "task": "accounts.tasks.forget_idempotent_requests",
        "schedule": 600.0,
    },
}
