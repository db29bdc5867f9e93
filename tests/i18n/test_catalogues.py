"""The catalogues hold every sentence of the sources, and German says each."""

from __future__ import annotations

import io
import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.utils import translation

from config.languages import catalogues, extraction, gathering

CASES = [
    pytest.param(home, domain, id=f"{home.name}-{domain}")
    for home in catalogues.homes()
    for domain in catalogues.DOMAINS
]


@pytest.mark.parametrize(("home", "domain"), CASES)
def test_the_catalogues_are_up_to_date_with_the_sources(home, domain):
    for language in ("de",):
        place = catalogues.place(home, domain, language)
        fresh = gathering.update(home, domain, language)
        kept = place.read_bytes() if place.exists() else None
        said = gathering.text_of(fresh) if fresh is not None else None
        assert kept == said, "run manage.py makemessages"


@pytest.mark.parametrize("domain", catalogues.DOMAINS)
def test_a_sentence_is_the_same_in_every_catalogue(domain):
    # At run time all catalogues are one: of two translations only one would be shown.
    said = defaultdict(set)
    for home in catalogues.homes():
        if (place := catalogues.place(home, domain, "de")).exists():
            for message in catalogues.read(place):
                if message.id:
                    said[message.context, gathering.forms(message.id)[0]].add(str(message.string))

    assert {key: found for key, found in said.items() if len(found) > 1} == {}


def test_our_words_for_accounts_go_before_those_of_libraries():
    with translation.override("de"):
        assert translation.gettext("Username or email") == "Benutzername oder E-Mail"
        assert translation.gettext("This password is too common.").endswith("zu häufig.")
        words = translation.gettext("Enter a valid email address.")
    assert words == "Gib eine gültige E-Mail-Adresse ein."


@pytest.mark.parametrize(("home", "domain"), CASES)
def test_german_is_whole(home, domain):
    place = catalogues.place(home, domain, "de")
    if place.exists():
        catalog = catalogues.read(place)
        assert gathering.missing(catalog) == []
        assert [message.id for message in catalog if message.id and message.fuzzy] == []


def odd_places(message):
    """Return the places in braces that a translation has and its sentence has not."""
    kept, known = (
        set(re.findall(r"\{[a-z_]+\}", " ".join(gathering.forms(text))))
        for text in (message.string, message.id)
    )
    return kept - known


@pytest.mark.parametrize(("home", "domain"), CASES)
def test_a_translation_keeps_the_places_of_its_sentence(home, domain):
    place = catalogues.place(home, domain, "de")
    if not place.exists():
        return
    for message in catalogues.read(place):
        if message.id:
            # In "{goal}% goal" Babel takes the sign of per cent for a place of printf.
            is_braced = "python-brace-format" in message.flags
            faults = [] if is_braced else [str(fault) for fault in message.check()]
            assert faults == [], message.id
            assert odd_places(message) == set(), message.id


def test_sentences_inside_template_strings_are_found():
    script = b"""
      const one = `${t("Kept.")} ${t("to {square}", { square: at({ x }) })} of a few`;
      const two = `${tn("{n} way", "{n} ways", n, { n })}`;
    """

    found = extraction.extract_script(io.BytesIO(script), gathering.SCRIPT_KEYWORDS, [], {})

    sentences = {one[2] if isinstance(one[2], str) else one[2][0] for one in found}
    assert sentences == {"Kept.", "to {square}", "{n} way"}


def test_a_translation_says_its_sentence_once():
    places = [
        catalogues.place(home, domain, "de")
        for home in catalogues.homes()
        for domain in catalogues.DOMAINS
    ]
    for place in filter(Path.exists, places):
        for message in catalogues.read(place):
            for said in gathering.forms(message.string):
                assert len(said) < 40 or said.count(said[:25]) == 1, said
