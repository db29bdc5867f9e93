"""A game with a goal in it, and a folder for clips."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from games.models import Game
from tests.games.matches import OPEN_GOAL, place, play, start_round


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def scored(game: Game, now: datetime) -> Game:
    """A game in which alice has scored with the third turn, and another round was begun."""
    play(game, "d2d4 @f3", "f6e4", now=now)
    place(Game.objects.get(pk=game.pk), OPEN_GOAL)
    play(game, "e2e4 !e8", now=now)
    start_round(game, now)
    return Game.objects.get(pk=game.pk)
