"""Celery, and all periodic work on one screen."""

import os

from celery import Celery

from config.pulse import Pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("chess_eleven", task_cls="config.tracing:LoggedTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Pulse)

app.conf.beat_schedule = {
    "send-account-mails": {"task": "accounts.tasks.send_mails", "schedule": 30.0},
    "forget-idempotent-requests": {
        "task": "accounts.tasks.forget_idempotent_requests",
        "schedule": 3600.0,
    },
}
