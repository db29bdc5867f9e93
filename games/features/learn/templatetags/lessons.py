"""The seven touches of the first page."""

from __future__ import annotations

import re
from typing import Any, Final

from django import template
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.learn import hints
from games.features.learn.lessons import step_of_law
from games.features.learn.pages import first_touch
from games.models import Game

register = template.Library()
_LAW: Final = re.compile(r'(?P<text><p id="(?P<law>\d+\.\d+)">.*?)</p>', re.DOTALL)


@register.inclusion_tag("learn/whistle.html")
def first_whistle() -> dict[str, Any]:
    """Show the first of the seven touches; the others are fetched as they come."""
    return first_touch()


@register.simple_tag
def has_hints(game: Game, user: User | AnonymousUser) -> bool:
    """Return whether somebody may ask for hints in a game."""
    return game.is_active and hints.has_hints(game, user.pk)


@register.filter
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

    # The laws and the steps are ours: nothing in them was typed by anybody.
    return mark_safe(_LAW.sub(linked, laws))


@register.simple_tag
def first_step() -> SafeString:
    """Return the first touch as data for the script."""
    return json_script(first_touch()["data"], "step")
