"""The WSGI entry point of the yardstick."""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.yardstick.settings"

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
