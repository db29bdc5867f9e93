"""The ASGI entry point."""

import os

from django.core.asgi import get_asgi_application

from config.guards import BoundedBody

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = BoundedBody(get_asgi_application())
