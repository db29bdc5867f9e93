"""What the service counts, for Prometheus.

Requests are counted in the process that answers them. All else is read from the database and the
broker when asked, so every web process gives the same answer and none can drift from the rows.
Each app says what it has to show at the hook ``FIGURES``.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Final, NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.features import Hook

log = logging.getLogger(__name__)

_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
REGISTRY: Final = CollectorRegistry()
# When each series began interests no one and doubles the page.
disable_created_metrics()  # type: ignore[no-untyped-call]

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


streams_open: Final = Gauge(
    "chess_streams_open", "Event streams held open.", registry=REGISTRY, multiprocess_mode="livesum"
)


class Figure(NamedTuple):
    """One number that an app shows; ``name`` without the prefix, in Prometheus's manner."""

    name: str
    help: str
    value: float | timedelta
    labels: dict[str, str] = {}
    is_counter: bool = False
    """Whether it only ever grows."""


FIGURES: Final[Hook[Callable[[], Iterable[Figure]]]] = Hook()
"""What each app counts."""


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request under the pattern of its address, not the address itself."""
    method = method if method in _METHODS else "other"
    _requests.labels(method, route, status).inc()
    _seconds.labels(method, route).observe(seconds)


def page() -> bytes:
    """Return all figures in the text form of Prometheus."""
    counted = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        # Several workers behind one port: each leaves its counts in a file of this folder.
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    shown = CollectorRegistry()
    shown.register(_Figures())
    return generate_latest(counted) + generate_latest(shown)


class _Figures(Collector):
    """Asks every app; one that cannot answer is passed over and counted."""

    def collect(self) -> Iterator[Metric]:
        families: dict[str, GaugeMetricFamily | CounterMetricFamily] = {}
        silent = 0
        for source in FIGURES.in_order():
            try:
                figures = list(source.what())
            except Exception as error:
                # The database or the broker is away: the other figures say so soon enough.
                log.warning("no figures from %s: %s", source.dotted, error)
                silent += 1
                continue
            for figure in figures:
                _family_of(figure, families).add_metric(
                    list(figure.labels.values()), _number(figure.value)
                )
        yield from families.values()
        yield GaugeMetricFamily(
            "chess_sources_silent", "Parts that could not say their figures.", value=silent
        )


def _family_of(
    figure: Figure, families: dict[str, GaugeMetricFamily | CounterMetricFamily]
) -> GaugeMetricFamily | CounterMetricFamily:
    if figure.name not in families:
        kind = CounterMetricFamily if figure.is_counter else GaugeMetricFamily
        families[figure.name] = kind(
            f"chess_{figure.name}", figure.help, labels=list(figure.labels)
        )
    return families[figure.name]


def _number(value: float | timedelta) -> float:
    return value.total_seconds() if isinstance(value, timedelta) else float(value)
