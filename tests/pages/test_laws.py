"""The numbered laws can be read, those of older games too."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.laws import address_of, cited, text_of
from games.rules import registry

ANCHOR = re.compile(r'id="(\d+(?:\.\d+)?)"')


@pytest.fixture(scope="module")
def anchors() -> set[str]:
    return set(ANCHOR.findall(Client().get("/learn/eleven/laws/").content.decode()))


def test_the_laws_have_an_anchor_each(anchors: set[str]) -> None:
    text = text_of("eleven")
    assert text is not None
    written = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", text, re.MULTILINE))

    assert {str(chapter) for chapter in range(1, 11)} | written == anchors
    counts = [len([law for law in written if law.startswith(f"{n}.")]) for n in range(1, 11)]
    assert counts == [4, 6, 7, 6, 3, 7, 3, 6, 18, 5]


def test_the_page_lists_the_chapters_and_shows_the_table_of_odds() -> None:
    page = Client().get("/learn/eleven/laws/").content.decode()

    assert '<a href="#8">The shot</a>' in page
    assert '<h2 id="8">' in page
    assert page.count("<tr>") == 9
    assert '<div class="scroll" tabindex="0">' in page, "keys scroll it sideways"
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
    # What has not changed is linked where it is read by everyone.
    assert cited(key, law, 1)["law_url"] == f"/learn/{key}/laws/1/#{law}"
    assert cited(key, law, 2)["law_url"] == cited(key, law)["law_url"] == f"{address_of(key)}#{law}"
    assert cited(key, "3.3", 1) == cited(key, "3.3")


def test_a_version_that_never_was_has_no_page() -> None:
    assert Client().get("/learn/eleven/laws/3/").status_code == 404
    assert Client().get("/learn/standard/laws/2/").status_code == 404


def test_in_german_the_laws_say_that_they_are_english_and_lead_to_the_guide() -> None:
    german = {"Accept-Language": "de"}

    page = Client().get("/learn/eleven/laws/", headers=german).content.decode()
    note = page.partition("Die Regeln gibt es nur auf Englisch.")[2].partition("</p>")[0]
    assert 'href="/learn/eleven/read/"' in note
    assert "in English only" not in Client().get("/learn/eleven/laws/").content.decode()


def test_the_rules_page_leads_to_the_laws() -> None:
    assert 'href="/learn/eleven/laws/"' in Client().get("/learn/eleven/read/").content.decode()


def test_a_game_without_a_text_of_laws_has_no_page_of_them() -> None:
    for key in registry.all_keys():
        page = Client().get(f"/learn/{key}/laws/")
        assert page.status_code == (200 if text_of(key) else 404), key
