"""The marks of a game: its chance to win before and after every turn.

The chance before a turn is that after the one before, but where a formation or an act came between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from games.models import Act
from games.play.replay import Walked
from games.rules.contract import Valuer

LINEUP: Final = "lineup"
ACT: Final = "act"

Between = tuple[int, int, str]
"""The turn that was due, the mark then, and ``LINEUP`` or ``ACT``."""


@dataclass(slots=True)
class Marks:
    """The marks of a game, as far as they are made."""

    start: int | None = None
    turns: list[int] = field(default_factory=list)
    """Two for each turn: as it was played, before its roll; and after it."""
    between: list[Between] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)
    """What programs write of the state after each turn, where they know the game."""

    @property
    def done_to(self) -> int:
        """The turns that have marks."""
        return len(self.turns) // 2

    @property
    def last(self) -> int:
        """The mark of the state that was reached."""
        assert self.start is not None, "a game has a start"
        newest = self.between[-1] if self.between else None
        if newest is not None and newest[0] > self.done_to:
            return newest[1]
        return self.turns[-1] if self.turns else self.start


def add_marks(
    marks: Marks,
    valuer: Valuer[Any],
    start: Any,
    walked: Iterable[Walked],
    may_continue: Callable[[], bool],
) -> bool:
    """Add the marks of the turns that have none; return whether they are all there now.

    It stops after a turn once it may not go on. The value knows the state alone, so what is added
    in two parts is the same as in one.
    """
    if marks.start is None:
        marks.start = valuer.mark(start)
    state = start
    for number, row, before, after in walked:
        if number <= marks.done_to:
            state = after
            continue
        if before is not state:
            _note(marks, number, valuer.mark(before), LINEUP)
        if isinstance(row, Act):
            _note(marks, number, valuer.mark(after), ACT)
        elif row is not None:
            mark = valuer.mark(after)
            # Without a roll nothing comes between a turn and its result.
            played = valuer.played(before, row.actions) if row.rolls else mark
            marks.turns += (played, mark)
            marks.scores.append(valuer.score(after))
        state = after
        if row is not None and not may_continue():
            return False
    return True


def _note(marks: Marks, number: int, mark: int, kind: str) -> None:
    """Note what changed the mark before a turn, if it did."""
    if mark != marks.last:
        marks.between.append((number, mark, kind))
