"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_wsgi_application()

from games.clock.heartbeat_thread import beating_wsgi  # noqa: E402  (models can be imported only now)

application = beating_wsgi(_django)
