"""Celery, and all periodic work on one screen."""

import os
from typing import Any

from celery import Celery, signals
from celery.schedules import crontab
from django.db import close_old_connections, connections

from config.backends.db.releases import end_on_newer_tables
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
def keep_one_connection(**_: Any) -> None:
    """Let each process of a worker have one connection: it does one task at a time."""
    for settings in connections.settings.values():
        if settings["OPTIONS"].pop("pool", None):
            settings["CONN_MAX_AGE"] = 600
            settings["CONN_HEALTH_CHECKS"] = True


@signals.task_prerun.connect
@signals.task_postrun.connect
def drop_dead_connections(**_: Any) -> None:
    """Connect anew where the database was started again in the meantime."""
    close_old_connections()


@signals.task_success.connect
def note_sweep(sender: Any = None, **_: Any) -> None:
    """Let ``/readyz`` know when missed deadlines were last looked for."""
    if sender.name == "games.tasks.close_overdue_games":
        give_sign(Sign.SWEEPS)


# What waits longer than until its next turn is not done twice.
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
        "task": "games.tasks.tell_of_leaves",
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
    # What people have prepared is played after each commit; this finds what was missed then.
    "fire-plans": {
        "task": "games.plans.tasks.fire_plans",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    # Whoever looks for a live match is paired with each new search; this finds wider windows.
    "pair-seeks": {
        "task": "games.live.tasks.pair_seeks",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    # Who plays on at once is told when it has ended by itself; nothing else hangs on it.
    "end-playing-on": {
        "task": "games.live.tasks.end_playing_on",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    # The house robots answer within seconds.
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
    # Games that end are heard of at once; this finds what the clock alone makes due.
    "go-on-with-competitions": {
        "task": "games.competitions.tasks.go_on_with_competitions",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "rate-games": {
        "task": "games.ratings.tasks.rate_games",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "give-badges": {
        "task": "games.ratings.tasks.give_badges",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "make-boards": {
        "task": "games.ratings.tasks.make_boards",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "forget-old-clips": {"task": "games.share.tasks.forget_old_clips", "schedule": 3600.0},
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
    # Each minute of the night a little, until all that ended is looked at.
    "find-puzzles": {
        "task": "games.puzzles.tasks.find_puzzles",
        "schedule": crontab(hour="1-4"),
        "options": {"expires": 60.0},
    },
    "find-missed-puzzles": {
        "task": "games.puzzles.tasks.find_missed",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    # Whoever asks for it first chooses it; so does this, where nobody asks.
    "choose-daily-puzzle": {
        "task": "games.puzzles.tasks.choose_daily",
        "schedule": crontab(hour="0", minute="0"),
        "options": {"expires": 3600.0},
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
