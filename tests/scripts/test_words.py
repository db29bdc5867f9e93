"""Sentences of scripts: places that are filled in, numbers, lists and chances."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.scripts.conftest import Run

GERMAN = {
    "{name} won.": "{name} hat gewonnen.",
    "{n} move": ["{n} Zug", "{n} Züge"],
    "piece\u0004king": "König",
}


def said(run: Run, what: str, language: str = "en", known: dict[str, Any] | None = None) -> Any:
    """Return what an expression says on a page in a language, with these sentences known."""
    return run(f"""
      document.documentElement.lang = "{language}";
      const words = document.createElement("script");
      words.id = "words";
      words.type = "application/json";
      words.textContent = {json.dumps(json.dumps(known or {}))};
      document.body.append(words);
      try {{
        // The catalogue is read once, so each page has the script for itself.
        const {{ t, tn, tp, listed, percent, places }} =
          await import("/static/words.js?" + Math.random());
        return {what};
      }} finally {{
        words.remove();
        document.documentElement.lang = "en";
      }}
    """)


def test_a_sentence_is_in_the_readers_language_with_its_places_filled_in(run: Run) -> None:
    what = 't("{name} won.", { name: "alice" })'

    assert said(run, what) == "alice won."
    assert said(run, what, "de", GERMAN) == "alice hat gewonnen."


def test_a_place_without_a_value_stays_as_it_is(run: Run) -> None:
    assert said(run, 't("{name} and {other}", { name: "alice" })') == "alice and {other}"


@pytest.mark.parametrize(
    ("number", "english", "german"),
    [(0, "0 moves", "0 Züge"), (1, "1 move", "1 Zug"), (2, "2 moves", "2 Züge")],
)
def test_a_number_has_its_form(run: Run, number: int, english: str, german: str) -> None:
    what = f'tn("{{n}} move", "{{n}} moves", {number})'

    assert said(run, what) == english
    assert said(run, what, "de", GERMAN) == german


def test_a_word_with_two_meanings_is_found_by_its_context(run: Run) -> None:
    what = '[tp("piece", "king"), tp("card", "king")]'

    assert said(run, what, "de", GERMAN) == ["König", "king"]


@pytest.mark.parametrize(
    ("language", "names", "choice", "chance"),
    [
        ("en", "a, b and c", "a, b or c", "55%"),
        ("de", "a, b und c", "a, b oder c", "55\u00a0%"),
    ],
)
def test_names_are_listed_and_chances_written_as_the_language_does(
    run: Run, language: str, names: str, choice: str, chance: str
) -> None:
    what = '[listed(["a", "b", "c"]), listed(["a", "b", "c"], "disjunction"), percent(55)]'

    assert said(run, what, language) == [names, choice, chance]


def test_what_stands_in_a_place_may_be_more_than_text(run: Run) -> None:
    what = 'places("{side} to move: {name}", (name) => name.toUpperCase())'

    assert said(run, what) == ["", "SIDE", " to move: ", "NAME", ""]
