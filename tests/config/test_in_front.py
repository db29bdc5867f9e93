"""The example proxies with TLS, real ones where they are installed, before a page of headers."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.config.service import BASE, free_port

DEPLOY = BASE / "config" / "deploy"
NAME = "chess.example.org"


class Headers(BaseHTTPRequestHandler):
    """Answers with the headers of the request."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
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


def ask(port: int, size: int) -> tuple[int, bytes]:
    context = ssl._create_unverified_context()
    connection = http.client.HTTPSConnection("localhost", port, timeout=30, context=context)
    lies = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    try:
        connection.request("POST", "/", b"x" * size, lies)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@contextmanager
def running(command: list[object], port: int, **environment: str) -> Iterator[None]:
    process = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        give_up_at = time.monotonic() + 60
        while True:
            with suppress(OSError):
                ask(port, 1)
                break
            assert process.poll() is None, process.stdout.read()
            assert time.monotonic() < give_up_at
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.communicate()


def holds_the_limits(port: int) -> None:
    """Fail unless the proxy writes what the service trusts, and refuses a body above 1 MB."""
    status, body = ask(port, 10_000)
    shown = json.loads(body)
    assert (status, shown["x-forwarded-for"], shown["x-forwarded-proto"]) == (
        200, "127.0.0.1", "https",
    )  # fmt: skip
    assert shown["host"] == f"localhost:{port}"
    with suppress(BrokenPipeError, ConnectionResetError):  # closed while the body is on its way
        # Caddy 2.6 sees it only as it passes the body on.
        assert ask(port, 1_100_000)[0] in (413, 502)


@pytest.mark.skipif(not shutil.which("nginx"), reason="needs nginx")
def test_nginx_holds_the_limits(web: int, tmp_path: Path) -> None:
    port = free_port()
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text()
    for before, after in (
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(certificate)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        (f"server_name {NAME};", "server_name localhost;"),
        ("http://127.0.0.1:8000", f"http://127.0.0.1:{web}"),
    ):
        assert before in text
        text = text.replace(before, after)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {tmp_path / kind};" for kind in kinds)
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"pid {tmp_path / 'pid'};\ndaemon off;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}\n{text}\n}}\n"
    )

    with running(["nginx", "-e", tmp_path / "errors", "-c", config], port):
        holds_the_limits(port)


@pytest.mark.skipif(not shutil.which("caddy"), reason="needs Caddy")
def test_caddy_holds_the_limits(web: int, tmp_path: Path) -> None:
    port = free_port()
    # Its own authority in place of one that it could not reach, and none of the usual ports.
    alone = f"{{\n\thttp_port {free_port()}\n\tskip_install_trust\n\tadmin off\n"
    config = tmp_path / "Caddyfile"
    config.write_text(
        re.sub(r"^\{\n", alone, (DEPLOY / "Caddyfile").read_text(), count=1, flags=re.MULTILINE)
    )
    environment = {"DOMAIN": f"https://localhost:{port}", "UPSTREAM": f"127.0.0.1:{web}"}
    kept = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}

    command = ["caddy", "run", "--adapter", "caddyfile", "--config", config]
    with running(command, port, **environment, **kept):
        holds_the_limits(port)


def test_both_files_name_the_same_limits() -> None:
    """Where neither is installed, the text is all there is to look at."""
    caddy, nginx = ((DEPLOY / name).read_text() for name in ("Caddyfile", "nginx.conf"))

    for in_caddy, in_nginx in (
        ("read_header 15s", "client_header_timeout 15s;"),
        ("read_body 15s", "client_body_timeout 15s;"),
        ("max_size 1MB", "client_max_body_size 1m;"),
        ("read_timeout 75s", "proxy_read_timeout 75s;"),
    ):
        assert in_caddy in caddy
        assert in_nginx in nginx
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in nginx
    for text in (caddy, nginx):
        assert text.count("{") == text.count("}")
