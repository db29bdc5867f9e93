"""A game that leaves nothing to chance has no rolls to salt."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game
from games.play.salts import add_salt
from games.refusals import Conflict
from games.shown.payloads import game_payload
from tests.toys.games import user_of


def test_a_game_without_chance_takes_no_salt(four: Game, now: datetime) -> None:
    assert game_payload(four, "")["fairness"]["takes_salts"] is False

    with pytest.raises(Conflict):
        add_salt(user_of(four, "gold"), four.pk, "0123456789abcdef", now=now)
