"""The packages that the service serves, really installed by address, play each game."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.utils import timezone

from accounts.models import User
from config.developers.packages import packages
from games.models import Game
from games.play.acts import resign
from games.store.selectors import newest_event_of
from tests.clients.cutting import BadLine
from tests.clients.generated.conftest import run, skip
from tests.clients.generated.test_typescript import node_and_npm
from tests.games.matches import any_turn, play
from tests.live import LiveService

PROGRAMS = Path(__file__).with_name("installed")
GAMES = ["eleven", "standard", "future", "family"]
FLAGS = ["--no-audit", "--no-fund", "--ignore-scripts"]
PLENTY_HEARD = 10
STRICT = ["--strict", "--target", "ES2022", "--module", "NodeNext", "--lib", "ES2022,DOM"]


def address_of(service: LiveService, kind: str) -> str:
    return f"{service.url}/developers/clients/{packages()[kind].name}"


def example(service: LiveService, begin: str) -> str:
    """Return the example on the page that begins so."""
    page = httpx.get(f"{service.url}/developers/packages/", timeout=60).text
    examples = re.findall(r"<pre[^>]*><code>(.*?)</code>", page, re.S)
    (found,) = [text for text in map(html.unescape, examples) if text.startswith(begin)]
    return found


def holds(said: str) -> None:
    """Hold that each game was played, the shots were checked, and a refusal was understood."""
    assert re.findall(r"^(\w+) finished ", said, re.M) == GAMES
    assert "Every shot was fair." in said
    assert "refused: not_found" in said


def test_python_is_installed_by_pip_and_plays(service: LiveService, tmp_path: Path) -> None:
    run([sys.executable, "-m", "venv", "venv"], tmp_path)
    install = ["venv/bin/pip", "install", "-q", "--disable-pip-version-check"]
    run([*install, address_of(service, "wheel")], tmp_path)
    program, shown = str(PROGRAMS / "play.py"), tmp_path / "shown.py"
    shown.write_text(example(service, "from chess_eleven"))

    typed = ["--strict", "--config-file=", "--cache-dir", str(tmp_path / "types")]
    python = f"--python-executable={tmp_path / 'venv/bin/python'}"
    run([sys.executable, "-m", "mypy", *typed, python, program, str(shown)], tmp_path)
    holds(run(["venv/bin/python", program, service.url], tmp_path))


@pytest.fixture
def node(service: LiveService, tmp_path: Path) -> Path:
    """Node, beside a folder in which npm has installed the package by its address."""
    node, npm = node_and_npm()
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
    for program in (*PROGRAMS.glob("*.js"), PROGRAMS / "play.ts"):
        shutil.copy(program, tmp_path)
    path = {"PATH": f"{node.parent}:/usr/bin:/bin", "HOME": str(tmp_path)}
    run([*npm, "install", *FLAGS, address_of(service, "npm")], tmp_path, env=os.environ | path)
    return node


def test_typescript_is_installed_by_npm_and_plays(
    service: LiveService, node: Path, tmp_path: Path
) -> None:
    (tmp_path / "shown.ts").write_text(example(service, "import {"))
    compiler = [*node_and_npm()[1], "install", *FLAGS, "typescript@5.9.3"]
    done = subprocess.run(compiler, capture_output=True, text=True, cwd=tmp_path)
    if done.returncode:
        skip(f"TypeScript: npm could not install the compiler ({done.stderr[:200]!r})")

    tsc = "node_modules/typescript/bin/tsc"
    run([str(node), tsc, *STRICT, "play.ts", "shown.ts"], tmp_path)
    said = run([str(node), "play.js", service.url], tmp_path)
    holds(said)
    assert "A changed roll is found." in said or "No roll." in said


def test_javascript_hears_every_event_once_over_a_line_that_breaks(
    service: LiveService,
    node: Path,
    tmp_path: Path,
    game: Game,
    bob: User,
    token_of: Callable[..., str],
) -> None:
    began = bob.inbox.last_number
    heard: list[int] = []
    with BadLine(service.port) as line:
        command = [str(node), "hear.js", line.url, token_of(bob)]
        program = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        try:
            for said in program.stdout:
                if said != "open\n":
                    heard.append(int(said))
                    continue
                if len(heard) >= PLENTY_HEARD:
                    resign(bob.pk, game.pk, now=timezone.now())
                    continue
                # One is on its way when the line breaks, and one happens while it is broken.
                play(game, any_turn(game), now=timezone.now())
                line.cut()
                play(game, any_turn(game), now=timezone.now())
            assert program.wait(30) == 0
        finally:
            program.kill()
            program.wait()

    assert len(heard) > PLENTY_HEARD
    assert heard == list(range(began + 1, newest_event_of(bob.pk) + 1))


def test_javascript_asks_again_with_the_same_key(node: Path, tmp_path: Path) -> None:
    asked: list[tuple[str, str]] = []

    class Busy(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, self.headers["Idempotency-Key"]))
            if len(asked) == 2:
                self.connection.close()
                return
            answer = b'{"played": true}' if len(asked) == 3 else b""
            self.send_response(200 if answer else 429)
            self.send_header("Retry-After", "0")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Busy) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        said = run([str(node), "ask.js", f"http://127.0.0.1:{server.server_port}"], tmp_path)
        server.shutdown()
        thread.join()

    assert said == '{"played":true}\n'
    assert len(asked) == 3
    ((path, key),) = set(asked)
    assert path == "/api/v1/games/a%2Fb/turns"
    assert len(key) == 36
