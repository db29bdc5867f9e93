"""The settings as they come out in many environments, all read by one program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tests.config.service import BASE

_READER = """
import json, os, runpy, sys
environments, names = json.load(sys.stdin)
told = []
for environment in environments:
    os.environ.clear()
    os.environ.update(environment)
    try:
        found = runpy.run_module("config.settings")
    except Exception as reason:
        told.append({"refused": f"{type(reason).__name__}: {reason}"})
    else:
        told.append({name: found.get(name) for name in names})
json.dump(told, sys.stdout)
"""


def load_settings(
    environments: Sequence[Mapping[str, str]], names: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return in each environment the named settings, those that it has, or as ``refused`` why a
    start would end."""
    done = subprocess.run(
        [sys.executable, "-c", _READER],
        input=json.dumps([[dict(one) for one in environments], list(names)]),
        cwd=BASE,
        capture_output=True,
        text=True,
        check=True,
    )
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return told
