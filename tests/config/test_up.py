"""``manage.py up`` and what befalls it. The tests follow one service through its life."""

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

from tests.config.receiver import Receiver, receiving
from tests.config.secrets_made import KINDS, environment, logged_in
from tests.config.service import BASE, Service, copy_prepared, free_port, is_alive

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(480),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]
WORKERS = {"worker", "outbound-worker", "robot-worker", "engine-worker"}
PARTS = {"database", "broker", "web", "beat", "referee", *WORKERS}
KILLED = ("web", "worker", "beat")


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Return a folder with tables and static files, which an earlier release has left open."""
    path = copy_prepared(Path(tempfile.mkdtemp(prefix="c11-up-")))
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
        service = Service(folder, free_port(), HANG_SECONDS="20")
    finally:
        signal.signal(signal.SIGHUP, previous)
    yield service.wait_ready()
    if service.process.poll() is None:
        service.end()


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with receiving() as server:
        yield server


@pytest.fixture(scope="module")
def second(receiver: Receiver) -> Iterator[Service]:
    """A second copy, which says as much as it can, on a disk with room for little more than it."""
    folder = Path(tempfile.mkdtemp(prefix="c11-second-"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=220m", "tmpfs", str(folder)]
    if os.geteuid() == 0:
        subprocess.run(mount, check=False, capture_output=True)
    watched = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": receiver.traces,
        "OTEL_BSP_SCHEDULE_DELAY": "200",
        "SENTRY_DSN": receiver.errors,
    }
    second = Service(copy_prepared(folder), free_port(), **environment(), **watched)
    yield second.wait_ready()
    if second.process.poll() is None:
        second.end()
    if folder.is_mount():
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    shutil.rmtree(folder, ignore_errors=True)


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


def test_two_copies_run_side_by_side(service: Service, second: Service) -> None:
    assert service.get("/readyz") == second.get("/readyz") == 200
    assert not set(service.pids().values()) & set(second.pids().values())


def test_no_log_and_no_trace_holds_a_secret(second: Service, receiver: Receiver) -> None:
    with logged_in(second) as browser:
        made = {kind.__name__: kind(second, browser) for kind in KINDS}
        # What was asked last has been written down as well.
        browser.get("/the-end")
    assert all(len(secret) >= 8 for found in made.values() for secret in found)
    web = second.folder / "logs" / "web.log"
    second.wait(lambda: "/the-end" in web.read_text())

    logs = {path.name: path.read_text(errors="replace") for path in web.parent.iterdir()}
    logs["what up says"] = second.output
    # From the request by the worker to the email, which no mail server takes here.
    way = ["send email", "accounts.tasks.send_mails", "POST /api/v1/accounts"]
    second.wait(lambda: receiver.line_of("send email") == way)
    logs |= {path: str(b"\n".join(bodies)) for path, bodies in receiver.taken.items()}

    found = [
        (kind, name, line[:200])
        for kind, values in made.items()
        for secret in values
        for name, text in logs.items()
        for line in text.splitlines()
        if secret in line
    ]
    assert not found
    assert {"web.log", "worker.log", "outbound-worker.log", "database.log"} <= set(logs)


def test_after_a_full_disk_all_parts_run_again_without_a_hand(
    service: Service, second: Service
) -> None:
    if not second.folder.is_mount():
        pytest.skip("no file system can be mounted here")
    filling = second.folder / "filling"
    fill(filling)
    before = second.pids()
    for name in KILLED:
        os.kill(before[name], signal.SIGKILL)
    # Their deaths are seen and written down while there is no room for anything.
    second.wait(lambda: all(f"The {name} was killed" in second.output for name in KILLED))
    fill(filling)

    filling.unlink()

    second.wait(lambda: second.get("/readyz") == 200)
    second.wait(lambda: runs_again(second, before))
    assert "Traceback" not in second.output
    second.end()
    assert service.get("/readyz") == 200


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


def runs_again(service: Service, before: dict[str, int]) -> bool:
    pids = service.pids()
    return set(pids) >= set(before) and all(
        is_alive(pids[name]) and pids[name] != before[name] for name in KILLED
    )


def test_a_port_in_use_is_named_with_the_way_out(service: Service, tmp_path: Path) -> None:
    second = Service(tmp_path, service.port)
    second.process.wait(20)
    second.reader.join(5)

    assert second.process.returncode == 1
    assert f"Port {service.port} cannot be had" in second.output
    assert f"PORT={service.port + 1}" in second.output
    assert "Traceback" not in second.output


def test_no_one_else_may_read_the_folder_of_the_data_or_anything_in_it(service: Service) -> None:
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

    service.wait(lambda: all(service.pids().get(name, 0) != before[name] for name in PARTS), 240)
    service.wait(lambda: service.get("/readyz") == 200)
    pulses = [service.folder / f"{name}-pulse" for name in WORKERS]
    service.wait(lambda: all(pulse.exists() for pulse in pulses), 240)

    for name in PARTS:
        assert f"The {name} has given no sign of life" in service.output
        assert f"The {name} was killed (signal 9)" in service.output


def test_after_a_power_cut_the_next_start_works_and_has_the_data(
    service: Service, folder: Path
) -> None:
    children = service.pids()
    mark = folder / "pg" / "PG_VERSION"
    made_at = mark.stat().st_mtime_ns
    service.process.kill()
    for name, pid in children.items():
        # A database that is killed leaves others behind; its end without the rest is as sudden.
        if name != "database":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
    # Those that are still ending would take their locks along.
    service.process.wait()
    while any(is_alive(pid) for pid in children.values()):
        time.sleep(0.05)
    # What was running has other numbers after a power cut; those in the locks are someone else's.
    for name in ("pg/postmaster.pid", "run/.s.PGSQL.5432.lock"):
        (folder / name).write_text(f"{os.getpid()}\n{folder / 'pg'}\n1\n5432\n{folder / 'run'}\n\n")

    again = Service(folder, service.port)
    try:
        again.wait_ready()
        assert again.get("/readyz") == 200
        assert mark.stat().st_mtime_ns == made_at
        assert "Preparing" not in again.output
        children = again.pids()
    finally:
        again.end()

    assert again.process.returncode == 0
    assert not [name for name, pid in children.items() if is_alive(pid)]
    assert not (folder / "pids.json").exists()
