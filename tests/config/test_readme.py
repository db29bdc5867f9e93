"""What the README tells a stranger to type does what it says."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.models import Game
from tests.live import LiveService
from tests.streams.conftest import service

__all__ = ["service"]

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
def test_three_turns_are_played_with_curl_as_printed(service: LiveService) -> None:
    (commands,) = re.findall(r"^```sh\n(B=.*?)^```", README.read_text(), re.DOTALL | re.MULTILINE)
    commands = commands.replace("http://127.0.0.1:8000", service.url)

    done = subprocess.run(["bash", "-c", commands], capture_output=True, text=True, timeout=60)

    assert done.returncode == 0, done.stderr
    game = Game.objects.get()
    assert (game.status, game.next_turn) == ("playing", 4), done.stdout + done.stderr
    assert [turn.notation for turn in game.turns.order_by("number")] == [
        "d2d4 @f3",
        "f6e4",
        "f3e5 @d4",
    ]


def test_the_laws_alone_are_asked_as_printed() -> None:
    commands = re.findall(r"^python (-m games\.rules .*)$", README.read_text(), re.MULTILINE)
    assert len(commands) == 3

    for command in commands:
        # -S: an interpreter that sees no installed package.
        bare = ["bash", "-c", f"{shlex.quote(sys.executable)} -S {command}"]
        done = subprocess.run(bare, cwd=README.parent, capture_output=True, text=True, timeout=90)
        assert done.returncode == 0, done.stderr
        assert done.stdout
