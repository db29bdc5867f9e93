"""What becomes of static files on their way to a phone."""

from __future__ import annotations

import gzip
import io
import os
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from rjsmin import jsmin

from config.languages import scripts
from config.languages.extraction import extract_script
from config.languages.gathering import SCRIPT_KEYWORDS
from tests.conftest import collect
from tests.e2e.test_release import STYLE
from tests.pages.test_static import sources

GAME_PAGE = (
    *("page", "game_page", "hand", "turn"),
    *("chess_eleven/play", "chess_eleven/pitch", "chess_eleven/pieces"),
)


def test_every_import_names_a_file_by_its_hash(collected: Path) -> None:
    statements = 0
    languages = tuple(f"{language}-" for language, _ in settings.LANGUAGES)
    kept: Counter[str] = Counter()
    for path in collected.rglob("*.????????????.js"):
        name = path.relative_to(collected).as_posix()
        spoken = name.partition("/")[2] if name.startswith(languages) else name
        kept[spoken.removesuffix("".join(path.suffixes[-2:]))] += 1
        for target in re.findall(r"(?:from|import)\s*\(?\s*[\"']([./][^\"']+)", path.read_text()):
            statements += 1
            assert re.search(r"\.[0-9a-f]{12}\.js$", target), f"{path.name}: {target}"
            assert (path.parent / target).resolve().is_file()
    assert statements > 10
    # Once for the language of the sources, and once for each that has sentences of its own.
    times = 1 + sum(bool(scripts.sentences(language)) for language, _ in settings.LANGUAGES)
    for path in sources("static", ".js"):
        assert kept[path.as_posix().rpartition("/static/")[2].removesuffix(".js")] == times, path


def sentences_of(script: str) -> set[str]:
    """Return what a script says, as babel reads it."""
    found = extract_script(io.BytesIO(script.encode()), SCRIPT_KEYWORDS, (), {"encoding": "utf-8"})
    said = [one if isinstance(one, tuple) else (one,) for _, _, one, _ in found]
    return {text for texts in said for text in texts if text}


def test_a_script_is_kept_in_each_language_with_none_of_its_sentences_forgotten(
    collected: Path,
) -> None:
    known = {key.rpartition("\4")[2]: text for key, text in scripts.sentences("de").items()}
    same = {text for text, german in known.items() if text == german}
    said = 0
    for path in sources("static", ".js"):
        source = jsmin(path.read_text())
        words = sentences_of(source) & known.keys()
        german = sentences_of(scripts.translated(source, "de"))
        said += len(words)
        # Both the forms for numbers and what has a context are no plain sentence any more.
        assert words & german <= same, path
    assert said >= len(known)

    [folder] = collected.glob("de-*")
    originals = {path.relative_to(collected) for path in collected.rglob("*.????????????.js")}
    copies = {path.relative_to(folder) for path in folder.rglob("*.js")}
    languages = tuple(f"{language}-" for language, _ in settings.LANGUAGES)
    assert copies == {one for one in originals if not str(one).startswith(languages)}
    assert 't("Dein Zug wurde nicht gespielt. {why}"' in next(folder.glob("home.*.js")).read_text()


@pytest.mark.long
def test_a_new_release_replaces_files_that_look_newer_than_its_own(tmp_path: Path) -> None:
    old, style = "body{color:red}", tmp_path / "app.css"
    style.write_text(old)
    tomorrow = time.time() + 86_400
    os.utime(style, (tomorrow, tomorrow))

    collect(tmp_path)

    assert style.read_text() != old


def test_phones_get_no_comments(collected: Path) -> None:
    for path in collected.rglob("*.????????????.*s"):
        assert not re.search(r"^\s*(/\*|//)", path.read_text(), re.MULTILINE), path.name


def test_the_game_page_keeps_to_its_budget(collected: Path) -> None:
    def weight(name: str) -> int:
        path = next(collected.glob(f"{name}.????????????.*s"))
        return len(gzip.compress(path.read_bytes(), 9))

    assert sum(weight(f"games/{name}") for name in GAME_PAGE) <= 19_750
    # The ground and the score board made the style of a game larger, on purpose; the browser is
    # held to the same limit.
    assert weight("app") + weight("games/pitch") + weight("games/game") <= STYLE


def test_what_a_device_was_shown_is_read_among_other_cookies(collected: Path) -> None:
    # The minifier takes a pattern for a division, and its spaces away, unless it is in brackets.
    script = next(collected.glob("games/page.????????????.js")).read_text()
    assert r"/(?:^|; )shown=" in script
    assert r"/(?:^|; )csrftoken=" in script


def test_texts_of_a_script_survive_its_minifier(collected: Path) -> None:
    """What looks like a comment inside a text or a pattern is none."""
    for source in sources("static", ".js"):
        texts = re.findall(
            r"^(?!\s*(?:\*|/[*/])).*?(\"[^\"\\\n]*//[^\"\\\n]*\")", source.read_text(), re.M
        )
        # Its name below the folder, in an app and in a feature alike.
        name = str(source).rpartition("/static/")[2].removesuffix(".js")
        minified = next(collected.glob(f"{name}.????????????.js")).read_text()
        assert all(text in minified for text in texts), source


@pytest.mark.django_db
def test_a_page_travels_compressed_and_an_answer_of_the_api_does_not() -> None:
    client = Client(headers={"Accept-Encoding": "gzip"})

    assert client.get("/learn/eleven/read/")["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in client.get("/api/v1/games")
