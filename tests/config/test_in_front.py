"""The example proxies with TLS before a page of headers: real ones by ``-m proxies`` alone."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.config.service import BASE, free_port
from tests.patience import until

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
def running(command: list[object], port: int, output: Path, **environment: str) -> Iterator[None]:
    """Run a proxy that writes its output to a file, which a failure shows."""
    with output.open("wb") as file:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=file, stderr=subprocess.STDOUT
        )
    try:
        until(lambda: process.poll() is not None or answers(port))
        assert process.poll() is None
        yield
    except BaseException:
        print(f"{command[0]}:\n{output.read_text()}")
        raise
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    with suppress(OSError):
        ask(port, 1)
        return True
    return False


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


def made_certificate(folder: Path) -> tuple[Path, Path]:
    """Return the files of a new key and its certificate for localhost."""
    key, certificate = folder / "key.pem", folder / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return key, certificate


@pytest.mark.proxies
@pytest.mark.skipif(not shutil.which("nginx"), reason="needs nginx")
def test_nginx_holds_the_limits(web: int, tmp_path: Path) -> None:
    port = free_port()
    key, certificate = made_certificate(tmp_path)
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

    with running(["nginx", "-e", "stderr", "-c", config], port, tmp_path / "output"):
        holds_the_limits(port)


@pytest.mark.proxies
@pytest.mark.skipif(not shutil.which("caddy"), reason="needs Caddy")
def test_caddy_holds_the_limits(web: int, tmp_path: Path) -> None:
    port = free_port()
    key, certificate = made_certificate(tmp_path)
    # Its own authority, too, would be asked at the start, and again only after a minute.
    alone = "{\n\tauto_https disable_redirects\n\tadmin off\n"
    text = (DEPLOY / "Caddyfile").read_text()
    for before, after in (
        (r"^\{\n", alone),
        (r"^\{\$DOMAIN\} \{\n", rf"\g<0>\ttls {certificate} {key}\n"),
    ):
        text, found = re.subn(before, after, text, flags=re.MULTILINE)
        assert found == 1
    config = tmp_path / "Caddyfile"
    config.write_text(text)
    environment = {"DOMAIN": f"https://localhost:{port}", "UPSTREAM": f"127.0.0.1:{web}"}
    kept = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}

    command = ["caddy", "run", "--adapter", "caddyfile", "--config", config]
    with running(command, port, tmp_path / "output", **environment, **kept):
        holds_the_limits(port)


def test_both_files_name_the_same_limits() -> None:
    """The default run looks at the text alone."""
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
