"""A worker that does a task for too long gives no more signs of life."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.long
def test_a_thread_that_hangs_is_found() -> None:
    command = [sys.executable, "-m", "tests.config.hanging"]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    assert ran.stdout.split() == ["False", "True", "False"]
