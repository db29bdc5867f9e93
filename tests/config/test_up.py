"""``manage.py up`` and what befalls it. The tests follow one service through its life."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.service import BASE, Service, free_port, is_alive

pytestmark = [
    pytest.mark.timeout(240),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]
WORKERS = {"worker", "outbound-worker", "robot-worker", "engine-worker"}
PARTS = {"database", "broker", "web", "beat", *WORKERS}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="c11-up-"))
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Service]:
    service = Service(folder, free_port()).wait_ready()
    yield service
    if service.process.poll() is None:
        service.end()


def test_one_command_runs_all_parts(service: Service) -> None:
    assert set(service.pids()) == PARTS
    assert service.get("/readyz") == 200
    assert f"http://127.0.0.1:{service.port}" in service.output


def test_a_key_of_its_own_is_kept_for_its_owner_only(service: Service) -> None:
    key = service.folder / "secret-key"

    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text()) > 50


def test_a_second_copy_on_the_same_data_is_refused(service: Service) -> None:
    second = Service(service.folder, free_port())
    second.process.wait(20)
    second.reader.join(5)

    assert second.process.returncode == 1
    assert "Another copy" in second.output
    assert "DATA_DIR=" in second.output


def test_a_restore_into_a_copy_that_runs_is_refused(service: Service, tmp_path: Path) -> None:
    backup = tmp_path / "a.dump"
    manage(service, "backup", str(backup))

    refused = manage(service, "restore", str(backup), "--replace")

    assert refused.returncode == 1
    assert "Stop it" in refused.stderr
    assert service.get("/readyz") == 200


def manage(service: Service, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of ``manage.py`` on the data of a service."""
    return subprocess.run(
        [sys.executable, str(BASE / "manage.py"), *words],
        env=service.environment,
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
    )


def test_two_copies_run_side_by_side(service: Service, tmp_path: Path) -> None:
    second = Service(tmp_path, free_port()).wait_ready()

    assert service.get("/readyz") == second.get("/readyz") == 200
    assert not set(service.pids().values()) & set(second.pids().values())
    second.end()
    assert service.get("/readyz") == 200


def test_a_port_in_use_is_named_with_the_way_out(service: Service, tmp_path: Path) -> None:
    second = Service(tmp_path, service.port)
    second.process.wait(20)
    second.reader.join(5)

    assert second.process.returncode == 1
    assert f"Port {service.port} cannot be had" in second.output
    assert f"PORT={service.port + 1}" in second.output
    assert "Traceback" not in second.output


def test_killed_parts_are_started_again(service: Service) -> None:
    before = service.pids()
    for name in PARTS:
        os.kill(before[name], signal.SIGKILL)

    service.wait(lambda: all(service.pids().get(name) != before[name] for name in PARTS))
    service.wait(lambda: service.get("/readyz") == 200)
    pulses = [service.folder / f"{name}-pulse" for name in WORKERS]
    service.wait(lambda: all(pulse.exists() for pulse in pulses))

    assert "The database was killed (signal 9)" in service.output


def test_after_a_kill_of_the_supervisor_the_next_start_works_and_has_the_data(
    service: Service, folder: Path
) -> None:
    children = service.pids()
    mark = folder / "pg" / "PG_VERSION"
    made_at = mark.stat().st_mtime_ns
    service.process.kill()

    again = Service(folder, service.port)
    try:
        again.wait_ready()
        assert again.get("/readyz") == 200
        assert mark.stat().st_mtime_ns == made_at
        assert not [name for name, pid in children.items() if is_alive(pid)]
        assert "Preparing" not in again.output
        children = again.pids()
    finally:
        again.end()

    assert again.process.returncode == 0
    assert not [name for name, pid in children.items() if is_alive(pid)]
    assert not (folder / "pids.json").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to leave itself behind")
def test_without_user_namespaces_root_runs_the_database_as_nobody(folder: Path) -> None:
    home = folder / "home"
    home.mkdir(mode=0o700)
    code = (
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
    done = subprocess.run(
        [sys.executable, "-c", code, str(home / "data")],
        env={**os.environ, "NO_USER_NAMESPACE": "1"},
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.split() == ["65534", "0"], done.stderr
    assert home.stat().st_mode & 0o777 == 0o700
