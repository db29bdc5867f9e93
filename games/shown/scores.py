"""How a game stood after each of its turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.models import Act, Game, Turn
from games.rules.contract import Happening, Side
from games.store import selectors

Score = Mapping[Side, int]


def scores_around(game: Game, turns: Sequence[Turn]) -> list[Score | None]:
    """Return the score before the first of these turns, which follow each other, and after each.

    ``None`` where nothing is counted.
    """
    if game.summary.score is None or not turns:
        return [None] * (len(turns) + 1)
    changes = dict(_changes(game, turns[-1].number))
    scores: list[Score | None] = [dict.fromkeys((seat.side for seat in game.seats), 0)]
    for number in range(1, turns[0].number):
        scores = [changes.get(number, scores[0])]
    for turn in turns:
        scores.append(changes.get(turn.number, scores[-1]))
    return scores


def _changes(game: Game, last: int) -> Iterator[tuple[int, Score]]:
    """Yield the turns up to ``last`` after which the score was another one.

    A missed deadline may cost a goal as well: it counts for the turn before it.
    """
    turns = selectors.turns_shown(game).filter(number__lte=last, position_after=None)
    happened: list[tuple[int, Sequence[Happening]]] = [
        (number, told) for number, told in turns.values_list("number", "happenings")
    ]
    acts = Act.objects.filter(game=game.pk, turn__lte=last).order_by("turn", "index")
    happened += [(turn - 1, told) for turn, told in acts.values_list("turn", "happenings")]
    for number, told in sorted(happened, key=lambda one: one[0]):
        for happening in told:
            if "score" in happening:
                yield number, happening["score"]
