"""The core without a feature: its tests, and a walk over the pages.

``python -m tests.without plans share`` leaves out one after the other, ``all`` each of them. With
``--short`` a choice of tests runs, as in ``.ci/run``.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from _pytest.mark import ParameterSet
from django.conf import settings

_BASE: Final = Path(__file__).resolve().parents[1]
_FOLDERS: Final = {"live_play": "live"}
_IMPORTED: Final = re.compile(r"^(?:from|import) games\.features\.(\w+)", re.M)
_HELPERS: Final = re.compile(r"^from (tests\.[\w.]+) import", re.M)
FEATURES: Final = sorted(path.parent.name for path in _BASE.glob("games/features/*/feature.py"))
WALK: Final = "tests/config/test_walk.py"
SHORT: Final = (
    WALK,
    "tests/config/test_developers.py",
    "tests/games/test_challenges.py",
    "tests/games/test_formations.py",
    "tests/games/test_handing_over.py",
    "tests/games/test_turns.py",
    "tests/games/test_api_queries.py",
    "tests/pages/test_game.py",
    "tests/pages/test_history.py",
    "tests/pages/test_home.py",
    "tests/accounts/test_own_data.py",
)


def is_left_out(path: Path) -> bool:
    """Return whether a file or folder tests a feature that is not installed, or imports one."""
    if not settings.WITHOUT:
        return False
    if path.is_dir():
        return path.parent == _BASE / "tests" and bool(
            settings.WITHOUT & {path.name, _FOLDERS.get(path.name)}
        )
    return path.suffix == ".py" and not settings.WITHOUT.isdisjoint(_features_of(path))


@cache
def _features_of(path: Path) -> frozenset[str]:
    """Return the features that a module of the tests imports, itself or by another of them."""
    text = path.read_text()
    found = set(_IMPORTED.findall(text))
    for name in _HELPERS.findall(text):
        helper = _BASE / f"{name.replace('.', '/')}.py"
        if helper.exists() and helper != path:
            found |= _features_of(helper)
    return frozenset(found)


def needs_what_is_left_out(item: pytest.Item) -> bool:
    """Return whether a test is marked to need a feature that is not installed.

    ``@pytest.mark.needs("plans")`` names features. Without a name it means all of them.
    """
    return any(
        not settings.WITHOUT.isdisjoint(marker.args or FEATURES)
        for marker in item.iter_markers("needs")
    )


def needing(feature: str | None, *values: object) -> ParameterSet:
    """Return a case of a parametrised test that needs a feature, if one is named."""
    return pytest.param(*values, marks=[pytest.mark.needs(feature)] if feature else [])


def main() -> int:
    """Run the tests of the core for each feature that is named; return how many runs failed."""
    reader = argparse.ArgumentParser(prog="python -m tests.without", description=__doc__)
    reader.add_argument("features", nargs="+", choices=[*FEATURES, "all"])
    reader.add_argument("--short", action="store_true")
    wanted = reader.parse_args()
    names = FEATURES if "all" in wanted.features else wanted.features
    failed = [name for name in names if not _passes(name, SHORT if wanted.short else ("tests",))]
    if failed:
        print(f"Failed without: {', '.join(failed)}")
    return len(failed)


def _passes(feature: str, paths: tuple[str, ...]) -> bool:
    began = time.monotonic()
    command = [sys.executable, "manage.py", "test", *paths, "-q", "-n", str(os.cpu_count() or 1)]
    ran = subprocess.run(command, cwd=_BASE, env={**os.environ, "WITHOUT": feature}, check=False)
    passed = ran.returncode == 0
    seconds = time.monotonic() - began
    print(f"Without {feature}: {'passed' if passed else 'FAILED'} in {seconds:.0f} s", flush=True)
    return passed


if __name__ == "__main__":
    sys.exit(main())
