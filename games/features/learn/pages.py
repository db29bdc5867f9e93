"""The pages of the lessons."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games.features.learn.judging import begin
from games.features.learn.lessons import (
    WHISTLE,
    LessonStep,
    all_chapters,
    find_step,
    step_after,
)
from games.features.learn.payloads import step_payload
from games.features.learn.progress import stars_of
from games.models.faces import FACES, draw_face
from games.refusals import NotFound


@require_safe
@ensure_csrf_cookie
def lesson(request: HttpRequest, chapter: str, number: int) -> HttpResponse:
    """Show one step."""
    try:
        step = find_step(chapter, number)
    except NotFound as error:
        raise Http404 from error
    context = {
        "chapter": _(all_chapters()[chapter].title),
        "all": len(all_chapters()[chapter].steps),
        "step": {"step": step.number},
        "say": _(step.say),
        "hint": _(step.hint) if step.hint else "",
        "law": step.law,
        "onward": step_after(step),
        **scene_of(step, stars_of(request.user.pk).get(step.key, 0)),
    }
    return render(request, "learn/step.html", context)


def first_touch() -> dict[str, Any]:
    """Return what the first page needs for the first of the seven touches."""
    steps = all_chapters()[WHISTLE].steps
    first = steps[0]
    scene = scene_of(first, 0)
    # Where the hand points, step by step.
    ways = scene["data"]["ways"] = [step.solution[0][0] for step in steps]
    return {
        "from": ways[0][:2],
        "to": ways[0][2:],
        "say": _(first.say),
        "hint": _(first.hint),
        "all": len(steps),
        "otto": mark_safe(draw_face(FACES["easy"])),
        **scene,
    }


def scene_of(step: LessonStep, stars: int) -> dict[str, Any]:
    """Return a step as data for the script, and as a game for the drawing."""
    pieces = begin(step).pieces
    formation = {"white": {"pieces": pieces}} if pieces else None
    position = None if formation else step.position
    described = {"position": position, "formation": formation}
    return {"data": step_payload(step, stars), "described": described}
