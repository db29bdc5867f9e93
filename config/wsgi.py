"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_wsgi_application()

from django.conf import settings  # noqa: E402

from config.backends.db.base import set_for_sessions  # noqa: E402
from config.backends.db.releases import end_on_newer_tables  # noqa: E402
from games.play.heartbeat_thread import with_heartbeat_wsgi  # noqa: E402  (models can be imported only now)

end_on_newer_tables()
set_for_sessions(settings.WEB_SESSION_SETTINGS)
application = with_heartbeat_wsgi(_django)
