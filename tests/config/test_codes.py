"""The table of codes that clients read. A refusal takes no other code: its argument has a type."""

from __future__ import annotations

from typing import get_args

import pytest

from config.http.errors.code_names import CodeName
from config.http.errors.codes import CODES
from config.http.errors.refusals import Refusal


def test_the_table_has_each_code_and_no_other():
    assert list(CODES) == list(get_args(CodeName))


def test_a_code_bears_only_a_status_that_the_table_promises():
    with pytest.raises(AssertionError):
        Refusal(403, "stale_turn", "The game is further.")


def test_the_table_is_fit_to_be_read():
    for code, known in CODES.items():
        assert code == code.lower()
        assert known.title
        assert known.title[-1] != "."
        assert known.meaning.endswith("."), code
        assert all(400 <= status < 600 for status in known.statuses)
