"""The WSGI entry point."""

import os
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# What follows can be imported only now.
from django.conf import settings  # noqa: E402

from config.backends.db.base import set_for_sessions  # noqa: E402
from config.backends.db.patience import wait_at_most  # noqa: E402
from config.backends.db.releases import end_on_newer_tables  # noqa: E402
from config.http.serving import AROUND_WSGI  # noqa: E402
from config.http.short_way import ShortWay  # noqa: E402


class Handler(ShortWay, WSGIHandler):
    """Django's own handler, with the short way."""


application: Any = Handler()
end_on_newer_tables()
set_for_sessions(settings.WEB_SESSION_SETTINGS)
wait_at_most(settings.WEB_DATABASE_SECONDS)
for _wrap in AROUND_WSGI:
    application = _wrap(application)
