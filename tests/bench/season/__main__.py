"""``python -m tests.bench.season GAMES [--minutes M] [--better K] [--out FILE]``.

Plays until so many games are over, or for so many minutes, analyses them, has better turns found in
K of them, and prints sizes, times and the table. ``BENCH_DATA=FOLDER`` keeps the database, so that
a run that was killed is resumed; ``--minutes 0`` plays nothing more.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles

from tests.bench.stage import stage


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--better", type=int, default=50)
    parser.add_argument("--out", type=Path, help="where the table is written as JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, stage() as _:
        kept = Path(os.environ.get("BENCH_DATA") or temporary, "season.jsonl")
        from django.conf import settings

        # Its work is done here, not by a worker that is called.
        settings.OUTBOX_TASK = ""
        from tests.bench.season import playing

        if asked.minutes:
            playing.play_season(asked.games, asked.minutes, kept)
        playing.analyse_all()
        _print_times(kept)
        playing.search_better_turns(asked.better)
        found = _print_rest()
        if asked.out:
            asked.out.write_text(json.dumps(found, indent=1))


def _print_times(kept: Path) -> None:
    from games.features.analysis.models import Analysis

    records = [json.loads(line) for line in kept.read_text().splitlines()]
    print(f"{len(records)} games in this folder, {sum(one['turns'] for one in records)} turns")
    for name in ("play_s", "relay_s"):
        _show(name, [one[name] for one in records])
    sums = Analysis.objects.filter(status=Analysis.Status.SUMMED).values_list("cpu_ms", flat=True)
    _show("sum, processor s", [one / 1000 for one in sums])


def _print_rest() -> dict[str, object]:
    from games.features.analysis.models import Analysis
    from games.models import Game
    from tests.bench.season.sizes import sizes, whole_size
    from tests.bench.season.table import read, table

    done = Analysis.objects.filter(status=Analysis.Status.DONE).values_list("cpu_ms", flat=True)
    _show("sum and better turns, processor s", [one / 1000 for one in done])
    games = Game.objects.filter(finished_at__isnull=False).count()
    for name, rows, table_bytes, whole_bytes in sizes(games):
        print(f"{name:<32} {rows:>9} rows {table_bytes:>9.0f} {whole_bytes:>9.0f} B a game")
    print(f"the whole database: {whole_size() / games:.0f} B a game")
    analyses = Analysis.objects.filter(status__in=Analysis.THERE)
    analysed = [
        read(row, row.game) for row in analyses.select_related("game").iterator(chunk_size=200)
    ]
    found = table(analysed)
    json.dump(found, sys.stdout, indent=1)
    print()
    return found


def _show(name: str, values: Sequence[float]) -> None:
    if len(values) < 2:
        return
    cuts = quantiles(values, n=20)
    print(
        f"{name}: {len(values)} games, p50 {cuts[9]:.3f} p95 {cuts[18]:.3f} most {max(values):.3f}"
    )


if __name__ == "__main__":
    main()
