"""Traces by OpenTelemetry, where ``OTEL_EXPORTER_OTLP_ENDPOINT`` names a receiver.

Without it nothing of OpenTelemetry is imported. A process makes its exporter at its first span,
because the thread that sends does not survive a fork. Spans have no message of an exception and no
address: traces leave the machine.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Literal

from django.core.cache import cache

from config import environment as env

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Span, Tracer

is_on: Final = bool(env.text("OTEL_EXPORTER_OTLP_ENDPOINT"))
PACKAGES: Final = (
    "opentelemetry.exporter.otlp.proto.http.trace_exporter",
    "opentelemetry.sdk.trace.export",
)
_SEND_SECONDS: Final = "3"
"""How long a receiver may take: what is sent last holds up the end of a process."""
_KEPT_SECONDS: Final = 3600
_HEADER: Final = "traceparent"
_making = threading.Lock()
_made: tuple[int, Any] = (0, None)

Kind = Literal["SERVER", "CONSUMER", "CLIENT"]


@contextmanager
def span(
    name: str, kind: Kind, asked_by: Sequence[str] = (), **facts: str | int | None
) -> Iterator[Span | None]:
    """Time what is done in the context; yields ``None`` where traces are off.

    ``asked_by`` are values of ``present``. The span belongs to the trace of the first, or of the
    span around it, and is linked with those of the others.
    """
    if not is_on:
        yield None
        return
    from opentelemetry import trace

    contexts = [_read(text) for text in asked_by]
    links = [trace.Link(trace.get_current_span(one).get_span_context()) for one in contexts[1:]]
    with _tracer().start_as_current_span(
        name,
        contexts[0] if contexts else None,
        trace.SpanKind[kind],
        {fact: value for fact, value in facts.items() if value is not None},
        links,
        record_exception=False,
        set_status_on_exception=False,
    ) as opened:
        try:
            yield opened
        except BaseException as error:
            opened.set_status(trace.StatusCode.ERROR, type(error).__name__)
            raise


def note_failure(opened: Span, what: str) -> None:
    """Mark a span as failed."""
    from opentelemetry.trace import StatusCode

    opened.set_status(StatusCode.ERROR, what)


def present() -> str:
    """Return the present span as other processes can be given it; empty without one."""
    if not is_on:
        return ""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    written: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(written)
    return written.get(_HEADER, "")


def keep(keys: Iterable[object]) -> None:
    """Keep the present span for what follows later, an hour at most; a lost cache loses it."""
    if span := present():
        cache.set_many({f"span-{key}": span for key in keys}, _KEPT_SECONDS)


def kept(key: object) -> list[str]:
    """Return the span that was kept and the present one, for ``asked_by``; else nothing."""
    span = cache.get(f"span-{key}") if is_on else None
    return [span, present()] if span else []


def _read(text: str) -> Context:
    from opentelemetry.context import Context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({_HEADER: text}, Context())


def _tracer() -> Tracer:
    global _made
    pid, provider = _made
    if pid != os.getpid():
        with _making:
            pid, provider = _made
            if pid != os.getpid():
                provider = _make()
                _made = (os.getpid(), provider)
    return provider.get_tracer("chess_eleven")


def _make() -> Any:
    """Return what sends the spans of this process."""
    os.environ.setdefault("OTEL_SERVICE_NAME", "chess-eleven")
    os.environ.setdefault("OTEL_EXPORTER_OTLP_TIMEOUT", _SEND_SECONDS)
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
