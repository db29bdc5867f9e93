"""The examples of the document are what players are answered."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Final

import pytest
from rest_framework.test import APIClient

from tests.api.competition_story import CompetitionStory
from tests.api.feature_story import FeatureStory
from tests.api.recording import Recording
from tests.api.story import Story

ROOT: Final = Path(__file__).parents[2]
_CHANGING: Final = re.compile(
    r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\dZ)?)?|\d{4}\.\d\d\.\d\d|\d+ [A-Z]\w+ \d{4}"
    r"|\w+ \d\d:\d\d UTC|[0-9a-f]{64}"
    r"|(?<=\"took_s\": )\d+|(?<=\"median_s\": )\d+|(?<=\"p80_s\": )\d+|(?<=\"hours\": )\[[\d, ]+\]"
)
"""What no two games share: times, sealed seeds."""


@pytest.mark.needs
@pytest.mark.parametrize("story", [Story, FeatureStory, CompetitionStory])
@pytest.mark.django_db
def test_the_examples_are_what_players_are_answered(
    story: type[Recording], white: APIClient, black: APIClient, third: APIClient, settings: Any
) -> None:
    settings.PRIVATE_TARGETS = True

    for folder, shown in story(white, black, third).played().items():
        recorded = ROOT / folder / "examples.json"
        if os.environ.get("RECORD"):
            recorded.write_text(json.dumps(shown, indent=1, ensure_ascii=False) + "\n")
        kept = json.loads(recorded.read_text())
        assert shown.keys() == kept.keys(), f"{folder}: RECORD=1 writes them"
        for name, answer in shown.items():
            said = f"{name} of {folder}: RECORD=1 writes it"
            assert _blanked(answer) == _blanked(kept[name]), said


def _blanked(shown: Any) -> Any:
    return json.loads(_CHANGING.sub("0", json.dumps(shown, ensure_ascii=False)))
