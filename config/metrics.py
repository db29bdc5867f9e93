"""What the service counts, for Prometheus.

Requests are counted in the process that answers them. All else is read from the database and the
broker when asked, so every web process gives the same answer and none can drift from the rows.
"""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
REGISTRY: Final = CollectorRegistry()

_requests = Counter(
    "chess_requests",
    "Requests answered.",
    ["method", "route", "status"],
    registry=REGISTRY,
)
_seconds = Histogram(
    "chess_request_seconds",
    "Time from the request to the head of its answer.",
    ["method", "route"],
    buckets=_BUCKETS,
    registry=REGISTRY,
)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request under the pattern of its address, not the address itself."""
    method = method if method in _METHODS else "other"
    _requests.labels(method, route, status).inc()
    _seconds.labels(method, route).observe(seconds)


def page() -> bytes:
    """Return all figures in the text form of Prometheus."""
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        # Several workers behind one port: each leaves its counts in a file of this folder.
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return generate_latest(registry)
