"""``python -m tests.analysis.sentences [GAMES]``: what pages and cards say decided random games.

Bots play in memory, a third of the games for a few turns only: then one side resigns. Prints each
sentence in every language, once as onlookers read it and once as a player does.
"""

from __future__ import annotations

import sys
from random import Random

import django
from django.utils import translation


def main(games: int) -> None:
    """Play and print."""
    django.setup()
    from django.conf import settings

    from games.features.analysis.payloads import strokes
    from games.features.analysis.totals import marks_of_turns
    from games.features.analysis.wording import brief, decided, sentence, stroke_of
    from games.models import Turn
    from games.rules import registry
    from games.rules.chess_eleven.notation import write_position
    from games.rules.chess_eleven.value import Value
    from tests.analysis.matches import play_match

    value, shooting = Value.read(), registry.find(registry.DEFAULT).shooting
    assert shooting is not None
    for seed in range(games):
        rng = Random(f"sentences {seed}")
        pair = rng.choice([("easy", "easy"), ("easy", "medium"), ("medium", "medium")])
        turns = rng.choice((10_000, 10_000, rng.randint(4, 40)))
        match = play_match(pair, 9000 + seed, goals=rng.randint(1, 3), turns=turns)
        marks = list(marks_of_turns(match.marks(value)))
        played = [one for one in match.walked if isinstance(one.row, Turn)]
        for is_you in (False, True):
            turned = is_you and bool(seed % 2)
            found = []
            for mark in strokes(marks):
                before, row = played[mark.number - 1].before, played[mark.number - 1].row
                chances = shooting.chances(write_position(before.position), row.actions) or {}
                recorded = row.actions[-1].partition("=")[2]
                outcome = recorded.partition("@")[0]
                found.append(stroke_of(mark, outcome, chances.get(recorded, 0), turned=turned))
            names = ("Ben", "Ana") if turned else ("Ana", "Ben")
            totals = match.totals(value)
            sum_ = decided(totals, marks, found, names, turned=turned, is_you=is_you)
            for language, _ in settings.LANGUAGES:
                with translation.override(language):
                    print(f"{seed} {match.winner} {language}: {sentence(sum_)} | {brief(sum_)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
