"""``manage.py up`` in need: locks that someone left, a machine without namespaces."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.local import servers
from config.local.servers import Folders, ServerUnavailable, clear_stale_lock
from tests.config.service import BASE

pytestmark = [
    pytest.mark.timeout(240),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]


def test_locks_that_name_a_process_of_someone_else_are_removed(tmp_path: Path) -> None:
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


_START = (
    "import sys, subprocess, time, signal; from pathlib import Path\n"
    "from config.local import servers\n"
    "f = servers.Folders(Path(sys.argv[1])); f.make(); servers.initialise_postgres(f)\n"
    "servers.own(f.sockets)\n"
    "p = subprocess.Popen(servers.postgres_command(f), stderr=subprocess.DEVNULL,\n"
    "    preexec_fn=servers.as_postgres_wants(signal.SIGINT))\n"
    "for _ in range(200):\n"
    "    if servers.postgres_answers(f): break\n"
    "    time.sleep(0.05)\n"
    "print(Path(f'/proc/{p.pid}').stat().st_uid); p.send_signal(2); print(p.wait())\n"
)

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to leave itself behind")


@as_root
def test_without_user_namespaces_root_runs_the_database_as_nobody(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)

    def start(**environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", _START, str(home / "data")],
            env={**os.environ, **environment},
            cwd=BASE,
            capture_output=True,
            text=True,
            check=False,
        )

    done = start(NO_USER_NAMESPACE="1")

    assert done.stdout.split() == ["65534", "0"], done.stderr
    assert home.stat().st_mode & 0o777 == 0o700
    # The same data in a place that has namespaces, and back again.
    assert start().stdout.split()[1] == "0"
    assert start(NO_USER_NAMESPACE="1").stdout.split() == ["65534", "0"]


@as_root
def test_no_one_may_run_programs_under_a_private_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_USER_NAMESPACE", "1")
    program = tmp_path / "home" / "postgres"
    program.parent.mkdir(mode=0o700)
    program.touch(0o755)
    # PostgreSQL asks this way for the programs that it needs.
    ask = "import os, sys; print(os.geteuid(), os.access(sys.argv[1], os.X_OK))"

    done = subprocess.run(
        [sys.executable, "-c", ask, str(program)],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=servers.as_postgres_wants(),
    )

    assert done.stdout.split() == ["65534", "True"]
    servers.check_reach(program)


@as_root
def test_where_no_one_cannot_get_there_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_USER_NAMESPACE", "1")
    # A container may lack the capabilities.
    monkeypatch.setattr(servers, "_CAPABILITIES", ())
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "data").mkdir()

    with pytest.raises(ServerUnavailable, match=r"cannot reach .*Start it as an ordinary user"):
        servers.check_reach(home / "data")
