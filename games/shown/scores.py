"""How a game stood after each of its turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import prefetch_related_objects

from games.models import Game, Turn
from games.rules.contract import Happening, Side
from games.store import selectors

Score = Mapping[Side, int]


def scores_around(game: Game, turns: Sequence[Turn]) -> list[Score | None]:
    """Return the score before the first of these turns, which follow each other, and after each.

    ``None`` where nothing is counted.
    """
    if game.summary.score is None or not turns:
        return [None] * (len(turns) + 1)
    changes = dict(_changes(game, turns))
    scores: list[Score | None] = [dict.fromkeys((seat.side for seat in game.seats), 0)]
    for number in range(1, turns[0].number):
        scores = [changes.get(number, scores[0])]
    for turn in turns:
        scores.append(changes.get(turn.number, scores[-1]))
    return scores


def _changes(game: Game, turns: Sequence[Turn]) -> Iterator[tuple[int, Score]]:
    """Yield the turns up to the last of these after which the score was another one.

    A missed deadline may cost a goal as well: it counts for the turn before it.
    """
    first, last = turns[0].number, turns[-1].number
    happened: list[tuple[int, Sequence[Happening]]] = [
        (turn.number, turn.happenings) for turn in turns
    ]
    if first > 1:
        earlier = selectors.turns_shown(game).filter(number__lt=first, position_after=None)
        happened += earlier.values_list("number", "happenings")
    prefetch_related_objects([game], "acts")
    acts = sorted(game.acts.all(), key=lambda act: (act.turn, act.index))
    happened += [(act.turn - 1, act.happenings) for act in acts if act.turn <= last + 1]
    for number, happenings in sorted(happened, key=lambda one: one[0]):
        for happening in happenings:
            if "score" in happening:
                yield number, happening["score"]
