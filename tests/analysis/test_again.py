"""What an analysis found to be much better comes back as a puzzle, for its player alone."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.features.analysis.making import analyse, ask
from games.features.analysis.models import Analysis
from games.features.puzzles.missed import OF_A_GAME, keep_again, look_at_own, missed_by
from games.features.puzzles.models import AGAIN, Missed
from games.models import Game, Turn
from games.play.practice import Chance
from tests.analysis.staged import played_out
from tests.conftest import Browsers
from tests.puzzles.test_puzzles import ended, tried
from tests.rules.test_puzzles import KNOWN

pytestmark = pytest.mark.django_db


def test_a_turning_point_is_tried_again_as_a_puzzle(
    game: Game, alice: User, bob: User, now: datetime, browse: Browsers
) -> None:
    over = played_out(game, now, seed=2, turns=6)
    ask(over, alice.pk, now)
    while analyse(now, 60.0):
        pass
    assert Analysis.objects.get().status == "done"

    one = Missed.objects.filter(kind=AGAIN).order_by("turn")[0]
    assert one.best - one.second >= 10
    mine, theirs = browse(one.user), browse(alice if one.user == bob else bob)
    address, puzzle = f"/games/{over.pk}/analysis/", f"/puzzles/{one.pk}/"
    content = mine.get(address).content.decode()
    for shown in (content, theirs.get(address).content.decode()):
        assert f'href="/games/{over.pk}/think/?turn={one.turn}"' in shown
        assert puzzle not in shown

    assert f"find a turn with a {one.best}% chance to win" in mine.get(puzzle).content.decode()
    board = theirs.get(f"/games/{over.pk}/think/?turn={one.turn}").content.decode()
    # Seen by the reader: what one side could have gained, the other would have lost.
    assert f"With the better turn: {one.best}%" in content
    assert f"With the better turn: {100 - one.best}%" in board
    better = re.search(r">Better turn</summary>\s*([^<]+?) Your chance to win as played: ", board)
    assert better is not None
    assert f"<b>Better turn:</b> {better[1]}" in content
    assert re.search(r" to [a-h][1-8]\.|, then a (?:pass to|shot at) [a-h][1-8]\.", better[1])
    assert not re.search(r"[a-h][1-8][a-h][1-8]|Goal|save|Blocked|Corner", better[1])
    assert "as played: " not in theirs.get(f"/games/{over.pk}/think/").content.decode()
    hints = r">Hint</summary>\s*(<p>)?Start with (the piece on [a-h][1-8]|a pass|a shot)\."
    assert re.search(hints, mine.get(puzzle).content.decode())
    assert re.search(hints, board)
    assert theirs.get(puzzle).status_code == 404
    sent = [action.partition("=")[0] for action in Turn.objects.get(number=one.turn).actions]
    assert tried(mine, one, *sent)["failed"]
    found = tried(mine, one, *one.solutions[-1])
    assert found["done"]
    assert f"gives you a {one.best}% chance to win" in found["say"]


def test_what_is_certain_comes_first(game: Game, alice: User, now: datetime) -> None:
    ended(game, now - timedelta(minutes=5), KNOWN["sure"], *[KNOWN["mate"]] * OF_A_GAME)
    Turn.objects.filter(game=game).update(side="white")
    turns = list(Turn.objects.filter(game=game).order_by("number"))
    chances = [Chance(alice.pk, turn, [["d2d4", "@e4"]], 60 + turn.number, 40) for turn in turns]
    keep_again(game, chances, now)
    keep_again(game, chances, now)
    assert set(missed_by(alice.pk).values_list("turn", flat=True)) == {2, 3, 4}

    look_at_own(now, 10, lambda: True)
    kinds = missed_by(alice.pk).values_list("kind", flat=True)
    assert len(kinds) == OF_A_GAME
    assert AGAIN not in kinds
