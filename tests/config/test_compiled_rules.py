"""The compiled form of the rules: when it is used, and what is said where it can't be built.

That it plays the same, ``.ci/run`` shows: it builds it and runs the tests of the rules with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.local.bootstrap import BASE
from games.rules import compiled

ASK = "from games.rules import geometry; print(geometry.__file__)"


@pytest.fixture
def python(tmp_path: Path) -> str:
    """A Python of its own, with nothing built for it."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path], check=True)
    return str(tmp_path / "bin" / "python")


def run(python: str, code: str, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name != compiled.VARIABLE}
    done = subprocess.run(
        [python, "-c", code],
        cwd=BASE,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def put_build(python: str, *, folder: str = "") -> None:
    """Put something into the place of a build that says where it was imported from."""
    place = Path(run(python, "from games.rules import compiled; print(compiled.folder())"))
    place = place.with_name(folder) if folder else place
    (place / "games" / "rules").mkdir(parents=True)
    source = (BASE / "games" / "rules" / "geometry.py").read_text()
    (place / "games" / "rules" / "geometry.py").write_text(source)


def test_a_build_of_these_sources_is_used(python: str) -> None:
    put_build(python)

    assert "chess_eleven_rules" in run(python, ASK)


def test_a_build_of_other_sources_is_not_used(python: str) -> None:
    put_build(python, folder="0123456789abcdef")

    assert run(python, ASK) == str(BASE / "games" / "rules" / "geometry.py")


def test_the_sources_run_where_a_setting_says_so(python: str) -> None:
    put_build(python)

    assert run(python, ASK, COMPILED_RULES="0") == str(BASE / "games" / "rules" / "geometry.py")


def test_every_module_that_is_compiled_is_there() -> None:
    assert [name for name in compiled.MODULES if not (BASE / compiled.source(name)).exists()] == []


@pytest.mark.long
def test_without_a_compiler_the_command_says_what_to_install(tmp_path: Path) -> None:
    if compiled.folder().is_dir():
        pytest.skip("the rules are compiled here")
    done = subprocess.run(
        [sys.executable, str(BASE / "manage.py"), "compile_rules"],
        cwd=BASE,
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "no C compiler" in done.stderr
    assert "Traceback" not in done.stderr
