"""A part that the kernel kills for want of memory: what ``up`` says of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local.supervisor import Supervisor
from tests.load.small_machine import Group

EATER = "import sys; open(sys.argv[1], 'w').write(str(__import__('os').getpid())); b'x' * (1 << 28)"


@pytest.fixture
def group() -> Iterator[Group]:
    """A group of processes that have 64 MB together."""
    try:
        group = Group(64)
    except OSError:
        pytest.skip("no control group with a bound to its memory can be made here")
    yield group
    group.path.rmdir()


@pytest.fixture
def supervisor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Supervisor:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    supervisor = Supervisor()
    supervisor.logs.mkdir()
    return supervisor


@pytest.mark.parametrize("is_hungry", [True, False])
def test_a_part_that_was_killed_for_its_memory_says_so(
    supervisor: Supervisor, group: Group, capsys: pytest.CaptureFixture[str], is_hungry: bool
) -> None:
    code = EATER if is_hungry else "import os; os.kill(os.getpid(), 9)"
    tasks = str(group.path / "cgroup.procs")
    part = supervisor._add("web", [sys.executable, "-c", code, tasks], lambda: True)
    part.start()
    while part.is_running():
        time.sleep(0.05)

    supervisor._revive(part, time.monotonic())

    said = "".join(capsys.readouterr())
    assert "The web was killed (signal 9)" in said
    assert ("no memory left" in said) == is_hungry
