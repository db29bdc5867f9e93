"""The numbered laws can be read, and every number that anybody cites is there."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from games.laws import address_of, cited, home_of, text_of
from games.rules import registry
from tests.config.service import BASE

GAMES = {key: home_of(key).rpartition(".")[2] for key in registry.all_keys() if text_of(key)}
"""The games that have laws, each with the folder of its code."""
ANCHOR = re.compile(r'id="(\d+(?:\.\d+)?)"')
NUMBER = re.compile(r"(?<![\w.])(\d{1,2}\.\d{1,2})(?![\w.]*\d|\.?\w|%)")
CITED = re.compile(r"\blaws? (\d+(?:\.\d+)?(?:(?:, | and | to | or )\d+\.\d+)*)", re.IGNORECASE)
OTHER_GAME = re.compile(r"rules/(?!chess_eleven)\w+/|competitions/")
"""Where a number may mean a law of another game, or of the cup."""
IN_BRACKETS = re.compile(r"\(\d+(?:\.\d+)?(?:(?:, | and | to | or )\d+(?:\.\d+)?)*\)")


@pytest.fixture(scope="module")
def anchors() -> set[str]:
    return set(ANCHOR.findall(Client().get("/learn/eleven/laws/").content.decode()))


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for ending in ("py", "js", "html", "md"):
            yield from (BASE / folder).rglob(f"*.{ending}")


def prose_of(path: Path) -> Iterator[str]:
    """Yield comments and docstrings of a module, and what other strings hold in brackets."""
    source = path.read_text()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    tree = ast.parse(source)
    prose = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            prose.add(node.value)
        if isinstance(node, ast.keyword) and node.arg == "law":
            prose |= {one for one in ast.walk(node) if isinstance(one, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value if node in prose else " ".join(IN_BRACKETS.findall(node.value))


def test_the_laws_have_an_anchor_each(anchors: set[str]) -> None:
    text = text_of("eleven")
    assert text is not None
    written = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", text, re.MULTILINE))

    assert {str(chapter) for chapter in range(1, 11)} | written == anchors
    counts = [len([law for law in written if law.startswith(f"{n}.")]) for n in range(1, 11)]
    assert counts == [4, 6, 7, 6, 3, 7, 3, 6, 16, 5]


@pytest.mark.parametrize(("key", "package"), GAMES.items())
def test_every_law_cited_by_the_rules_and_their_tests_is_there(key: str, package: str) -> None:
    tests = "tests/rules" if package == "chess_eleven" else f"tests/rules/{package}"
    anchors = set(ANCHOR.findall(Client().get(f"/learn/{key}/laws/").content.decode()))
    cited = {
        (str(path.relative_to(BASE)), number)
        for path in [*sources(f"games/rules/{package}"), *(BASE / tests).glob("*.py")]
        # Pictures are full of lengths: there a law is cited by its name.
        if path.suffix == ".py" and path.parent.name != "picture"
        for text in prose_of(path)
        for number in NUMBER.findall(text)
    }

    assert len({number for _, number in cited}) > 5
    assert sorted(one for one in cited if one[1] not in anchors) == []


def test_every_law_of_the_cup_that_its_code_cites_is_there() -> None:
    text = (BASE / "games/features/competitions/LAWS.md").read_text()
    written = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", text, re.MULTILINE))
    cited = {
        (str(path.relative_to(BASE)), number)
        for path in sources("games/features/competitions", "tests/competitions")
        if path.suffix == ".py"
        for prose in prose_of(path)
        for told in CITED.findall(prose)
        for number in re.findall(r"\d+\.\d+", told)
    }

    assert len(cited) > 5
    assert sorted(one for one in cited if one[1] not in written) == []


def test_every_law_cited_anywhere_is_there(anchors: set[str]) -> None:
    cited = {
        (path.relative_to(BASE), number)
        for path in [*sources("accounts", "config", "games", "notifications", "tests"),
                     *BASE.glob("*.md")]
        if not OTHER_GAME.search(str(path))
        for told in CITED.findall(path.read_text())
        for number in re.findall(r"\d+(?:\.\d+)?", told)
    }  # fmt: skip

    assert len(cited) > 20
    assert [(str(path), number) for path, number in cited if number not in anchors] == []


def test_the_page_lists_the_chapters_and_shows_the_table_of_odds() -> None:
    page = Client().get("/learn/eleven/laws/").content.decode()

    assert '<a href="#8">The shot</a>' in page
    assert '<h2 id="8">' in page
    assert page.count("<tr>") == 9
    assert '<p id="3.3">' in page
    assert '<a href="#3.3">3.3</a>' in page


def test_laws_are_found_by_the_name_of_the_game() -> None:
    assert Client().get("/learn/eleven/laws/").status_code == 200
    assert Client().get("/learn/nothing/laws/").status_code == 404


@pytest.mark.parametrize(
    ("key", "law", "today", "then"),
    [
        (
            "eleven",
            "9.3",
            "At 40 quiet turns there is a drop ball",
            "At 150 it sounds automatically",
        ),
        ("eleven", "9.4", "fourth drop ball of the game", "The players may agree to a draw"),
        ("family", "8.3", "one bishop or one knight", "It is a draw if everyone in the game"),
    ],
)
def test_older_games_keep_their_laws(key: str, law: str, today: str, then: str) -> None:
    newest = Client().get(f"/learn/{key}/laws/").content.decode()
    first = Client().get(f"/learn/{key}/laws/1/").content.decode()

    assert (today in newest, then in newest) == (True, False)
    assert (today in first, then in first) == (False, True)
    assert f'href="/learn/{key}/laws/1/"' in newest
    assert f'href="{address_of(key)}"' in first
    assert ANCHOR.findall(newest) == ANCHOR.findall(first)
    # What has not changed is linked where it is read by everybody.
    assert cited(key, law, 1)["law_url"] == f"/learn/{key}/laws/1/#{law}"
    assert cited(key, law, 2)["law_url"] == cited(key, law)["law_url"] == f"{address_of(key)}#{law}"
    assert cited(key, "3.3", 1) == cited(key, "3.3")


def test_a_version_that_never_was_has_no_page() -> None:
    assert Client().get("/learn/eleven/laws/3/").status_code == 404
    assert Client().get("/learn/standard/laws/2/").status_code == 404


def test_the_rules_page_leads_to_the_laws() -> None:
    assert 'href="/learn/eleven/laws/"' in Client().get("/learn/eleven/read/").content.decode()


def test_a_game_without_a_text_of_laws_has_no_page_of_them() -> None:
    for key in registry.all_keys():
        page = Client().get(f"/learn/{key}/laws/")
        assert page.status_code == (200 if text_of(key) else 404), key
