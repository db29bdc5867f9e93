"""The table of codes that clients read. A refusal takes no other code: its argument has a type."""

from __future__ import annotations

from typing import get_args

import pytest

from config.http.errors.code_names import CodeName
from config.http.errors.codes import CODES
from config.http.errors.refusals import Refusal


def test_the_table_has_each_code_and_no_other():
    assert list(CODES) == list(get_args(CodeName))


def test_a_refusal_has_the_status_of_its_code():
    for code, known in CODES.items():
        assert Refusal(code, known.meaning).status == known.statuses[0]


@pytest.mark.parametrize(("status", "code"), [(431, "too_large"), (418, "bad_request")])
def test_an_answer_of_django_keeps_its_status(status: int, code: str):
    refusal = Refusal.of_status(status)

    assert (refusal.status, refusal.code) == (status, code)


def test_the_table_is_fit_to_be_read():
    for code, known in CODES.items():
        assert code == code.lower()
        assert known.title
        assert known.title[-1] != "."
        assert known.meaning.endswith("."), code
        assert all(400 <= status < 600 for status in known.statuses)
