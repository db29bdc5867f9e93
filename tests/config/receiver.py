"""A small receiver of traces by OTLP and of errors as Sentry takes them."""

from __future__ import annotations

import gzip
import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import brotli
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

_UNPACKED: Final = {"gzip": gzip.decompress, "br": brotli.decompress, None: bytes}


class Receiver(ThreadingHTTPServer):
    """Keeps what is posted to each path."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        address = f"127.0.0.1:{self.server_address[1]}"
        self.traces, self.errors = f"http://{address}", f"http://key@{address}/1"
        self.taken: dict[str, list[bytes]] = defaultdict(list)

    def spans(self) -> list[Any]:
        """Return the spans that have arrived."""
        return [
            span
            for body in list(self.taken["/v1/traces"])
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def line_of(self, name: str) -> list[str]:
        """Return the names of a span, its parent's and so on to the first of its trace."""
        known = {span.span_id: span for span in self.spans()}
        span = next((one for one in known.values() if one.name == name), None)
        names = []
        while span is not None:
            names.append(span.name)
            span = known.get(span.parent_span_id)
        return names

    def events(self) -> list[dict[str, Any]]:
        """Return the errors that have arrived."""
        return [json.loads(body.splitlines()[2]) for body in list(self.taken["/api/1/envelope/"])]


class _Taking(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken[self.path].append(_UNPACKED[self.headers.get("Content-Encoding")](body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Run a receiver."""
    with Receiver() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
