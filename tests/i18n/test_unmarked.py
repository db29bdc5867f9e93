"""No sentence for people stands outside the catalogues.

Anyone who adds one marks it: see "Languages" in CONTRIBUTING. What is English on purpose is named
here with its reason.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from config.languages.catalogues import APPS, BASE
from tests.i18n import finder

ENGLISH: Final = {
    "accounts/api/schema.py": "the OpenAPI document",
    "accounts/oauth/descriptions.py": "RFC 6749, 5.2 lets a description hold no letters but ASCII",
    "accounts/oauth/server.py": "RFC 6749, 5.2 lets a description hold no letters but ASCII",
    "admin.py": "the operator's pages",
    "config/api_settings.py": "the OpenAPI document",
    "config/developers": "the developers' pages and the clients to copy",
    "config/backends/db/releases.py": "told to the operator who starts the service",
    "config/environment.py": "told to the operator who starts the service",
    "config/http/errors/codes.py": "the table of codes on the developers' pages",
    "config/http/errors/field_codes.py": "the table of codes on the developers' pages",
    "config/http/errors/problems.py": "the OpenAPI document",
    "config/http/members.py": "the OpenAPI document",
    "config/http/openapi.py": "the OpenAPI document",
    "config/http/openapi_hooks.py": "the OpenAPI document",
    "config/http/parameters.py": "the OpenAPI document",
    "config/http/pagination.py": "the OpenAPI document",
    "config/local": "told to the operator who starts the service",
    "config/observe": "logs and figures for the operator",
    "config/settings.py": "told to the operator who starts the service",
    "config/templates/allauth/elements/button.html": "one tag put together; it holds no words",
    "config/templates/developers": "the developers' pages",
    "developers.html": "the developers' pages",
    "developers_clients.html": "the developers' pages",
    "developers_contents.html": "the developers' pages",
    "developers_events.html": "the developers' pages",
    "developers_explore.html": "the developers' pages",
    "developers_competitions.html": "the developers' pages",
    "developers_limits.html": "the developers' pages",
    "developers_live.html": "the developers' pages",
    "developers_playing.html": "the developers' pages",
    "developers_workshop.html": "the developers' pages",
    "games/rules/contract/board.py": "the OpenAPI document",
    "described.py": "the OpenAPI document",
    "examples.py": "the OpenAPI document",
    "feature.py": "addresses, tasks and words for the operator",
    "figures.py": "figures for the operator",
    "games/shown/event_words.py": "who hears an event, on the developers' pages",
    "happened.py": "who hears an event, and the OpenAPI document",
    "games/features/competitions/api/inputs.py": "the OpenAPI document",
    "games/features/competitions/templates/competitions/operator.html": "the operator's pages",
    "games/features/moderation/api.py": "the OpenAPI document",
    "games/features/talk/api.py": "the OpenAPI document",
    "games/demo.py": "a tool of developers",
    "games/models/fairness.py": "how rolls are made, in the record that programs read",
    "games/shown/shapes": "the OpenAPI document",
    "games/shown/vectors.py": "the developers' pages",
    "games/store/happened.py": "the OpenAPI document",
    "games/rules/__main__.py": "a tool of developers",
    "games/rules/conformance.py": "a tool of developers",
    "games/rules/conformance_game.py": "a tool of developers",
    "games/rules/conformance_foresight.py": "a tool of developers",
    "games/rules/perft.py": "a tool of developers",
    "games/rules/playthrough.py": "a tool of developers",
    "games/play/lost_turns.py": "told to the operator who restores",
    "games/play/replay.py": "told to the operator who has games replayed",
    "games/features/answering/cutting.py": "how people close an email, in several languages",
    "games/features/answering/server.py": "what a mail server reads, after RFC 5321",
    "games/rules/sentences.py": "what players type, in English and in German",
    "management": "commands of the operator",
    "migrations": "what was is kept as it was",
    "notifications/api/document.py": "the OpenAPI document",
    "notifications/pages/operator.py": "the operator's pages",
    "notifications/pages/operator_acts.py": "the operator's pages",
    "notifications/templates/notifications/operator": "the operator's pages",
    "shapes.py": "the OpenAPI document",
}
"""Folders and files whose sentences are in English alone, and why."""

PYTHON_PASSED: Final = frozenset(
    # Faults of programs, and what goes into logs.
    {"ValueError", "TypeError", "RuntimeError", "KeyError", "LookupError", "AssertionError"}
    | {"ImproperlyConfigured", "log", "debug", "info", "warning", "error", "exception", "critical"}
    # The words of the OpenAPI document, and the names of types in it.
    | {"help_text", "description", "summary", "query", "extend_schema"}
    # Why something is left out of the copy of one's data, told to developers; and columns.
    | {"left_out", "columns"}
    # What a figure counts, for the operator.
    | {"Count", "Figure"}
    # What a chess program is asked, what it answers, and its faults.
    | {"_ask", "_tell", "_OPTION", "_SCORE", "_BOUND", "EngineFailed"}
    # Names of the steps of a trace.
    | {"span"}
    # Names of rows on the operator's pages.
    | {"__str__"}
    # Contexts of sentences, which translators read.
    | {"_GOES", "_TAKEN"}
)
"""Calls, arguments and constants whose words are for developers."""

SCRIPT_PASSED: Final = frozenset({"class", "className", "import", "createElement"})
"""Properties and calls of scripts whose words no one reads."""

NAMES: Final = re.compile(r"Chess Eleven( by post)?|by post|alice|bob|charlie|\{\}")
"""Words that are the same in every language."""

KEYS: Final = {
    "private, no-": "a header",
    "no-store, no-": "a header",
    "Preferred-Languages: ": "a file that RFC 9116 describes",
    "-//Chess Eleven": "a name that RFC 5545 asks for",
    "API token": "what a program's token is called that gave it no name; it can be looked for",
    "chess eleven by post": "what a password may not be, in lower case",
    "Correspondence game": "a tag of PGN, which programs compare",
    "time forfeit": "a word that PGN fixes",
    "Four in front": "an example in the OpenAPI document",
    "FOR NO KEY UPDATE": "SQL",
    "AND (deadline": "SQL",
    "service down": "a key in the database, which wording.CAUSES puts into words",
    "clock put back": "another of these keys",
    "Whether events that you": "the OpenAPI document",
    "How soon each kind": "the OpenAPI document",
    "How do you want": "the OpenAPI document",
    "Deliveries arrive.": "the body of a test that a program reads",
    "SECRET_KEY was changed": "told to the operator",
    "three games": "a key of the series",
    "one game": "a key of the series",
    "{} leaves the deadline": "a fault for the logs",
    "the middleware is used": "a fault for the logs",
    "no answer to a ping": "a fault for the logs",
    "no answer within": "a fault for the logs",
    "the database doesn't answer": "a fault for the logs",
    "It answered {}.": "how an attempt went, kept in the log of the webhook for its programmer",
    "{} does not answer": "how an attempt went, kept in the log",
    "The time was over.": "how an attempt went, kept in the log",
    **dict.fromkeys(
        (
            f"{part} {kind}"
            for part in ("line", "head")
            for kind in ("last", "pass", "way", "ahead")
        ),
        "a class",
    ),
    "frame asked": "a class",
    "resign yes": "what a player types",
    "not modified": "a word that Telegram answers",
}
"""How literals begin that look like sentences and are none for people, and what they are."""


def _files(*suffixes: str) -> list[Path]:
    found = (
        path for app in APPS for suffix in suffixes for path in (BASE / app).rglob(f"*{suffix}")
    )
    return sorted(path for path in found if not _is_english(path))


def _is_english(path: Path) -> bool:
    place = path.relative_to(BASE).as_posix()
    parts = set(path.relative_to(BASE).parts)
    return any(place.startswith(f"{one}/") or one == place or one in parts for one in ENGLISH)


def _told(path: Path, found: list[str]) -> list[str]:
    place = path.relative_to(BASE)
    told = [text for text in found if not text.startswith(tuple(KEYS))]
    return [f"{place}: {text}" for text in told if re.search(r"[^\W\d]", NAMES.sub("", text))]


def _script(path: Path) -> str:
    """Return a script; of one that is a template, what its tags leave."""
    source = path.read_text()
    return finder.without_tags(source) if "templates" in path.parts else source


def test_python_marks_its_sentences() -> None:
    unmarked = [
        one
        for path in _files(".py")
        for one in _told(path, finder.in_python(path.read_text(), PYTHON_PASSED))
    ]
    assert unmarked == []


def test_templates_mark_their_words() -> None:
    unmarked = [
        one
        for path in _files(".html", ".txt", ".svg")
        if "templates" in path.parts
        for one in _told(path, finder.in_template(path.read_text()))
    ]
    assert unmarked == []


def test_scripts_mark_their_words() -> None:
    unmarked = [
        one
        for path in _files(".js")
        for one in _told(path, finder.in_script(_script(path), SCRIPT_PASSED))
    ]
    assert unmarked == []


@pytest.mark.parametrize(
    "source",
    [
        'raise Conflict("The game is over.", code="game_over")',
        'raise invalid_parameter("ids", "too_long", f"Send at most {most} IDs.")',
        'return f"{names} are invited too."',
        'LATER = "later", "Not now, maybe later."',
        'fields = {"name": CharField(label="Name")}',
        """text = f"{words}: {_('Thank you.')}\"""",
    ],
)
def test_an_unmarked_sentence_of_python_is_found(source: str) -> None:
    assert len(finder.in_python(source, PYTHON_PASSED)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "<p>Moves</p>",
        '<img src="{{ url }}" alt="The board">',
        "<h1>The rules of {{ name }}</h1>",
        '<meta name="description" content="Chess, {{ told }}.">',
        '{{ name|default:"somebody" }}',
        '{% include "parts/field.html" with called="Name" %}',
        "{{ n }}{{ n|pluralize }}",
    ],
)
def test_an_unmarked_word_of_a_template_is_found(source: str) -> None:
    assert len(finder.in_template(source)) == 1
    marked = "{% trans 'x' %}{% blocktranslate %}The rules{% endblocktranslate %}<code>GET</code>"
    assert finder.in_template(f"{marked}{{# a note #}}{{{{ words }}}}") == []


@pytest.mark.parametrize(
    "source",
    [
        'say("Nothing selected.")',
        'el("p", { textContent: "empty" })',
        "add(to, `shoot, ${goal}% goal`)",
        'if (minutes < 0) return "no time";',
        'const SIDES = { w: "White" };',
        'say(t("Goal!") + `${name} has scored`)',
    ],
)
def test_an_unmarked_word_of_a_script_is_found(source: str) -> None:
    assert len(finder.in_script(source, SCRIPT_PASSED)) == 1
    read = 't("Send {move}", { move }); tn("{n} way", "{n} ways", n); node.className = "btn go"'
    assert finder.in_script(read, SCRIPT_PASSED) == []
