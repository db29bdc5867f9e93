"""What the documents name is in the tree: files, folders, modules, commands and settings."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.config.service import BASE

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "OPERATING.md",
    "CHANGELOG.md",
    "tests/bench/README.md",
)
ROOMS = ("accounts", "config", "games", "notifications", "tests", ".ci")
ENDINGS = (".py", ".js", ".css", ".html", ".json", ".md", ".txt", ".yaml", ".dump")
# The folders that the reader is told to make.
TO_BE_MADE = {"games/rules/your_game", "games/templates/games/your_game"}
MADE_BY_OPERATORS = {"privacy.md", "terms.md", "imprint.md"}
# Made by the service as it runs, and asked for by the web.
NO_FILES = {"security.txt", "robots.txt"}

each_document = pytest.mark.parametrize("document", DOCUMENTS)


def quoted(document: str) -> list[str]:
    """Return what stands in backticks."""
    return re.findall(r"`([^`\n]+)`", (BASE / document).read_text())


@cache
def files() -> list[Path]:
    found = (path for room in ROOMS for path in (BASE / room).rglob("*"))
    return [path for path in (*found, *BASE.iterdir()) if path.is_file()]


@cache
def words() -> set[str]:
    """Return every word in capitals of the sources."""
    texts = (path.read_text() for path in files() if path.suffix in (".py", ".yaml"))
    return {word for text in texts for word in re.findall(r"\b[A-Z][A-Z0-9_]+\b", text)}


@each_document
def test_files_and_folders_are_there(document: str) -> None:
    named = {text.rstrip("/") for text in quoted(document)}
    plain = {text for text in named if re.fullmatch(r"[\w./*-]+", text)}
    paths = {text for text in plain if text.partition("/")[0] in ROOMS}
    names = {text for text in plain if re.fullmatch(r"[\w-]+\.\w+", text)}
    there = {path.name for path in files()}

    assert {path for path in paths - TO_BE_MADE if not any(BASE.glob(path))} == set()
    missing = {
        name for name in names - there - NO_FILES - MADE_BY_OPERATORS if name.endswith(ENDINGS)
    }
    assert missing == set()


@pytest.mark.needs
@each_document
def test_modules_and_commands_are_there(document: str) -> None:
    text = (BASE / document).read_text()
    modules = set(re.findall(r"python3? -m\s+((?:games|tests|config)[\w.]*\w)", text))
    commands = set(re.findall(r"manage\.py ([a-z_]+)", text))
    tests = set(re.findall(r"\btests/[\w/]+\.py", text))

    assert {module for module in modules if find_spec(module) is None} == set()
    assert {test for test in tests if not (BASE / test).exists()} == set()
    # Two are there before Django is.
    assert commands - set(get_commands()) - {"up", "test"} == set()


@each_document
def test_settings_are_read_somewhere(document: str) -> None:
    named = {
        word
        for text in quoted(document)
        for word in re.findall(r"^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=.*)?$", text)
    }
    assert named - words() == set()


def test_what_the_readme_has_measured_is_given_with_its_command() -> None:
    said = (BASE / "README.md").read_text().partition("## Measured")[2].partition("\n## ")[0]
    measured = (BASE / "tests/bench/README.md").read_text()

    figures = re.findall(r"\d[\d.,]*\d|\d", said)
    assert len(figures) > 10
    assert [figure for figure in figures if figure not in measured] == []
