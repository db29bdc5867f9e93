"""The document is true: what is thrown at the running service is answered as it says.

``SCHEMATHESIS_RULESET=future`` puts another game on the stage. ``SCHEMATHESIS_EXAMPLES=20`` sends
more: more at random, every wrong value at each place, and the examples of the document once more,
which are also among the values of each place.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.utils import timezone

from games.rules import registry
from tests.api.document import document
from tests.api.stage import Stage
from tests.live import LiveService

EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "1"))
PHASES, EVERY = ("examples,coverage,fuzzing", 1) if EXAMPLES > 2 else ("coverage,fuzzing", 20)
# What is wrong with a value does not depend on the game; what is answered to a right one does.
FAMILY_MODE = "all" if EXAMPLES > 2 else "positive"
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_schema_conformance,response_headers_conformance,negative_data_rejection,"
    "missing_required_header,codes_are_documented,times_are_written_alike"
)
RULESET = os.environ.get("SCHEMATHESIS_RULESET", registry.DEFAULT)
HOOKS = Path(__file__).with_name("schemathesis_hooks.py")


PARTS = {
    "games": "^/api/v1/games",
    "people": "^/api/v1/(me|accounts|auth|guests|players|blocks|presets)",
    "the rest": "",
}
"""The document in parts of about a size, by their paths; the last takes what no other has."""
RUNS = [*((part, RULESET, "all") for part in PARTS), ("games", "family", FAMILY_MODE)]
"""Which part is tried with which game on the stage, and by which values."""


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("part", "ruleset", "mode"), RUNS)
def test_each_request_is_answered_as_documented(
    part: str, ruleset: str, mode: str, transactional_db, settings, tmp_path: Path
):
    settings.LIMITS_ON = False
    stage = Stage(timezone.now(), ruleset, leavers=40)
    config = tmp_path / "schemathesis.toml"
    config.write_text("\n".join(_entries(stage)))

    with LiveService() as live:
        # It is made at the first call, for which the program would not wait on a busy machine.
        httpx.get(f"{live.url}/api/v1/schema", timeout=120).raise_for_status()
        done = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run",
             f"{live.url}/api/v1/schema", "-H", f"Authorization: Bearer {stage.token}",
             "--checks", CHECKS, "--max-examples", str(EXAMPLES), "--phases", PHASES,
             "--mode", mode, "--continue-on-failure",
             "--generation-deterministic", "--suppress-health-check", "all",
             "--request-timeout", "20", "--no-color", *_paths(part)],
            capture_output=True, text=True, check=False, cwd=tmp_path,
            env=os.environ | {"SCHEMATHESIS_HOOKS": str(HOOKS),
                              "LEAVERS": json.dumps(stage.leavers), "EVERY": str(EVERY)},
        )  # fmt: skip

    print(done.stdout[-20000:], done.stderr[-2000:])
    assert done.returncode == 0, done.stdout[-6000:]


def _paths(part: str) -> list[str]:
    """Return the options that choose the calls of this part."""
    if PARTS[part]:
        return ["--include-path-regex", PARTS[part]]
    others = "|".join(f"({pattern})" for pattern in PARTS.values() if pattern)
    return ["--exclude-path-regex", others]


def _entries(stage: Stage) -> list[str]:
    """Return the part of the configuration that says what each call is made with."""
    wanted = stage.operations()
    # ``test_every_call`` tries the methods that an address does not take.
    lines: list[str] = ["[phases.coverage]", "unexpected-methods = []"]
    for path, methods in document()["paths"].items():
        for method in methods:
            name = f"{method.upper()} {path}"
            found: dict[str, Any] = {}
            for pattern, entry in wanted.items():
                if re.search(pattern, name):
                    for kind, values in entry.items():
                        found[kind] = {**found.get(kind, {}), **values}
            if found:
                lines += ["[[operations]]", f"include-name = {json.dumps(name)}"]
                lines += [f"{kind} = {_inline(values)}" for kind, values in found.items()]
    return lines


def _inline(values: dict[str, Any]) -> str:
    """Return a table of TOML in one line."""
    return "{" + ", ".join(f"{name} = {json.dumps(value)}" for name, value in values.items()) + "}"
