"""The ways from the laws to puzzles of them."""

from __future__ import annotations

import re
from typing import Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.features.puzzles.wording import kind_of_law

_LAW: Final = re.compile(r'(?P<text><p id="(?P<law>\d+\.\d+)">.*?)</p>', re.DOTALL)


def with_puzzles(laws: SafeString) -> SafeString:
    """Return the laws as a page shows them, each with the way to puzzles that turn on it."""

    def linked(found: re.Match[str]) -> str:
        kind = kind_of_law(found["law"])
        if kind is None:
            return found[0]
        way = f"{reverse('next_puzzle')}?kind={kind}"
        link = '{} <a href="{}" lang="{}">{}</a></p>'
        # The laws are ours: nothing in them was typed by anyone.
        return format_html(
            link, mark_safe(found["text"]), way, get_language(), _("Related puzzles")
        )

    return mark_safe(_LAW.sub(linked, laws))
