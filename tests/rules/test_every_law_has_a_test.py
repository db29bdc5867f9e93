"""Each numbered law of each game on squares is named by a test of that game."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LAWS = HERE.parents[1] / "games" / "rules"
ELSEWHERE = {"family": {"9.1", "9.6"}, "future": {"11.9"}, "standard": {"2.10"}}
"""What is agreed about time is the service's to keep: ``test_pace.py`` and ``test_rest_days.py`` of
``tests/games``."""


@pytest.mark.parametrize("key", ["standard", "future", "family"])
def test_each_law_is_named_by_a_test(key: str) -> None:
    laws = re.findall(r"^\*\*(\d+\.\d+)\*\*", (LAWS / key / "LAWS.md").read_text(), re.M)
    tests = "\n".join(path.read_text() for path in sorted((HERE / key).glob("test_*.py")))
    named = set(re.findall(r"(?<![\d.])\d+\.\d+(?!\d)", tests.replace("\\.", ".")))

    assert len(laws) > 20
    assert [law for law in laws if law not in named | ELSEWHERE.get(key, set())] == []
