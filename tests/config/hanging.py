"""A worker with a thread that hangs, in a process of its own: what Celery does when a worker starts
would stay in that of the tests."""

from __future__ import annotations

import threading
import time

from celery import Celery
from celery.contrib.testing.worker import start_worker

from config.observe.liveness import is_overdue


def main() -> None:
    app = Celery("hangs", broker="memory://", set_as_current=False)
    begun, may_end = threading.Event(), threading.Event()

    @app.task(name="hang", time_limit=60)
    def hang() -> None:
        begun.set()
        may_end.wait()

    with start_worker(app, pool="threads", perform_ping_check=False, shutdown_timeout=60):
        try:
            hang.delay()
            begun.wait()
            now = time.time()
            print(is_overdue(now), is_overdue(now + 80))
        finally:
            may_end.set()
    print(is_overdue(now + 80))


if __name__ == "__main__":
    main()
