"""Celery, and all periodic work on one screen."""

import os

from celery import Celery

from config.pulse import Pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("chess_eleven", task_cls="config.tracing:LoggedTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Pulse)

# What waits longer than until its next turn is not done twice.
app.conf.beat_schedule = {
    "relay-events": {
        "task": "notifications.tasks.relay_events",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "send-mails": {
        "task": "notifications.tasks.send_mails",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "send-account-mails": {"task": "accounts.tasks.send_mails", "schedule": 30.0},
    "forget-dead-tokens": {"task": "accounts.tasks.forget_dead_tokens", "schedule": 86400.0},
    "forget-idempotent-requests": {
        "task": "accounts.tasks.forget_idempotent_requests",
        "schedule": 3600.0,
    },
}
