"""House bots in templates: what they are called, and their faces."""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.models.faces import FACES, Person, draw_face, face_of, name_of

register = template.Library()

# All that is drawn is our own: nothing in it was typed by anyone.

register.filter("called", name_of)

GUEST: Final = re.compile(r"(\S+) (\d{4})")
"""What a guest without a name is called: no account has a blank in its name."""


@register.filter
def briefly(name: str) -> SafeString:
    """Return a name for where room is short: a sign takes the place of the word *guest*."""
    if (guest := GUEST.fullmatch(name)) is None:
        return conditional_escape(re.sub(r" \(.+\)$", "", name))
    return format_html(
        '<svg class="guest" viewBox="0 0 24 24" aria-hidden="true"><use href="#s-guest"/></svg>'
        "<span>{} </span>{}",
        *guest.groups(),
    )


@register.filter
def dotted(line: str) -> SafeString:
    """Return a line in parts: the dot between two of them is cut off where a line of text ends."""
    first, *others = line.split(" · ")
    rest = format_html_join("", "<span><i> · </i>{}</span>", ((part,) for part in others))
    return format_html("<span>{}</span>{}", first, rest)


@register.simple_tag
def face(person: Person) -> SafeString:
    """Return the face of a house bot, or nothing."""
    found = face_of(person)
    return mark_safe(draw_face(found)) if found else SafeString("")


@register.simple_tag
def face_of_strength(strength: str) -> SafeString:
    """Return the face of the house bot of a strength."""
    return mark_safe(draw_face(FACES[strength]))


@register.simple_tag
def robot_line(person: Person) -> str:
    """Return how a house bot plays, in a line; of others nothing is said."""
    found = face_of(person)
    return f"{found.level} · {found.line}" if found else ""


@register.simple_tag
def robot_card(person: Person, has_line: bool = True) -> SafeString:
    """Return a house bot as one meets it: face, name, strength and a line; others by name.

    The line is football's: other games leave it out.
    """
    found = face_of(person)
    if found is None:
        return format_html("{}", person.username)
    line = format_html("<small>{}</small>", found.line) if has_line else ""
    words = (found.name, found.level, line)
    return format_html("{}<b>{}</b><em>{}</em>{}", mark_safe(draw_face(found)), *words)
