"""The settings of the service, but quick where only time would be spent."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403

# The names of static files without their hash: nothing was collected.
STORAGES["staticfiles"] = {  # noqa: F405
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
}
# A language of twisted English, to see what is not in the catalogues and what is too narrow, and
# one of four plural forms; see tests.languages.
LANGUAGES = [*LANGUAGES, ("en-xa", "Pseudo"), ("sl", "Slovenščina")]  # noqa: F405
LOCALE_PATHS = [*LOCALE_PATHS, str(Path(__file__).parent / "locale")]  # noqa: F405
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# The workers of a parallel run may share a Redis that was given to them.
CACHES["default"]["KEY_PREFIX"] = os.environ.get("PYTEST_XDIST_WORKER", "")  # noqa: F405
# On a busy machine a Redis that is there may answer late, and nothing would be counted.
CACHES["default"]["OPTIONS"]["socket_timeout"] = 3  # noqa: F405
# No worker runs: tests relay events themselves.
OUTBOX_TASK = ""
HEARTBEAT_SECONDS = 0
STATUS_KEPT_SECONDS = 0
# Tests are no web process, though some import one.
WEB_SESSION_SETTINGS = {}
# Tests say by ``now`` when a request arrives and when a sweep looks; those of the grace set it.
DEADLINE_GRACE_SECONDS = 0
# A busy machine takes longer to clear after someone than a request has.
CLEARED_WITH_REQUEST_SECONDS = 60.0
