"""The position of a puzzle as a picture."""

from __future__ import annotations

from games.features.puzzles.models import Asked
from games.rules import registry
from games.rules.chess_eleven.lessons import stand
from games.rules.contract import Collage, Presenter
from games.shown import pictures


def to_png(puzzle: Asked, width: int) -> bytes:
    """Return the position as PNG, so many pixels wide."""
    return pictures.compose(_collage(puzzle), width)


def to_svg(puzzle: Asked) -> str:
    """Return the position as SVG."""
    return _presenter(puzzle).draw(stand(puzzle.position), side=puzzle.side)


def height_of(puzzle: Asked, width: int) -> int:
    """Return how high the picture is that is so many pixels wide."""
    return pictures.height_of(_collage(puzzle), width)


def _collage(puzzle: Asked) -> Collage:
    return _presenter(puzzle).layers(stand(puzzle.position), side=puzzle.side)


def _presenter(puzzle: Asked) -> Presenter:
    return registry.presenter(registry.DEFAULT, puzzle.rules_version)
