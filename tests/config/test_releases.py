"""Going back: a backup before the tables change, and no start of older code on newer tables."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from config.backends.db import releases
from config.backends.db.releases import NewerTables, check_tables, unknown_of
from config.management.commands import prepare
from tests.config.service import BASE

pytestmark = pytest.mark.django_db(transaction=True)
NEWER = ("games", "9001_from_tomorrow")


@pytest.fixture(autouse=True)
def fresh() -> None:
    """Let the process know no tables yet."""
    releases._Known.tables = False


@pytest.fixture
def newer_tables(fresh: None) -> Any:
    """Let the database have had a migration of a newer release."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, now())", NEWER
        )
        yield
        cursor.execute("DELETE FROM django_migrations WHERE name = %s", [NEWER[1]])


def test_tables_of_this_release_are_known() -> None:
    check_tables()

    assert releases._Known.tables


def test_older_code_refuses_newer_tables_in_a_plain_line(newer_tables: None) -> None:
    with pytest.raises(NewerTables) as caught:
        check_tables()

    assert "games.9001_from_tomorrow" in str(caught.value)
    assert "Going back" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_process_that_began_on_tables_it_knew_continues(newer_tables: None) -> None:
    """A release without a pause changes the tables while the old processes are at work."""
    releases._Known.tables = True

    check_tables()


def test_migrations_that_have_become_one_are_known() -> None:
    assert unknown_of({("games", "0001_initial"), NEWER}) == {NEWER}
    assert unknown_of({("an_app_that_is_gone", "0001_initial")}) == set()


def test_readyz_says_no(newer_tables: None, client: Client) -> None:
    answer = client.get("/readyz")

    assert (answer.status_code, answer.json()["database"]) == (503, "belongs to a newer release")


def test_the_tables_are_not_prepared(newer_tables: None) -> None:
    with pytest.raises(CommandError, match="newer release"):
        call_command("prepare", no_static=True, stdout=StringIO())


@pytest.mark.parametrize(
    "code",
    [
        "import config.asgi",
        "import config.wsgi",
        "import config.celery as c; c.signals.worker_init.send(None)",
        "import config.celery as c; c.signals.beat_init.send(None)",
        "from django.core.management import call_command as c; c('referee')",
    ],
)
@pytest.mark.long
def test_no_part_starts(newer_tables: None, code: str) -> None:
    setup = "import django; django.setup()\nfrom django.db import connection\n"
    setup += f"connection.settings_dict['NAME'] = {connection.settings_dict['NAME']!r}\n"
    done = subprocess.run(
        [sys.executable, "-c", setup + code],
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].startswith("The tables belong to a newer release")
    assert "Traceback" not in done.stderr


class Pending(prepare.Command):
    """Has a migration to run, and only notes that it was run."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    def tables_change(self) -> bool:
        return True

    def run_migrations(self) -> None:
        self.done.append("migrated")


@pytest.fixture
def pending(settings: Any, tmp_path: Path) -> Pending:
    settings.DATA_DIR = tmp_path
    return Pending()


def backups(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("backups/*"))


def test_a_backup_is_written_before_the_tables_change(pending: Pending, tmp_path: Path) -> None:
    out = StringIO()
    call_command(pending, "--backup", no_static=True, stdout=out)

    (name,) = backups(tmp_path)
    assert name.endswith("-before-upgrade.dump")
    assert name in out.getvalue()
    assert pending.done == ["migrated"]


def test_where_no_backup_can_be_written_the_tables_stay(pending: Pending, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("a file where the folder has to be")

    with pytest.raises(CommandError, match=r"tables were not changed: .*File exists"):
        call_command(pending, "--backup", no_static=True, stdout=StringIO())
    assert pending.done == []


def test_without_a_change_of_the_tables_no_backup_is_written(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    call_command("prepare", "--backup", no_static=True, stdout=StringIO())

    assert backups(tmp_path) == []


def test_a_database_of_the_operator_is_left_to_the_operator(
    pending: Pending, tmp_path: Path
) -> None:
    call_command(pending, "--no-backup", no_static=True, stdout=StringIO())

    assert backups(tmp_path) == []
    assert pending.done == ["migrated"]


def test_three_backups_from_before_upgrades_are_kept(pending: Pending, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    for day in range(1, 6):
        (tmp_path / "backups" / f"2020-01-0{day}-120000-before-upgrade.dump").touch()
    (tmp_path / "backups" / "2020-01-01-120000.dump").touch()

    call_command(pending, "--backup", no_static=True, stdout=StringIO())

    assert backups(tmp_path)[:3] == [
        "2020-01-01-120000.dump",
        "2020-01-04-120000-before-upgrade.dump",
        "2020-01-05-120000-before-upgrade.dump",
    ]
    assert len(backups(tmp_path)) == 4
