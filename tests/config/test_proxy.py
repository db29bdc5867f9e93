"""The proxy of ``compose.yaml``, as a real nginx in front of what shows the headers it gets."""

from __future__ import annotations

import contextlib
import http.client
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.patience import until
from tests.topology import BASE, free_port

pytestmark = pytest.mark.skipif(not shutil.which("nginx"), reason="needs nginx")


class Headers(BaseHTTPRequestHandler):
    """Answers with the headers of the request."""

    def do_GET(self) -> None:
        body = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def web() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Headers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture
def proxy(web: int, tmp_path: Path) -> Iterator[int]:
    """Run nginx with the configuration of ``compose.yaml`` and return its port."""
    port = free_port()
    written = (BASE / "config/deploy/proxy.conf.template").read_text()
    written = written.replace("${TRUSTED_PROXIES}", "1")
    written = written.replace("listen 8080;", f"listen 127.0.0.1:{port};")
    written = written.replace("http://web:8000", f"http://127.0.0.1:{web}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {tmp_path / kind};" for kind in kinds)
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"pid {tmp_path / 'pid'};\ndaemon off;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}\n{written}\n}}\n"
    )
    errors = tmp_path / "errors"
    with subprocess.Popen(["nginx", "-e", errors, "-c", config]) as nginx:
        until(lambda: listens(port) or nginx.poll() is not None)
        assert nginx.poll() is None, errors.read_text()
        yield port
        nginx.terminate()


def listens(port: int) -> bool:
    with contextlib.suppress(OSError):
        http.client.HTTPConnection("127.0.0.1", port, timeout=5).connect()
        return True
    return False


def passed_on(port: int, **headers: str) -> dict[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(
        "GET", "/", headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    passed: dict[str, str] = json.load(connection.getresponse())
    connection.close()
    return passed


def test_https_in_front_is_passed_on(proxy: int) -> None:
    passed = passed_on(proxy, X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.9")

    assert passed["x-forwarded-proto"] == "https"
    assert passed["x-forwarded-for"] == "203.0.113.9, 127.0.0.1"


@pytest.mark.parametrize("header", [{}, {"X_Forwarded_Proto": "gopher"}])
def test_without_it_the_proxy_says_what_it_speaks_itself(
    proxy: int, header: dict[str, str]
) -> None:
    assert passed_on(proxy, **header)["x-forwarded-proto"] == "http"
