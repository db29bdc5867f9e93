"""The examples of the document are what a played game answers."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Final

import pytest
from rest_framework.test import APIClient

from games.shown import examples
from tests.api.story import Story

RECORDED: Final = Path(examples.__file__).with_name("examples.json")
_CHANGING: Final = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\dZ)?|\d{4}\.\d\d\.\d\d|[0-9a-f]{64}|(?<=\"took_s\": )\d+"
)
"""What no two games share: times, sealed seeds."""


@pytest.mark.needs
@pytest.mark.django_db
def test_the_examples_are_what_a_game_answers(
    white: APIClient, black: APIClient, third: APIClient
) -> None:
    played = Story(white, black, third).played()

    if os.environ.get("RECORD"):
        RECORDED.write_text(json.dumps(played, indent=1, ensure_ascii=False) + "\n")
    kept = json.loads(RECORDED.read_text())
    assert _blanked(played) == _blanked(kept), "RECORD=1 writes them"


def _blanked(shown: dict[str, Any]) -> Any:
    return json.loads(_CHANGING.sub("0", json.dumps(shown, ensure_ascii=False)))
