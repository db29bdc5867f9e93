"""What apps add to the applications that a web server runs, ``config.asgi`` and ``config.wsgi``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Final

from config.features import Hook

Submit = Callable[[Callable[[], object]], Future[Any]]
"""Lets something be done by one of the threads that answer requests."""

IS_STREAM: Final[Hook[Callable[[Mapping[str, Any]], bool]]] = Hook()
"""Says of a request, known by its ASGI scope alone, whether it asks for a stream."""
AROUND_ASGI: Final[Hook[Callable[[Any, Submit], Any]]] = Hook()
"""Returns the ASGI application with something around it."""
AROUND_WSGI: Final[Hook[Callable[[Any], Any]]] = Hook()
"""Returns the WSGI application with something around it."""
