"""The face of standard chess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.rules import duel_words
from games.rules.contract import Happening, Side
from games.rules.duel import DuelState
from games.rules.grid.presenter import GridPresenter
from games.rules.grid.scene import Scene
from games.rules.pieces import with_signs
from games.rules.standard.moves import load_position
from games.rules.standard.position import Position, write_position
from games.rules.standard.scene import scene_of
from games.rules.text import gettext_noop


def _scene(position: str, side: Side | None, last: tuple[str, ...]) -> Scene:
    return scene_of(load_position(position), side, last)


def _position(state: DuelState[Position]) -> str:
    return write_position(state.position)


class StandardPresenter(GridPresenter):
    """Moves in lists as chess is written everywhere (3.2)."""

    def turn_summary(
        self,
        happenings: Sequence[Happening],
        notation: str,
        names: Mapping[Side, str] | None = None,
    ) -> str:
        """Return a move with the letters of the reader's language: ``Nxe5+``."""
        return with_signs(notation)


PRESENTER: Final = StandardPresenter(
    tagline=gettext_noop("The classic game"),
    reasons=duel_words.REASONS,
    acts=duel_words.ACTS,
    scene=_scene,
    positions=_position,
    endings=duel_words.ENDINGS,
)
