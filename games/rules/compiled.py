"""The modules of the rules that run most, compiled by mypyc, where they were built.

``python3 manage.py compile_rules`` builds them from the same sources into a folder of this Python,
named after a digest of those sources. Only what was built from exactly these is used, so a changed
file is never run in its old form. Without a build the sources run as they are.
``COMPILED_RULES=0`` runs the sources in any case.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Final

VARIABLE: Final = "COMPILED_RULES"
MODULES: Final = (
    "games.rules.geometry",
    "games.rules.perft",
    *(
        f"games.rules.chess_eleven.{name}"
        for name in (
            "actions", "attacks", "expectimax", "leaf", "moving", "position", "search.batch",
            "search.edges", "search.lookahead", "search.quick", "shot", "squares", "stalls",
            "turn", "weighing",
        )
    ),
)  # fmt: skip
_COMPILERS: Final = ("cc", "gcc", "clang")
_BASE: Final = Path(__file__).resolve().parents[2]
_SHARED: Final = "__mypyc"
"""How the name of the module ends that holds the code of all the others."""


class CannotCompile(Exception):
    """Raised when the rules can't be compiled here; its text says why."""


def source(module: str) -> Path:
    """Return the path of a module's source, below the folder of the project."""
    return Path(*module.split(".")).with_suffix(".py")


def folder() -> Path:
    """Return where the build of these sources for this Python is, if there is one."""
    digest = hashlib.sha256(sys.version.encode())
    for module in MODULES:
        digest.update((_BASE / source(module)).read_bytes())
    return builds() / digest.hexdigest()[:16]


def builds() -> Path:
    """Return where all builds for this Python are."""
    return Path(sysconfig.get_path("platlib")) / "chess_eleven_rules"


class _Finder:
    """Finds the compiled modules before their sources."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in MODULES and not name.endswith(_SHARED):
            return None
        return PathFinder.find_spec(name, [str((self._place / source(name)).parent)])


def use() -> None:
    """Let the compiled modules be imported in place of their sources, if they were built."""
    if os.environ.get(VARIABLE) == "0" or not builds().is_dir():
        return
    place = folder()
    if place.is_dir():
        sys.meta_path.insert(0, _Finder(place))


def has_compiler() -> bool:
    """Return whether this machine has a C compiler."""
    return any(map(shutil.which, _COMPILERS))


def build(tools: Path) -> Path:
    """Compile the modules with the mypyc in the folder ``tools`` and return where they are.

    1. mypyc translates copies of the sources, and the C compiler does the rest.
    2. What came out is moved into place as a whole; builds of other sources are removed.

    Raises ``CannotCompile``.
    """
    with tempfile.TemporaryDirectory(prefix="chess-eleven-") as temporary:
        work = Path(temporary)
        shutil.copytree(_BASE / "games" / "rules", work / "games" / "rules")
        (work / "games" / "__init__.py").touch()
        _translate(work, tools)
        try:
            return _put_in_place(work)
        except OSError as reason:
            raise CannotCompile(f"{reason.strerror}: {builds()}") from reason


def _translate(work: Path, tools: Path) -> None:
    command = [sys.executable, "-m", "mypyc", "--follow-imports=silent"]
    done = subprocess.run(
        [*command, *(str(source(module)) for module in MODULES)],
        cwd=work,
        # Level 2 takes half as long to build as the usual 3.
        env={**os.environ, "PYTHONPATH": str(tools), "MYPYC_OPT_LEVEL": "2"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCompile(" ".join(done.stdout.splitlines()[-3:])[-500:])


def _put_in_place(work: Path) -> Path:
    place = folder()
    shutil.rmtree(builds(), ignore_errors=True)
    unfinished = place.with_name("unfinished")
    # What the translation itself keeps is in its folder "build".
    for path in [*work.glob("*.so"), *(work / "games").rglob("*.so")]:
        target = unfinished / path.relative_to(work)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return unfinished.rename(place)
