"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# What follows can be imported only now.
from django.conf import settings  # noqa: E402

from config.backends.db.base import set_for_sessions  # noqa: E402
from config.backends.db.releases import end_on_newer_tables  # noqa: E402
from config.http.serving import AROUND_WSGI  # noqa: E402

end_on_newer_tables()
set_for_sessions(settings.WEB_SESSION_SETTINGS)
for _wrap in AROUND_WSGI:
    application = _wrap(application)
