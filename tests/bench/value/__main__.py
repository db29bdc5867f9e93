"""``python -m tests.bench.value --matches N --out FILE``: play, fit, test, write the value.

The same number of games gives the same bytes. Played games are kept in ``--games``, so that a run
can be resumed. A value that misses a mark is shown and not written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from games.rules.chess_eleven.value import FILE, Value, hash_of
from tests.bench.value.fitting import fit_map, fit_weights, said_and_was
from tests.bench.value.playing import SERIES, Match, played
from tests.bench.value.reporting import gain, missed_marks, report

VERSION: Final = 2
PROTOCOL: Final = {
    "fixed": "before any game of these series was played",
    "games": "first to two goals, both sides of one strength: easy 10, medium 45, hard 45 in 100",
    "series": "2,000 games: a half for the weights, a quarter for the map, a quarter for the test",
    "formations": "as the bots choose them, with the substitute",
    "weights": "logistic, ridge 1 but for the constant, label 1 for the side that ends the round",
    "map": "two figures, fitted on games that were not used for the weights, always applied",
    "errors": "by games, never by turns",
    "marks": "log loss 0.60; each of ten bins of equal width within 3 points or 2.5 errors, 4 for "
    "hard alone, where at least 20 games are in it; choice of medium within 1 point a turn, its "
    "sides apart within 3 errors",
    "before": "a first value, of 200 games for the weights, missed marks on 240 games and, with a "
    "map, on 56 others. Its games are used for nothing here",
}


def make(matches: list[Match]) -> dict[str, Any]:
    """Return the content of the file."""
    plain = fit_weights(one for one in matches if one["series"] == SERIES[0])
    before = Value(plain)
    mapped_on = (one for one in matches if one["series"] == SERIES[1])
    looks = [pair for match in mapped_on for pair in said_and_was(before, match)]
    shift, slope = fit_map([said for said, _ in looks], [was for _, was in looks])
    numbers = plain._replace(shift=shift, slope=slope)
    value = Value(numbers)
    tests = [one for one in matches if one["series"] == SERIES[3]]
    unmapped = [said_and_was(before, match) for match in tests]
    mapped = [[(value.mapped(look), was) for look, was in one] for one in unmapped]
    gained, error = gain(unmapped, mapped)
    content = numbers.write()
    return {
        "version": VERSION,
        "sha256": hash_of(content),
        "numbers": content,
        "protocol": {"matches": len(matches), **PROTOCOL},
        "report": {
            **report(value, tests, mapped),
            "map": {"gained": round(gained, 5), "error": round(error, 5)},
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, required=True, help="how many games to play")
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--games", type=Path, default=Path("value-games.jsonl"))
    asked = parser.parse_args()
    content = make(list(played(asked.games, asked.matches)))
    print(json.dumps(content["report"], indent=1))
    missed = missed_marks(content["report"])
    if missed:
        sys.exit(f"Not written, because it misses: {'; '.join(missed)}")
    asked.out.write_text(write(content), encoding="utf-8")


def write(content: dict[str, Any]) -> str:
    """Return the text of the file: one line for each part."""
    lines = [
        f'"{part}":{json.dumps(inside, separators=(",", ":"))}' for part, inside in content.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    main()
