"""A certificate as a picture to print."""

from __future__ import annotations

import unicodedata
from html import escape

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.features.competitions.models import Certificate
from games.features.competitions.wording import section_name, standing_name

_FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 297 210" width="297mm" \
height="210mm" role="img" aria-label="{label}">
<rect width="297" height="210" fill="#fffdf6"/>
<rect x="10" y="10" width="277" height="190" fill="none" stroke="#2d5a3d" stroke-width="1.2"/>
<rect x="13" y="13" width="271" height="184" fill="none" stroke="#2d5a3d" stroke-width=".4"/>
<g fill="#2d5a3d" opacity=".16">
{band}
</g>
<g font-family="Georgia, serif" text-anchor="middle" fill="#1c2b20">
{lines}
</g>
</svg>
"""
_LINE = '<text x="148.5" y="{y}" font-size="{size}"{fit}>{text}</text>'
_WIDEST = 250
_LETTER = 0.55
"""How wide a letter is, measured by the size of the type."""


def draw(paper: Certificate, holder: str) -> str:
    """Return the certificate as SVG, A4 across; ``holder`` is the name that is printed."""
    section = section_name(paper.section)
    of = _("of {n} players, {section}").format(n=paper.entrants, section=section)
    texts = (
        (52, 19, _("Certificate")),
        (70, 11, paper.competition),
        (101, 24, holder),
        (125, 15, standing_name(paper.standing, paper.section)),
        (138, 8, of),
        (156, 7, date_format(paper.awarded_on, "DATE_FORMAT")),
        (171, 4, _("Number {id}").format(id=paper.pk)),
        (177, 3, paper.sha256),
    )
    lines = [
        _LINE.format(y=y, size=_size(text, size), fit=_fit(text, size), text=escape(text))
        for y, size, text in texts
    ]
    label = f"{_('Certificate')}: {holder}, {paper.competition}"
    return _FRAME.format(label=escape(label), band=_band(), lines="\n".join(lines))


def _band() -> str:
    """Return two rows of a board's squares along the upper and the lower edge."""
    rows = [
        "".join(f"M{16 + 5 * (2 * place + shift)} {y}h5v5h-5z" for place in range(26 + (not shift)))
        for y, shift in ((16, 0), (21, 1), (184, 0), (189, 1))
    ]
    return "\n".join(f'<path d="{row}"/>' for row in rows)


def _size(text: str, size: float) -> float:
    """Return the size at which a line stays within the frame, this one at most."""
    return round(min(size, size * _WIDEST / max(_width(text, size), 1)), 2)


def _fit(text: str, size: float) -> str:
    """Return what presses a long line together where its letters are wider than most."""
    if _width(text, size) <= _WIDEST:
        return ""
    return f' textLength="{_WIDEST}" lengthAdjust="spacingAndGlyphs"'


def _width(text: str, size: float) -> float:
    """Return about how wide a line is: of some scripts a sign is as wide as it is high."""
    halves = sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)
    return halves * size * _LETTER
