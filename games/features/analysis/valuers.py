"""The value by which a game is analysed: of its rule set, or of the operator's chess program."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from django.conf import settings

from games.features.analysis.uci import NODES, OPTIONS, Engine, Look
from games.rules import registry
from games.rules.contract import WHOLE, Valuer
from games.rules.duel import DuelState
from games.rules.duel_outcome import SIDES
from games.rules.standard.position import Position, write_position
from games.rules.standard.rule_set import STANDARD

logger = logging.getLogger(__name__)

OPENING, MIDDLEGAME, ENDGAME = "opening", "middlegame", "endgame"
OPENING_MOVES: Final = 10
ENDGAME_PIECES: Final = 6
"""So many pieces at most, besides kings and pawns, are an endgame."""
LOOKS_KEPT: Final = 5000

_looks: Final[dict[tuple[str, str], Look]] = {}
"""What programs said of positions: better turns ask again about those of the sum."""

State = DuelState[Position]


def find_valuer(ruleset: str, version: int | None = None) -> Valuer[Any] | None:
    """Return the value of a rule set, by its newest version if none is named; else ``None``.

    Chess has none while its program isn't there.
    """
    if ruleset == STANDARD.key and settings.UCI_ENGINE:
        try:
            return EngineValue(settings.UCI_ENGINE)
        except OSError:
            logger.exception("UCI_ENGINE can't be read")
            return None
    return registry.find(ruleset, version).valuer


class EngineValue:
    """The chances in chess by a program, which runs from the first position until ``close``."""

    report: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, path: str) -> None:
        self.version = _version_of(path)
        self._path = path
        self._engine: Engine | None = None

    def close(self) -> None:
        """End the program."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def can_value(self, state: State) -> bool:
        """Return whether a game in this state has a value: it does without a clock."""
        return not state.is_live

    def mark(self, state: State) -> int:
        """Return White's chance, a draw counted half."""
        if state.outcome is not None:
            winner = state.outcome.winner
            return WHOLE // 2 if winner is None else WHOLE * (winner == SIDES[0])
        mark = self._look(state).mark
        return WHOLE - mark if state.position.side else mark

    def played(self, state: State, actions: Sequence[str]) -> int:
        """Return White's chance after a move."""
        return self.mark(_after(state, actions))

    def best(self, state: State) -> tuple[int, tuple[str, ...]]:
        """Return White's chance after the program's move, and the move."""
        actions = (self._look(state).best,)
        return self.played(state, actions), actions

    def answered(self, state: State, actions: Sequence[str]) -> int:
        """Return the same one move further: once the other side has answered with its best."""
        after = _after(state, actions)
        return self.mark(after) if after.outcome is not None else self.best(after)[0]

    def right(self, state: State, within: int) -> tuple[tuple[str, ...], ...]:
        """Return nothing: puzzles are of Chess Eleven."""
        return ()

    def score(self, state: State) -> str:
        """Return what PGN says of a position: pawns for White, or the moves to mate after ``#``."""
        if state.outcome is not None:
            return ""
        sign, look = -1 if state.position.side else 1, self._look(state)
        return f"#{sign * look.mate}" if look.mate else f"{sign * look.pawns + 0.0:.2f}"

    def phase_of(self, position: str) -> str:
        """Return ``opening``, ``middlegame`` or ``endgame``."""
        placed, *_, move = position.split(" ")
        if int(move) <= OPENING_MOVES:
            return OPENING
        pieces = sum(placed.count(letter) for letter in "NBRQnbrq")
        return ENDGAME if pieces <= ENDGAME_PIECES else MIDDLEGAME

    def _look(self, state: State) -> Look:
        key = self.version, write_position(state.position)
        found = _looks.get(key)
        if found is None:
            self._engine = self._engine or Engine(self._path)
            if len(_looks) >= LOOKS_KEPT:
                _looks.clear()
            found = _looks[key] = self._engine.look(key[1])
        return found


def _after(state: State, actions: Sequence[str]) -> State:
    return STANDARD.play(state, SIDES[state.position.side], actions, roll=0).state


@cache
def _version_of(path: str) -> str:
    """Return a name of a program and how it is asked: another file or number is another version."""
    content = hashlib.sha256(Path(path).read_bytes())
    content.update(f"{NODES} {OPTIONS}".encode())
    return f"1-{content.hexdigest()[:8]}"
