"""A stretch of turns as an animated picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.features.share import kept_files
from games.features.share.animation import Kind, Picture, Theme, animate
from games.features.share.frames import draw, frames_of
from games.features.share.stretch import Stretch
from games.models import Game
from games.rules.contract import Side


class Clip(NamedTuple):
    """A clip that is there or can be made."""

    name: str
    make: Callable[[], bytes]


def clip_of(game: Game, stretch: Stretch, side: Side | None, kind: Kind, theme: Theme) -> Clip:
    """Return the clip of some turns under the name that it is kept by.

    Turns are never changed, so that what is written and which turns they are says all.
    """
    frames = frames_of(game, stretch)

    def make() -> bytes:
        pictures = [
            Picture(draw(game, frame, side), frame.headline, frame.caption, frame.word, frame.ms)
            for frame in frames
        ]
        return animate(pictures, kind, theme)

    written = [(frame.headline, frame.caption, frame.word) for frame in frames]
    key = kept_files.key_of(game.pk, stretch.numbers, side, theme, written)
    return Clip(f"{key}.{kind}", make)
