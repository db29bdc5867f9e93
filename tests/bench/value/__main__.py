"""``python -m tests.bench.value --tests N --out FILE``: play, fit, test, write the value.

The same number of games gives the same bytes. Played games are kept in ``--games``, so that a run
can be resumed; ``--play`` only plays. A value that misses a mark is shown and not written.
``--check N`` tries the shipped value on so many games of a series that nothing was made from, and
prints how far it is from the shipped report, in errors.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any, Final

from games.rules.chess_eleven.value import FILE, Value, hash_of
from tests.bench.value.fitting import NO_MAP, fit, said_and_was
from tests.bench.value.playing import FRESH, TEST, Match, played, schedule
from tests.bench.value.reporting import gain, missed_marks, report

VERSION: Final = 3
PROTOCOL: Final = {
    "fixed": "before any game of the test was played",
    "games": "first to two goals, both sides of one strength: easy 10, medium 45, hard 45 in 100",
    "fit": "2,000 games of a second value, which missed a mark: they were looked at",
    "test": "fresh games in the order of their numbers, 2,000, or at least 1,000 if the time for "
    "them ends first. How many there are is settled before any is looked at",
    "formations": "as the bots choose them, with the substitute",
    "weights": "logistic, ridge 1 but for the constant, label 1 for the side that ends the round. "
    "New is the difference in pawns: chosen on the games of the fit, log loss there .592 to .589",
    "map": "three figures: log odds are made of ln p and -ln(1 - p) with a weight each, fitted on "
    "looks with the weights of the other half of the games, always applied",
    "errors": "by games, never by turns",
    "marks": "log loss 0.60; each of ten bins of equal width within 3 points or 2.5 errors, where "
    "at least 20 games are in it; choice of medium within 1 point a turn, its sides apart within 3 "
    "errors",
    "expected": "by a first try of pawns and map on the games of the fit, drawn again: 93 in 100 "
    "tests of 2,000 games pass the ten bins, 83 in 100 of 1,000; the error of the log loss is "
    ".0065 and .009",
    "strengths": "the bins of medium and of hard are reported and aren't a mark: a value of the "
    "position alone can't be right for both. In that first try, from 80 to 90, hard won 5.9 points "
    "more than was said and medium 2.5 less",
    "before": "a first value missed marks on 240 games and, with a map, on 56 others; a second on "
    "500: log loss .591, but from 0 to 10 it said 4.0 points too much, its error 1.1",
}


def make(matches: list[Match]) -> dict[str, Any]:
    """Return the content of the file."""
    tests = [one for one in matches if one["series"] == TEST]
    numbers = fit([one for one in matches if one["series"] != TEST])
    value, before = Value(numbers), Value(numbers._replace(map=NO_MAP))
    unmapped = [said_and_was(before, match) for match in tests]
    mapped = [[(value.mapped(look), was) for look, was in one] for one in unmapped]
    gained, error = gain(unmapped, mapped)
    content = numbers.write()
    return {
        "version": VERSION,
        "sha256": hash_of(content),
        "numbers": content,
        "protocol": {"tests": len(tests), **PROTOCOL},
        "report": {
            **report(value, tests, mapped),
            "map": {"gained": round(gained, 5), "error": round(error, 5)},
        },
    }


def check(matches: list[Match]) -> None:
    """Print the report of the shipped value on other games, beside what it says of itself."""
    value = Value.read()
    looks = Value(value._numbers._replace(map=NO_MAP))
    said = [[(value.mapped(p), was) for p, was in said_and_was(looks, one)] for one in matches]
    found, shipped = report(value, matches, said), value.report
    print(json.dumps(found))
    print(f"marks missed: {missed_marks(found) or 'none'}")
    pairs = [("log loss", found, shipped, "log_loss", "log_loss_error")]
    pairs += [
        (f"bin {number}", *both, "off", "error")
        for number, both in enumerate(zip(found["bins"], shipped["bins"], strict=True))
    ]
    for name, now, then, figure, error in pairs:
        spread = math.hypot(now[error], then[error])
        apart = (now[figure] - then[figure]) / spread if spread else 0.0
        print(f"{name}: {now[figure]} ± {now[error]}, shipped {then[figure]}: {apart:+.1f} errors")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", type=int, default=0, help="how many games test the value")
    parser.add_argument("--check", type=int, default=0, help="how many fresh games to try it on")
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--games", type=Path, default=Path("value-games.jsonl"))
    parser.add_argument("--play", action="store_true", help="only play the games")
    asked = parser.parse_args()
    if asked.check:
        check(list(played(asked.games, [(FRESH, number) for number in range(asked.check)])))
        return
    matches = list(played(asked.games, schedule(asked.tests)))
    if asked.play:
        return
    content = make(matches)
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
