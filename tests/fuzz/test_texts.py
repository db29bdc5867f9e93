"""A little of what ``python -m tests.fuzz.texts`` does a million times."""

import pytest

from tests.fuzz.texts import PARSERS, attack


@pytest.mark.parametrize("name", PARSERS)
def test_good_text_is_read(name):
    good, read = PARSERS[name]

    for text in good:
        read(text)


def test_broken_text_is_read_or_refused_and_never_makes_a_parser_stumble():
    found = attack(6_000, seed=7)

    assert found.total() == 6_000
    assert all(found[f"{name} refused"] for name in PARSERS)
