"""The ASGI entry point."""

import os
import re
import sys
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_held = get_asgi_application()

# What follows can be imported only now.
from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from config.backends.db.base import set_for_sessions  # noqa: E402
from config.backends.db.patience import wait_at_most  # noqa: E402
from config.backends.db.releases import end_on_newer_tables  # noqa: E402
from config.http.errors.handler import API_PREFIX  # noqa: E402
from config.http.openings import Openings  # noqa: E402
from config.http.readers import Readers  # noqa: E402
from config.http.request_limits import BoundedBody  # noqa: E402
from config.http.serving import AROUND_ASGI, IS_STREAM  # noqa: E402
from config.http.thread_pool import KeptThreads  # noqa: E402
from config.observe.probes import PROBES  # noqa: E402

# A turn waits some twenty times for a moment, and after each of these a thread that computes would
# keep the interpreter for 5 ms. Measured beside eight readers: turns take half as long.
sys.setswitchinterval(0.0001)
end_on_newer_tables()
set_for_sessions(settings.WEB_SESSION_SETTINGS)
wait_at_most(settings.WEB_DATABASE_SECONDS)
# The views are imported now: the first reader need not wait for it, nor meet a mistake in them.
get_resolver().url_patterns  # noqa: B018
_TURN = re.compile(rf"{API_PREFIX}v1/games/[^/]+/(turns|formation|seen)")
_readers = Readers()


def is_turn(scope: Any) -> bool:
    """Return whether a request is what people are waited for: that is served before all else."""
    return scope["method"] in ("POST", "PUT") and _TURN.fullmatch(scope["path"]) is not None


called = KeptThreads(settings.WEB_THREADS, _readers, is_turn)
_opened = Openings(_held, _readers)
_ask_for_stream = tuple(IS_STREAM)
# One thread for each: a probe may not wait for turns, nor for a probe that waits for the database;
# and many who probe take no more threads than one.
_probed = {path: KeptThreads(1) for path in PROBES}


async def _by_kind(scope: Any, receive: Any, send: Any) -> None:
    """Let streams, which last, and probes, which may not wait, go past the threads."""
    if probed := _probed.get(scope["path"]):
        await probed(scope, receive, send)
    else:
        is_stream = any(asks(scope) for asks in _ask_for_stream)
        await (_opened if is_stream else called)(scope, receive, send)


application: Any = BoundedBody(_by_kind)
for _wrap in AROUND_ASGI:
    application = _wrap(application, called.submit)
