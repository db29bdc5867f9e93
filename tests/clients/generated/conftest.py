"""The served document as a file, and the tools that may be missing."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.clients.generated import tomorrow

MISSING: set[str] = set()
"""What was skipped, and for which tool."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these only where they are asked for: to generate a client takes ten seconds and more."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.generators)
            item.add_marker(pytest.mark.timeout(600))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what did not run for want of a tool."""
    for line in sorted(MISSING):
        terminalreporter.write_line(f"!!! NOT TESTED: {line} !!!", red=True, bold=True)


def tool(name: str, wanted_for: str) -> str:
    """Return the path of a program, or skip the test and say so at the end of the run."""
    found = shutil.which(name)
    if found is None:
        skip(f"{wanted_for}: there is no {name} here")
    return found


def skip(line: str) -> None:
    """Skip the test for a reason that the end of the run repeats."""
    MISSING.add(line)
    pytest.skip(line)


def run(command: list[str], folder: Path, **more: Any) -> str:
    """Run a program in a folder and return what it said; it must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout + done.stderr


@pytest.fixture(scope="session")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document as the service gives it out."""
    path = tmp_path_factory.mktemp("document") / "schema.json"
    answer = APIClient().get("/api/v1/schema", headers={"Accept": "application/json"})
    assert answer.status_code == 200
    path.write_bytes(answer.content)
    return path


@pytest.fixture(scope="session")
def document(schema: Path) -> dict[str, Any]:
    return json.loads(schema.read_text())


@pytest.fixture
def later(document: dict[str, Any]) -> Iterator[str]:
    """The address of a service of tomorrow."""
    with tomorrow.served(document) as address:
        yield address
