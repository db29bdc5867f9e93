"""The chapters and their steps, as the files beside this module show them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from games.refusals import NotFound

STEPS: Final = Path(__file__).parent / "steps"
WHISTLE: Final = "whistle"
"""The seven touches of the first page: a chapter that no list shows."""
USUAL_ROLL: Final = 12
"""What shots draw in lessons, unless a step says otherwise: most go in."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing to do."""

    chapter: str
    number: int
    say: str
    law: str
    position: str
    """As law 10.4 writes it; ``-`` where a side lines up."""
    goal: Mapping[str, Any]
    solution: tuple[tuple[str, ...], ...]
    """Whole turns that reach the goal; for tests, and never given away."""
    hint: str = ""
    roll: int = USUAL_ROLL
    throws: int = 0
    """How often the shot is thrown before the reader's eyes, with true chance."""
    turns: int = 1
    opponent: tuple[tuple[str, ...], ...] = ()
    """What the other side plays after each of the reader's turns but the last."""

    @property
    def kind(self) -> str:
        """What the reader does: ``tap`` a square, ``line_up`` pieces, or play a ``turn``."""
        kind = self.goal["type"]
        return str(kind) if kind in ("tap", "line_up") else "turn"

    @property
    def key(self) -> str:
        """What progress is kept under: ``passing/3``."""
        return f"{self.chapter}/{self.number}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some steps about one thing."""

    key: str
    number: int
    title: str
    steps: tuple[LessonStep, ...] = field(default=())


@cache
def all_chapters() -> Mapping[str, Chapter]:
    """Return every chapter by its key, in the order in which they are learnt."""
    found = [_read(path) for path in STEPS.glob("*.json")]
    return {chapter.key: chapter for chapter in sorted(found, key=lambda one: one.number)}


def chapters() -> list[Chapter]:
    """Return the chapters that the list of lessons shows."""
    return [chapter for chapter in all_chapters().values() if chapter.key != WHISTLE]


def find_step(chapter: str, number: int) -> LessonStep:
    """Return a step; raises ``NotFound``."""
    found = all_chapters().get(chapter)
    if found is None or not 1 <= number <= len(found.steps):
        raise NotFound(_("This lesson doesn't exist."))
    return found.steps[number - 1]


def step_after(step: LessonStep) -> LessonStep | None:
    """Return the step that follows, in the next chapter if need be; ``None`` after the last."""
    if step.number < len(all_chapters()[step.chapter].steps):
        return find_step(step.chapter, step.number + 1)
    if step.chapter == WHISTLE:
        return None
    keys = [chapter.key for chapter in chapters()]
    onward = keys[keys.index(step.chapter) + 1 :]
    return find_step(onward[0], 1) if onward else None


@cache
def step_of_law(law: str) -> LessonStep | None:
    """Return the step that teaches a law, or its chapter; ``None`` where none does."""
    steps = [step for chapter in chapters() for step in chapter.steps]
    its_own = (step for step in steps if step.law == law)
    beside = (step for step in steps if step.law.split(".")[0] == law.split(".")[0])
    return next(its_own, None) or next(beside, None)


def _read(path: Path) -> Chapter:
    said = json.loads(path.read_text())
    steps = tuple(
        LessonStep(
            **{
                **one,
                "chapter": path.stem,
                "number": number,
                "solution": _turns(one["solution"]),
                "opponent": _turns(one.get("opponent", ())),
            }
        )
        for number, one in enumerate(said["steps"], 1)
    )
    return Chapter(path.stem, said["number"], said["title"], steps)


def _turns(turns: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(turn) for turn in turns)
