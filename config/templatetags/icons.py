"""Icons in templates: strokes on a grid of 24."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_RING: Final = '<circle cx="12" cy="12" r="9"/>'

ICONS: Final = {
    "play": f'{_RING}<path d="m12 8 4 3-1.5 4.6h-5L8 11z" fill="currentColor"/>'
    '<path d="M12 3v5m8.6 1.3L16 11m1.3 8.2-2.8-3.6m-7.8 3.6 2.8-3.6M3.4 9.3 8 11"/>',
    "learn": '<path d="M12 6v14M12 6c-2-1.7-5-2-9-2v14c4 0 7 .3 9 2 2-1.7 5-2 9-2V4c-4 0-7 .3-9 2z'
    '"/>',
    "watch": '<rect x="3" y="4" width="18" height="13" rx="2"/><path d="M8 21h8"/>'
    '<path d="m10 8 5 2.5-5 2.5z" fill="currentColor"/>',
    "compete": '<path d="M7 3h10v6a5 5 0 0 1-10 0zM12 14v4m-4 3h8m-8 0c0-2 2-3 4-3s4 1 4 3'
    'M7 5H3c0 4 1 6 4 6m10-6h4c0 4-1 6-4 6"/>',
    "me": '<path d="m8 3-5 3 2 5 2-1v11h10V10l2 1 2-5-5-3a4 4 0 0 1-8 0z"/>',
    "enter": '<path d="M13 4h6v16h-6M3 12h11m-4-4 4 4-4 4"/>',
    "on": '<path d="m9 5 7 7-7 7"/>',
    "back": '<path d="m15 5-7 7 7 7"/>',
    "turn": '<path d="M8 20V5M4 9l4-4 4 4m4-5v15m-4-4 4 4 4-4"/>',
    "half": '<path d="M5 9.5h14M5 14.5h14"/>',
    "say": '<path d="M4 5h16v11h-9l-5 4v-4H4z"/>',
    "close": '<path d="m6 6 12 12M18 6 6 18"/>',
    "more": '<path d="m6 9 6 6 6-6"/>',
    "bell": '<path d="M5 17v-7a7 7 0 0 1 14 0v7zm-2 0h18m-11 4h4"/>',
    "clock": f'{_RING}<path d="M12 7v5l3 2"/>',
    "people": '<circle cx="9" cy="8" r="4"/><circle cx="17" cy="9" r="3"/>'
    '<path d="M2 20c0-4 3-6 7-6s7 2 7 6m0-5c3-.6 6 1 6 4"/>',
    "friend": '<circle cx="10" cy="8" r="4"/><path d="M2 20c0-4 3-6 8-6s8 2 8 6M19 8v6m-3-3h6"/>',
    "lock": '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
    "chart": '<path d="M3 20h18M4 15l5-6 4 3 6-8"/>',
    "film": f'{_RING}<path d="m10 8 6 4-6 4z" fill="currentColor"/>',
    "globe": f'{_RING}<path d="M3 12h18M12 3c-6 6-6 12 0 18 6-6 6-12 0-18z"/>',
    "share": '<path d="M12 3v12M8 7l4-4 4 4M7 11H5v10h14V11h-2"/>',
    "bolt": '<path d="M13 2 5 14h6l-1 8 8-12h-6z" fill="currentColor"/>',
    "bot": '<rect x="4" y="8" width="16" height="12" rx="4"/>'
    '<path d="M12 8V4M9 13v1m6-1v1m-6 3h6"/>',
    "puzzle": '<path d="M4 8h4a2.5 2.5 0 1 1 5 0h4v4a2.5 2.5 0 1 1 0 5v3H4z"/>',
    "flag": '<path d="M6 21V4l12 5-12 5"/>',
    "done": '<path d="m5 12 5 5 9-10"/>',
    "star": '<path d="m12 3 2.7 6 6.3.6-4.8 4.3 1.4 6.3L12 17l-5.6 3.2 1.4-6.3L3 9.6 9.3 9z"/>',
}
"""What is drawn, by the name of the icon."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon; the words beside it say what it represents."""
    # Drawn from our own table: nothing in it was typed by anyone.
    return mark_safe(f'<svg class="i" viewBox="0 0 24 24" aria-hidden="true">{ICONS[name]}</svg>')
