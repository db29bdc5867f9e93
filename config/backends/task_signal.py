"""Debounced ``send_task`` after commit, from a thread: a slow broker never delays a request.

Many triggers at the same time become one message. A broker that is away, or that hangs, costs the
request nothing: a sweep finds the rows anyhow.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import Any, Final

from celery import current_app
from celery.app.task import Task
from django.db import transaction

from config import spans

logger = logging.getLogger(__name__)

SPANS_HEADER: Final = "x_spans"
"""The spans that asked for a task, in its message."""
_GATHER_SECONDS: Final = 0.02
_REST_SECONDS: Final = 0.25
"""After a message: the worker it called takes what was written meanwhile too, and to make one
costs a tenth of a turn."""
_EXPIRES_SECONDS: Final = 60
_MOST_NAMED: Final = 20
"""Spans that a message names as those that asked for its task."""


class TaskTrigger:
    """Sends one task, from a thread of each process that begins with its first trigger."""

    def __init__(self, task: str) -> None:
        self.task = task
        self._triggered = threading.Event()
        self._asked_by: list[str] = []
        self._starting = threading.Lock()
        self._pid = 0

    def trigger_on_commit(self) -> None:
        """Have a worker run the task once the present transaction is committed."""
        transaction.on_commit(self.trigger, robust=True)

    def trigger(self) -> None:
        """Have a worker run the task soon."""
        # A forked process inherits the mark but not the thread.
        if self._pid != os.getpid():
            with self._starting:
                if self._pid != os.getpid():
                    threading.Thread(target=self._run, name="task-trigger", daemon=True).start()
                    self._pid = os.getpid()
        if (span := spans.present()) and len(self._asked_by) < _MOST_NAMED:
            self._asked_by.append(span)
        self._triggered.set()

    def _run(self) -> None:
        while self._triggered.wait():
            time.sleep(_GATHER_SECONDS)
            self._triggered.clear()
            asked_by, self._asked_by = self._asked_by, []
            try:
                current_app.send_task(
                    self.task,
                    retry=False,
                    ignore_result=True,
                    expires=_EXPIRES_SECONDS,
                    headers={SPANS_HEADER: asked_by} if asked_by else None,
                )
            except Exception as error:
                logger.warning("no worker could be told to run %s: %s", self.task, error)
            time.sleep(_REST_SECONDS)


class Messenger:
    """A thread for each process that sends calls of tasks, one after the other.

    A broker that hangs holds up this thread and no one else.
    """

    def __init__(self, most_waiting: int = 200) -> None:
        self._most_waiting = most_waiting
        self._waiting: queue.Queue[tuple[Callable[[], object], Future[bool]]]
        self._starting = threading.Lock()
        self._pid = 0

    def send(self, task: Task[Any, Any], *arguments: Any, **options: Any) -> Future[bool]:
        """Have a worker do a task soon; the answer says, in a moment, whether one was notified."""
        answer: Future[bool] = Future()
        context = copy_context()  # the task has the id of the request

        def publish() -> None:
            context.run(task.apply_async, arguments, retry=False, **options)

        with self._starting:
            # A forked process inherits the mark but not the thread.
            if self._pid != os.getpid():
                self._waiting = queue.Queue(self._most_waiting)
                threading.Thread(target=self._run, name="messenger", daemon=True).start()
                self._pid = os.getpid()
        try:
            self._waiting.put_nowait((publish, answer))
        except queue.Full:
            answer.set_result(False)
        return answer

    def _run(self) -> None:
        while True:
            publish, answer = self._waiting.get()
            try:
                publish()
            except Exception as error:
                logger.warning("no worker could be told what to do: %s", error)
                answer.set_result(False)
            else:
                answer.set_result(True)


messenger: Final = Messenger()
