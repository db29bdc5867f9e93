"""What a line is worth that someone tries on the analysis board."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from accounts.models import User
from games.features.analysis.making import analyse, ask, marks_of
from games.features.analysis.models import Analysis
from games.features.analysis.totals import marks_of_turns, whole
from games.models import Game, Turn
from games.rules.contract import WHOLE
from tests.analysis.staged import played_out, some_turns
from tests.conftest import Browsers

pytestmark = pytest.mark.django_db


def written(turn: Turn) -> str:
    """Return a turn as a line names it: how its shot ended comes last."""
    sent = [action.partition("=")[0] for action in turn.actions]
    outcome = turn.actions[-1].partition("=")[2]
    return " ".join(sent) + (f"={outcome}" if outcome else "")


@pytest.mark.long
def test_a_turn_tried_is_worth_what_the_chart_says_of_it(
    game: Game, alice: User, bob: User, browse: Browsers, now: datetime
) -> None:
    over = played_out(game, now)
    ask(over, alice.pk, now)
    while analyse(now, 60.0):
        pass
    row = Analysis.objects.get()
    turns = list(over.turns.order_by("number"))
    shot = next(turn for turn in turns if turn.rolls)
    address = f"/games/{over.pk}/analysis/worth/"

    for turn in (turns[0], shot):
        mark = row.marks[2 * turn.number - 1]
        for reader, seen in ((alice, mark), (bob, WHOLE - mark)):
            asked = {"turn": turn.number, "line": written(turn)}
            answer = browse(reader).get(address, asked).json()
            assert answer["chance"] == whole(seen)
            assert answer["chances"].startswith(f"You {whole(seen)}%, ")
    line = [written(turn) for turn in turns[:3]]
    answer = Client().get(address, {"turn": 1, "line": line}).json()
    assert answer["chances"].startswith(f"alice {whole(row.marks[5])}%, bob ")
    first = next(marks_of_turns(marks_of(row)))
    assert Client().get(address, {"turn": 1}).json()["chance"] == whole(first.before)


def test_a_turn_as_good_as_the_better_one_is_praised(
    game: Game, alice: User, browse: Browsers, now: datetime
) -> None:
    over = played_out(game, now, seed=2, turns=6)
    ask(over, alice.pk, now)
    while analyse(now, 60.0):
        pass
    row = Analysis.objects.get()
    number = min(int(turn) for turn, holds in row.looked_again.items() if holds)
    *moves, last = row.best_turns[number - 1].split()
    played = over.turns.get(number=number)

    def praise(line: str) -> str:
        asked = {"turn": number, "line": line}
        answer = browse(alice).get(f"/games/{over.pk}/analysis/worth/", asked)
        return str(answer.json()["praise"])

    assert praise(" ".join([*moves, last])).startswith("That's just as good. You ")
    assert praise(written(played)) == ""


def test_nothing_is_said_of_a_running_game_or_of_a_turn_that_is_not_one(
    game: Game, alice: User, charlie: User, browse: Browsers, now: datetime
) -> None:
    address = f"/games/{game.pk}/analysis/worth/"
    some_turns(game, 4, now)
    assert browse(alice).get(address, {"turn": 1}).status_code == 409
    assert b'class="worth"' not in browse(alice).get(f"/games/{game.pk}/think/").content

    over = played_out(Game.objects.get(pk=game.pk), now, turns=6)
    assert b'class="worth"' in browse(alice).get(f"/games/{over.pk}/think/").content
    for asked in ({}, {"turn": "x"}, {"turn": 1, "line": ["e2e4"] * 17}):
        assert browse(alice).get(address, asked).status_code == 404
    assert browse(alice).get(address, {"turn": 1, "line": "nonsense"}).status_code == 422
    Game.objects.filter(pk=over.pk).update(is_public=False)
    assert browse(charlie).get(address, {"turn": 1}).status_code == 404
