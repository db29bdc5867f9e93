"""What becomes of static files on their way to a phone."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from config.http.static_files import FOREIGN, tidy_script, tidy_style

STORAGES = {"staticfiles": {"BACKEND": "config.http.static_files.HashedStorage"}}
GAME_PAGE = ("page", "game_page", "chess_eleven/play", "chess_eleven/pitch", "chess_eleven/pieces")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own files as a running service hands them out."""
    root = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=root, STORAGES=STORAGES):
        ignored = [f"{name.rstrip('/')}/*" for name in FOREIGN]
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=ignored)
    return root


def test_every_import_names_a_file_by_its_hash(collected: Path) -> None:
    statements = 0
    for path in collected.rglob("*.????????????.js"):
        for target in re.findall(r"(?:from|import)\s*\(?\s*[\"']([./][^\"']+)", path.read_text()):
            statements += 1
            assert re.search(r"\.[0-9a-f]{12}\.js$", target), f"{path.name}: {target}"
            assert (path.parent / target).resolve().exists()
    assert statements > 10


def test_phones_get_no_comments(collected: Path) -> None:
    for path in collected.rglob("*.????????????.*s"):
        assert not re.search(r"^\s*(/\*|//)", path.read_text(), re.MULTILINE), path.name


def test_the_game_page_keeps_to_its_budget(collected: Path) -> None:
    def weight(name: str) -> int:
        path = next(collected.glob(f"{name}.????????????.*"))
        return len(gzip.compress(path.read_bytes(), 9))

    assert sum(weight(f"games/{name}") for name in GAME_PAGE) <= 15_000
    assert weight("app") + weight("games/game") <= 6_000


def test_a_script_is_tidied_and_says_the_same() -> None:
    source = '/** What it is.\n *  More.\n */\nconst a = "//"; /* why */\n  // note\n  go(a);\n'

    assert tidy_script(source) == 'const a = "//"; /* why */\ngo(a);\n'
    assert tidy_style("/* head */\na { b: c;\n  d: e; }\n") == "a { b: c;\nd: e; }\n"


def test_no_text_in_a_script_of_ours_reaches_over_a_line() -> None:
    for path in Path().glob("*/static/**/*.js"):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            assert line.count("`") % 2 == 0, f"{path}:{number}"


@pytest.mark.django_db
def test_a_page_travels_compressed_and_an_answer_of_the_api_does_not() -> None:
    client = Client(headers={"Accept-Encoding": "gzip"})

    assert client.get("/rules/")["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in client.get("/api/v1/games")
