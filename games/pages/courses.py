"""The lessons of a game, which features bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from config.features import Hook


class Chapter(NamedTuple):
    """A chapter of lessons, and how much of it the reader has done."""

    key: str
    number: int
    title: str
    steps: int
    done: int
    path: str
    """The step to do next, or the first one."""

    @property
    def is_done(self) -> bool:
        """Whether no step is left."""
        return self.done >= self.steps


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game."""

    chapters: tuple[Chapter, ...]
    script: str
    """The static file that shows what a visitor has done, as their device keeps it."""

    @property
    def steps(self) -> int:
        """Return how many steps there are."""
        return sum(one.steps for one in self.chapters)

    @property
    def done(self) -> int:
        """Return how many the reader has done."""
        return sum(one.done for one in self.chapters)

    @property
    def onward(self) -> Chapter | None:
        """Return the chapter to continue with; ``None`` once all are done."""
        return next((one for one in self.chapters if not one.is_done), None)


COURSES: Final[Hook[Callable[[int | None], Course]]] = Hook()
"""The lessons for a reader, by the key of the game that they teach."""
