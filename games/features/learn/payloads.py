"""Lessons as plain data, for the API and the pages."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.features.learn import shapes
from games.features.learn.hints import Hint
from games.features.learn.judging import StepVerdict, begin
from games.features.learn.lessons import Chapter, LessonStep
from games.features.learn.tries import verdict_payload


def chapter_payload(chapter: Chapter, stars: Mapping[str, int]) -> shapes.Chapter:
    """Return a chapter with its steps, and the ``stars`` that someone has by step."""
    return {
        "chapter": chapter.key,
        "number": chapter.number,
        "title": _(chapter.title),
        "steps": [
            {
                "step": step.number,
                "say": _(step.say),
                "law": step.law,
                "stars": stars.get(step.key, 0),
            }
            for step in chapter.steps
        ],
    }


def step_payload(step: LessonStep, stars: int) -> shapes.LessonStep:
    """Return a step as ``GET /learn/{chapter}/{step}`` and its page give it."""
    verdict = begin(step)
    return {
        "chapter": step.chapter,
        "step": step.number,
        "kind": step.kind,
        "say": _(step.say),
        "hint": _(step.hint) if step.hint else "",
        "law": step.law,
        "position": verdict.position,
        "pieces": verdict.pieces,
        "options": verdict.options,
        "stars": stars,
    }


def try_payload(verdict: StepVerdict, stars: int) -> shapes.LessonTry:
    """Return what came of a try."""
    return {
        **verdict_payload(verdict),
        "stars": stars,
        "pieces": verdict.pieces,
        "throws": verdict.throws,
    }


def hint_payload(hint: Hint) -> shapes.Hint:
    """Return a turn that might be played."""
    return {"turn": hint.turn, "actions": list(hint.actions), "labels": list(hint.labels)}
