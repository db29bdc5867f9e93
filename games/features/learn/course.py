"""The chapters as the page of Chess Eleven lists them."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from games.features.learn.lessons import chapters
from games.features.learn.progress import stars_of
from games.pages.courses import Chapter, Course


def course_of(user_id: int | None) -> Course:
    """Return the chapters, and what a reader has done of each."""
    stars = stars_of(user_id)
    found = []
    for chapter in chapters():
        open_still = [step.number for step in chapter.steps if not stars.get(step.key)]
        found.append(
            Chapter(
                key=chapter.key,
                number=chapter.number,
                title=_(chapter.title),
                steps=len(chapter.steps),
                done=len(chapter.steps) - len(open_still),
                path=reverse("lesson", args=[chapter.key, next(iter(open_still), 1)]),
            )
        )
    return Course(tuple(found), "learn/list.js")
