"""What the parts of the service have in common, loaded once: they are copies of this process.

Each would otherwise load Django, Celery and all that is ours for itself, 100 MB and three seconds
of a processor each.
"""

from __future__ import annotations

import gc
import importlib
import os
from typing import Final

from config import spans

PROGRAMS: Final = (
    "config.celery",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
    "celery.fixups.django",
    "celery.worker.autoscale",
    "celery.worker.consumer",
    "config.http.connections",
    "games.play.referee",
    "kombu.transport.redis",
    "uvicorn.loops.auto",
    "uvicorn.main",
)


def load() -> None:
    """Import what the parts run; nothing may be connected to, as copies share no connection."""
    # What stays is looked at by no collector, which would write to it, and so copy it.
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.urls import get_resolver

    django.setup()
    from config.backends.db.releases import former_migrations

    for name in (*PROGRAMS, *(spans.PACKAGES if spans.is_on else ())):
        importlib.import_module(name)
    app = importlib.import_module("config.celery").app
    app.loader.import_default_modules()
    app.finalize()
    # Each part asks for them once.
    former_migrations()
    get_resolver().url_patterns  # noqa: B018
    gc.collect()
    gc.freeze()
    gc.enable()
