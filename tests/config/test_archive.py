"""The embedded database destroyed in the middle of play, and back at a named second."""

from __future__ import annotations

import shutil
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from config.local import archive, servers
from config.local.backup import database_at_hand
from config.local.processes import Part, stop

pytestmark = pytest.mark.long
SQL = "INSERT INTO turns SELECT coalesce(max(number), 0) + 1, clock_timestamp() FROM turns"


class Server:
    """An embedded server with an archive, and a table of numbered turns."""

    def __init__(self, tmp_path: Path, new: Path) -> None:
        self.folders = servers.Folders(tmp_path / "data")
        self.archive = tmp_path / "an archive"
        self.folders.make()
        shutil.copytree(new, self.folders.postgres)
        self.archive.mkdir()
        self.part: Part | None = None

    def start(self) -> None:
        for folder in (self.folders.postgres, self.folders.sockets, self.archive):
            servers.own(folder)
        self.part = Part(
            "database",
            servers.postgres_command(self.folders, archive=self.archive),
            self.folders.data / "database.log",
            lambda: servers.postgres_answers(self.folders),
            servers.as_postgres_wants(2),
            stop_signal=2,
        )
        self.part.start()
        self.part.wait_ready(60)

    def stop(self) -> None:
        assert self.part
        stop([self.part], 20, 5)

    def kill(self) -> None:
        """End it as a power cut does."""
        assert self.part
        self.part.send(9, whole_group=True)
        assert self.part.process
        self.part.process.wait(10)

    def ask(self, sql: str, folders: servers.Folders | None = None) -> str:
        sockets = (folders or self.folders).sockets
        psql = [str(servers.postgres_binaries() / "psql"), "-XAtq", "-h", str(sockets)]
        done = subprocess.run(
            [*psql, "-U", servers.USER, "-d", servers.DATABASE, "-c", sql],
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def play(self, count: int) -> None:
        for _ in range(count):
            self.ask(SQL)

    def switch(self) -> None:
        """Have all that was written archived, as after a minute."""
        name = self.ask("SELECT pg_walfile_name(pg_current_wal_lsn())")
        self.ask("SELECT pg_switch_wal()")
        until = time.monotonic() + 30
        while not (self.archive / "wal" / f"{name}.gz").exists():
            assert time.monotonic() < until, "nothing was archived"
            time.sleep(0.05)


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the files of a new server, to be copied: to make them takes seconds."""
    folders = servers.Folders(tmp_path_factory.mktemp("new"))
    folders.make()
    servers.initialise_postgres(folders)
    return folders.postgres


@pytest.fixture
def server(tmp_path: Path, new: Path) -> Any:
    server = Server(tmp_path, new)
    server.start()
    server.ask("CREATE TABLE turns (number int, at timestamptz)")
    yield server
    server.stop()


def test_a_destroyed_database_is_back_at_a_named_second(server: Server) -> None:
    server.play(2)
    archive.copy(server.folders, server.archive, 7)
    server.play(3)
    time.sleep(1.1)
    moment = datetime.fromisoformat(server.ask("SELECT clock_timestamp()")).astimezone(UTC)
    time.sleep(0.1)
    server.play(4)
    server.switch()
    server.kill()
    shutil.rmtree(server.folders.postgres)

    with archive.latest(server.folders, server.archive) as last:
        assert server.ask("SELECT count(*) FROM turns", last) == "9"
    assert archive.go_back(server.folders, server.archive, moment) is None

    server.start()
    assert server.ask(f"SELECT count(*), max(at) <= '{moment}' FROM turns") == "5|t"
    server.play(1)
    server.switch()
    assert server.ask("SELECT max(number) FROM turns") == "6"
    assert not (server.folders.data / "latest").exists()

    # What comes after is archived too, and can be gone back into.
    archive.copy(server.folders, server.archive, 7)
    server.play(1)
    time.sleep(1.1)
    later = datetime.fromisoformat(server.ask("SELECT clock_timestamp()")).astimezone(UTC)
    time.sleep(0.1)
    server.play(1)
    server.switch()
    server.stop()
    kept = archive.go_back(server.folders, server.archive, later)
    assert kept is not None
    assert kept.is_dir()
    server.start()
    assert server.ask("SELECT max(number) FROM turns") == "7"


def test_what_was_not_archived_yet_comes_from_the_old_folder(server: Server) -> None:
    archive.copy(server.folders, server.archive, 7)
    server.play(3)
    server.kill()

    with archive.latest(server.folders, server.archive) as last:
        assert server.ask("SELECT count(*) FROM turns", last) == "3"
    server.start()
    assert server.ask("SELECT count(*) FROM turns") == "3"


def test_a_command_by_hand_without_the_archive_leaves_no_hole_in_it(
    server: Server, settings: Any
) -> None:
    archive.copy(server.folders, server.archive, 7)
    server.play(1)
    server.stop()

    settings.FOLDERS, settings.IS_EMBEDDED, settings.ARCHIVE = server.folders, True, None
    with database_at_hand():
        for _ in range(3):
            server.play(1)
            server.ask("SELECT pg_switch_wal()")
        # From here on the server may write over what it holds for old.
        server.ask("CHECKPOINT")

    server.start()
    server.play(1)
    server.switch()
    server.kill()
    shutil.rmtree(server.folders.postgres)
    with archive.latest(server.folders, server.archive) as last:
        assert server.ask("SELECT count(*) FROM turns", last) == "5"


def test_a_moment_that_the_archive_does_not_know_changes_nothing(server: Server) -> None:
    server.play(1)
    before = datetime.now(UTC)
    time.sleep(1.1)
    archive.copy(server.folders, server.archive, 7)
    server.play(1)
    server.stop()
    files = sorted(path.name for path in server.folders.postgres.iterdir())

    with pytest.raises(archive.ArchiveFailed, match="no copy from before"):
        archive.go_back(server.folders, server.archive, before)
    with pytest.raises(
        archive.ArchiveFailed, match=rf"in the archive is of {before:%Y-%m-%d} \d\d:"
    ):
        archive.go_back(server.folders, server.archive, datetime(2200, 1, 1, tzinfo=UTC))

    assert sorted(path.name for path in server.folders.postgres.iterdir()) == files
    assert not (server.folders.data / "recovered").exists(), "it would take the room of the service"
    server.start()
    assert server.ask("SELECT count(*) FROM turns") == "2"


def test_a_recovery_that_was_cut_off_can_be_done_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the last step, it leaves nothing in the archive that a later one follows."""
    archive.copy(server.folders, server.archive, 7)
    server.play(2)
    time.sleep(1.1)
    moment = datetime.fromisoformat(server.ask("SELECT clock_timestamp()")).astimezone(UTC)
    time.sleep(0.1)
    server.play(3)
    server.stop()

    def cut_off(*paths: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", cut_off)
        with pytest.raises(KeyboardInterrupt):
            archive.go_back(server.folders, server.archive, moment)

    server.start()
    assert server.ask("SELECT count(*) FROM turns") == "5"
    server.play(1)
    name = server.ask("SELECT pg_walfile_name(pg_current_wal_lsn())")
    server.switch()
    status = server.folders.postgres / "pg_wal" / "archive_status" / name
    until = time.monotonic() + 30
    while not Path(f"{status}.done").exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    server.kill()
    # As if the kill had come before this file was archived.
    Path(f"{status}.done").rename(f"{status}.ready")
    (server.archive / "wal" / f"{name}.gz").unlink()
    with archive.latest(server.folders, server.archive) as last:
        assert server.ask("SELECT count(*) FROM turns", last) == "6"
    assert archive.go_back(server.folders, server.archive, moment) is not None
    assert (server.archive / "wal" / f"{name}.gz").exists()
    server.start()
    assert server.ask("SELECT count(*) FROM turns") == "2"


def test_a_file_of_changes_is_kept_once_and_never_overwritten(tmp_path: Path) -> None:
    def put(content: bytes) -> int:
        (tmp_path / "wal").write_bytes(content)
        words = ["put", str(tmp_path / "kept"), str(tmp_path / "wal"), "0" * 24]
        return subprocess.run(["/bin/sh", servers.ARCHIVE_SCRIPT, *words], check=False).returncode

    def get(name: str) -> bytes | None:
        words = ["get", str(tmp_path / "kept"), name, str(tmp_path / "back")]
        done = subprocess.run(["/bin/sh", servers.ARCHIVE_SCRIPT, *words], check=False)
        return None if done.returncode else (tmp_path / "back").read_bytes()

    assert [put(b"one"), put(b"one"), put(b"two")] == [0, 0, 1]
    assert get("0" * 24) == b"one"
    assert get("1" * 24) is None


def test_old_copies_and_the_changes_before_them_are_forgotten(server: Server) -> None:
    archive.copy(server.folders, server.archive, 7)
    copies = server.archive / "copies"
    (first,) = copies.iterdir()
    first.rename(copies / "2020-01-01-000000")
    server.play(1)
    server.switch()
    archive.copy(server.folders, server.archive, 7)
    assert len(list(copies.iterdir())) == 2, "the oldest second begins in the old one"
    (newest,) = (path for path in copies.iterdir() if not path.name.startswith("2020"))
    newest.rename(copies / "2021-01-01-000000")
    server.play(1)
    server.switch()
    begins = min(name for name in names_in(server.archive / "wal") if ".backup" in name)[:24]
    assert f"{begins}.gz" in names_in(server.archive / "wal")

    archive.copy(server.folders, server.archive, 7)

    assert "2020-01-01-000000" not in names_in(copies)
    assert f"{begins}.gz" not in names_in(server.archive / "wal")


def names_in(folder: Path) -> set[str]:
    """Return the names of what is in a folder."""
    return {path.name for path in folder.iterdir()}
