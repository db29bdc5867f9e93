"""What the calls of puzzles need of ``tests.api.stage``."""

from __future__ import annotations

from games.features.puzzles import examples
from games.features.puzzles.attempts import note_try
from games.features.puzzles.finding import Candidate, keep
from games.rules.chess_eleven.puzzles import find_puzzle
from tests.api.stage import Operation, Stage


def operations(stage: Stage) -> dict[str, Operation]:
    """Return a puzzle that alice has tried."""
    position = examples.POSITION
    found = find_puzzle(position)
    assert found is not None
    puzzle = keep(Candidate(position, 31, found), stage.now)
    assert puzzle is not None
    note_try(stage.alice, puzzle, stage.now, solved=False, shown=False, ms=None)
    return {"puzzle_id": {"parameters": {"puzzle_id": puzzle.pk}}}
