"""A part that is a copy of the process that starts it: it runs as a program of its own would."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local import servers
from config.local.processes import Part
from tests.patience import stretched

PROGRAM = """
import json, os, signal, sys, time
print(json.dumps({
    "arguments": sys.argv[1:],
    "name": __name__,
    "pulse": os.environ["PULSE_FILE"],
    "files": [name for name in os.listdir("/proc/self/fd") if int(name) > 2],
    "leads": os.getsid(0) == os.getpid(),
    "niceness": os.nice(0),
    "stops": signal.getsignal(signal.SIGTERM) == signal.SIG_DFL,
}), flush=True)
if sys.argv[1] == "stay":
    time.sleep(60)
sys.exit(7)
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Copies are made on Linux alone.")


@pytest.fixture
def _heard() -> Iterator[None]:
    """Let this process hear a signal, as the supervisor does."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    yield
    signal.signal(signal.SIGTERM, before)


def _part(tmp_path: Path, word: str) -> Part:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    log = tmp_path / "part.log"
    return Part(
        "part",
        [sys.executable, str(program), word],
        log,
        lambda: log.exists() and log.read_text().endswith("}\n"),
        servers.die_with_parent(),
        environment={"PULSE_FILE": "here"},
        niceness=3,
        is_copy=True,
    )


@pytest.mark.usefixtures("_heard")
def test_a_copy_has_nothing_of_the_process_that_it_was(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w"):
        part = _part(tmp_path, "go")
        part.start()
        assert part.process is not None
        assert part.process.wait(stretched(20)) == 7

    seen = json.loads(part.log.read_text())
    # What lists the open files is itself one of them.
    assert len(seen.pop("files")) == 1
    assert seen == {
        "arguments": ["go"],
        "name": "__main__",
        "pulse": "here",
        "leads": True,
        "niceness": os.nice(0) + 3,
        "stops": True,
    }
    assert "PULSE_FILE" not in os.environ


def test_a_copy_is_ended_by_a_signal_and_started_again(tmp_path: Path) -> None:
    part = _part(tmp_path, "stay")
    part.start()
    part.wait_ready(stretched(20))

    part.send(signal.SIGTERM)

    assert part.process is not None
    assert part.process.wait(stretched(20)) == -signal.SIGTERM
    assert not part.is_running()
    part.log.unlink()
    part.start()
    part.wait_ready(stretched(20))
    part.send(signal.SIGKILL, whole_group=True)
    assert part.process.wait(stretched(20)) == -signal.SIGKILL
