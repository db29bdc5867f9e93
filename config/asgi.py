"""The ASGI entry point."""

import os

from django.core.asgi import get_asgi_application

from config.guards import BoundedBody

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_asgi_application()

from games.heart import beating_asgi  # noqa: E402  (models can be imported only now)

application = beating_asgi(BoundedBody(_django))
