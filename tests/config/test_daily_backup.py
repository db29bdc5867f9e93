"""Backups by the clock: written when due, copied elsewhere, and opened now and then."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.backends.backups import COPIED, OPENED, age_of, age_of_newest, note, read_state
from config.local import daily_backup, trial
from config.local.daily_backup import FIRST_SECONDS, Backups
from tests.config.test_backup import game, lock, run  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def backups(tmp_path: Path) -> Backups:
    (tmp_path / "logs").mkdir()
    (tmp_path / "backups").mkdir()
    backups = Backups(tmp_path, None)
    backups.command = ["sh", "-c", f"touch {tmp_path}/backups/2030-01-01-000000.dump"]
    return backups


def has_begun(backups: Backups) -> bool:
    """Look after the backups, and return whether one was begun and has ended."""
    backups.look_after()
    if backups.process is None:
        return False
    backups.process.wait(20)
    return True


def test_one_is_written_a_day_and_the_first_after_ten_minutes(
    backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not has_begun(backups)
    backups.first_at -= FIRST_SECONDS
    assert has_begun(backups)
    assert not has_begun(backups)

    yesterday = time.time() - 24 * 3600
    os.utime(backups.folder / "2030-01-01-000000.dump", (yesterday, yesterday))
    assert has_begun(backups)


def test_an_archive_begins_with_a_copy_as_soon_as_the_service_is_there(tmp_path: Path) -> None:
    (tmp_path / "archive" / "copies").mkdir(parents=True)
    assert Backups(tmp_path, tmp_path / "archive")._is_due(time.monotonic())

    (tmp_path / "archive" / "copies" / "2030-01-01-000000").mkdir()
    assert not Backups(tmp_path, tmp_path / "archive")._is_due(time.monotonic())


def test_one_that_fails_is_told_of_and_tried_again_later(
    backups: Backups, capsys: pytest.CaptureFixture[str]
) -> None:
    backups.first_at = 0
    backups.command = ["sh", "-c", "echo No space left >&2; exit 1"]
    assert has_begun(backups)

    backups.look_after()

    assert "The backup failed and is tried again: No space left" in "".join(capsys.readouterr())
    assert not backups._is_due(time.monotonic())
    assert backups._is_due(time.monotonic() + daily_backup.RETRY_SECONDS)


def test_hours_of_zero_switch_it_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKUP_HOURS", "0")
    backups = Backups(tmp_path, None)
    backups.first_at = 0

    backups.look_after()

    assert backups.process is None


@pytest.mark.parametrize("is_command", [False, True], ids=["folder", "command"])
def test_a_backup_is_copied_elsewhere(
    game: Any,  # noqa: F811
    tmp_path: Path,
    settings: Any,
    is_command: bool,
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()

    run("backup", "--copy", f"cp {{}} '{elsewhere}'" if is_command else str(elsewhere))

    (copied,) = elsewhere.iterdir()
    assert copied.read_bytes() == (settings.DATA_DIR / "backups" / copied.name).read_bytes()
    age = age_of(settings.DATA_DIR / "backups", COPIED)
    assert age is not None
    assert age < timedelta(minutes=1)


def test_a_copy_that_fails_is_said_and_noted(game: Any, tmp_path: Path, settings: Any) -> None:  # noqa: F811
    settings.DATA_DIR = tmp_path

    with pytest.raises(CommandError, match="not copied"):
        run("backup", "--copy", "sh -c 'echo the net is away >&2; exit 3' {}")

    folder = tmp_path / "backups"
    assert age_of_newest(folder) is not None
    assert age_of(folder, COPIED) is None
    assert read_state(folder)[COPIED]["error"] == "the net is away"


def test_what_is_noted_keeps_the_last_time_that_it_worked(tmp_path: Path) -> None:
    note(tmp_path, OPENED)
    at = read_state(tmp_path)[OPENED]["at"]

    note(tmp_path, OPENED, "broken")

    assert read_state(tmp_path)[OPENED] | {"tried_at": ""} == {
        "at": at,
        "error": "broken",
        "tried_at": "",
    }


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_trial_opens_the_newest_backup_once_a_week_and_leaves_nothing(
    game: Any,  # noqa: F811
    tmp_path: Path,
    settings: Any,
) -> None:
    settings.DATA_DIR = tmp_path
    folder = tmp_path / "backups"

    said = run("backup", "--try-every", "7")
    assert " opens (" in said
    assert not (tmp_path / "trial").exists()
    assert age_of(folder, OPENED) is not None
    assert " opens (" not in run("backup", "--try-every", "7")

    (newest, *_) = sorted(folder.glob("*.dump"))
    newest.write_bytes(newest.read_bytes()[:-2000])
    with pytest.raises(trial.TrialFailed, match="Nothing was changed"):
        trial.open_backup(newest)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_trial_fails_where_the_key_does_not_open_the_seeds(
    game: Any,  # noqa: F811
    tmp_path: Path,
    settings: Any,
) -> None:
    settings.DATA_DIR = tmp_path
    path = tmp_path / "a.dump"
    call_command("backup", str(path))
    settings.SECRET_KEY = "another key " * 5

    with pytest.raises(trial.TrialFailed, match="SECRET_KEY"):
        trial.open_backup(path)
