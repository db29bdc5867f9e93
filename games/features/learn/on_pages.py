"""What pages of the core show of lessons: hints in a game, and links from the laws."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.features.learn.hints import has_hints
from games.features.learn.lessons import step_of_law
from games.shown.point_of_view import PointOfView

_LAW: Final = re.compile(r'(?P<text><p id="(?P<law>\d+\.\d+)">.*?)</p>', re.DOTALL)


def on_game_page(view: PointOfView) -> Mapping[str, Any]:
    """Return whether the reader may ask for hints in this game."""
    game = view.game
    is_lesson = view.you is not None and game.is_active and has_hints(game, view.user_id)
    return {"is_lesson": is_lesson}


def with_lessons(laws: SafeString) -> SafeString:
    """Return the laws as a page shows them, each with the way to the lesson that teaches it."""

    def linked(found: re.Match[str]) -> str:
        step = step_of_law(found["law"])
        if step is None:
            return found[0]
        way = reverse("lesson", args=[step.chapter, step.number])
        return format_html(
            '{} <a href="{}" lang="{}">{}</a></p>',
            mark_safe(found["text"]),
            way,
            get_language(),
            _("Try it"),
        )

    # The laws and the steps are ours: nothing in them was typed by anyone.
    return mark_safe(_LAW.sub(linked, laws))
