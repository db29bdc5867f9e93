"""What OPERATING.md tells an operator to write down is right."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from config.backends.backups import COPIED, note
from config.observe import counts
from tests.config.service import BASE

OPERATING = (BASE / "OPERATING.md").read_text()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    units = re.findall(r"^```ini\n(.*?)^```", OPERATING, re.DOTALL | re.MULTILINE)
    paths = [tmp_path / unit.splitlines()[0].rpartition("/")[2] for unit in units]
    assert [path.suffix for path in paths] == [".service", ".service", ".timer"]
    for path, unit in zip(paths, units, strict=True):
        path.write_text(unit)

    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *paths],
        capture_output=True,
        text=True,
        check=False,
    )

    assert [line for line in done.stderr.splitlines() if "chess-" in line] == []


@pytest.mark.needs
@pytest.mark.django_db
def test_the_figures_worth_an_alarm_are_shown(
    client: Client, tmp_path: Path, settings: Settings
) -> None:
    counts.TASKS.add("some.task", "success")
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").mkdir()
    note(tmp_path / "backups", COPIED)
    shown = client.get("/metrics").content.decode()

    named = re.findall(r"`(chess_[a-z_]+)`", OPERATING)
    assert len(named) > 7
    assert [figure for figure in named if f"# HELP {figure} " not in shown] == []
