"""``manage.py up`` in need: no room, a part that hangs, a log-out, a power cut.

Some tests follow one service through its life, for a start is dear.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local.servers import Folders, clear_stale_lock
from tests.config.service import Service, free_port, is_alive

pytestmark = [
    pytest.mark.timeout(240),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]
PARTS = {
    *("database", "broker", "web", "worker", "beat"),
    *("outbound-worker", "robot-worker", "engine-worker"),
}
KILLED = ("web", "worker", "beat")


@contextlib.contextmanager
def running(folder: Path, **environment: str) -> Iterator[Service]:
    service = Service(folder, free_port(), **environment)
    try:
        yield service.wait_ready()
    finally:
        if service.process.poll() is None:
            service.end()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Return a folder that an earlier release has left open to everybody."""
    path = Path(tempfile.mkdtemp(prefix="c11-up-"))
    path.chmod(0o755)
    for name in ("mail", "logs"):
        (path / name).mkdir(mode=0o755)
    mail = path / "mail" / "1780000000000-00000000.eml"
    mail.write_text("a link")
    mail.chmod(0o644)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Service]:
    """Start the service as ``nohup`` does."""
    previous = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        service = Service(folder, free_port(), HANG_SECONDS="10")
    finally:
        signal.signal(signal.SIGHUP, previous)
    yield service.wait_ready()
    if service.process.poll() is None:
        service.end()


def test_nobody_else_may_read_the_folder_of_the_data_or_anything_in_it(service: Service) -> None:
    folder = service.folder
    as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "ls", folder]
    if os.geteuid() == 0 and shutil.which("setpriv"):
        assert subprocess.run(as_nobody, check=False, capture_output=True).returncode != 0

    modes = {
        str(path.relative_to(folder)): path.stat().st_mode
        for path in [folder, *folder.rglob("*")]
        # What is in these is public, or looked after by the database itself.
        if not {"static", "pg"} & set(path.relative_to(folder).parts) and path.exists()
    }

    assert "mail/1780000000000-00000000.eml" in modes
    assert not {
        name: oct(mode)
        for name, mode in modes.items()
        if not stat.S_ISSOCK(mode) and stat.S_IMODE(mode) & 0o077
    }


def test_a_log_out_does_not_end_what_nohup_has_started(service: Service) -> None:
    service.process.send_signal(signal.SIGHUP)

    assert service.get("/readyz") == 200
    assert "Stopping" not in service.output


def test_parts_that_hang_are_killed_and_started_again(service: Service) -> None:
    before = service.pids()
    for pid in before.values():
        os.kill(pid, signal.SIGSTOP)

    service.wait(lambda: all(service.pids().get(name, 0) != before[name] for name in PARTS))
    service.wait(lambda: service.get("/readyz") == 200)

    for name in PARTS:
        assert f"The {name} has given no sign of life" in service.output


def test_it_starts_after_a_power_cut_though_its_numbers_are_others_now(service: Service) -> None:
    children = service.pids()
    service.process.kill()
    service.process.wait()
    # Those that are still ending would take their locks along.
    while any(is_alive(pid) for pid in children.values()):
        time.sleep(0.05)
    folder = service.folder
    for name in ("pg/postmaster.pid", "run/.s.PGSQL.5432.lock"):
        (folder / name).write_text(f"{os.getpid()}\n{folder / 'pg'}\n1\n5432\n{folder / 'run'}\n\n")

    with running(folder) as again:
        assert again.get("/readyz") == 200


def test_locks_that_name_a_process_of_somebody_else_are_removed(tmp_path: Path) -> None:
    folders = Folders(tmp_path)
    folders.make()
    folders.postgres.mkdir()
    locks = [folders.postgres / "postmaster.pid", folders.sockets / ".s.PGSQL.5432.lock"]
    for lock in locks:
        lock.write_text(f"{os.getpid()}\n{folders.postgres}\n")

    clear_stale_lock(folders)

    assert not any(lock.exists() for lock in locks)


def test_locks_of_a_database_that_runs_are_kept(tmp_path: Path) -> None:
    folders = Folders(tmp_path)
    folders.make()
    folders.postgres.mkdir()
    with subprocess.Popen(["sleep", "60"], cwd=folders.postgres) as database:
        locks = [folders.postgres / "postmaster.pid", folders.sockets / ".s.PGSQL.5432.lock"]
        for lock in locks:
            lock.write_text(f"{database.pid}\n{folders.postgres}\n")

        clear_stale_lock(folders)
        database.kill()

    assert all(lock.exists() for lock in locks)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a file system of its own, with room for little more than the service."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=220m", "tmpfs", str(tmp_path)]
    if os.geteuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def test_after_a_full_disk_all_parts_run_again_without_a_hand(small_disk: Path) -> None:
    with running(small_disk) as service:
        filling = small_disk / "filling"
        fill(filling)
        before = service.pids()
        for name in ("web", "worker", "beat"):
            os.kill(before[name], signal.SIGKILL)
        # Their deaths are seen and written down while there is no room for anything.
        service.wait(lambda: all(f"The {name} was killed" in service.output for name in KILLED))
        fill(filling)

        filling.unlink()

        service.wait(lambda: service.get("/readyz") == 200)
        service.wait(lambda: runs_anew(service, before))
        assert "Traceback" not in service.output


def fill(path: Path) -> None:
    """Write until there is no room left."""
    with path.open("ab", buffering=0) as file:
        size = 1 << 20
        while size:
            try:
                file.write(b"\0" * size)
            except OSError as reason:
                if reason.errno != errno.ENOSPC:
                    raise
                size //= 2


def runs_anew(service: Service, before: dict[str, int]) -> bool:
    pids = service.pids()
    return set(pids) >= PARTS and all(
        is_alive(pids[name]) and pids[name] != before[name] for name in KILLED
    )
