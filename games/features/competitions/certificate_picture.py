"""A certificate as a picture to print, on a sheet of A5."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.features.competitions.models import Certificate
from games.features.competitions.wording import is_division, section_name, standing_name

_FRAME: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 210" width="148mm" \
height="210mm" role="img" aria-label="{label}">
<rect width="148" height="210" rx="4" fill="#fffdf4"/>
<rect x="6" y="6" width="136" height="198" rx="3" fill="none" stroke="#b8972e" stroke-width=".9"/>
<circle cx="74" cy="43" r="25" fill="#13201a"/>
<path d="M66.5 30h15v9a7.5 7.5 0 0 1-15 0zM74 46.5v6m-6 4.5h12m-12 0c0-3 3-4.5 6-4.5s6 1.5 6 \
4.5M66.5 33h-6c0 6 1.5 9 6 9m15-9h6c0 6-1.5 9-6 9" fill="none" stroke="#ffe066" \
stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>
<g font-family="system-ui, -apple-system, Segoe UI, Roboto, sans-serif" text-anchor="middle">
{lines}
</g>
{path}<path d="M20 180h108" stroke="#e3dcb5" stroke-width=".5"/>
</svg>
"""
_LINE: Final = '<text x="{x}" y="{y}" font-size="{size}" fill="{ink}"{more}>{text}</text>'
_BOLD: Final = ' font-weight="700"'
_INK, _MUTE, _GOLD = "#17211a", "#56635a", "#6b5a12"
_WIDEST = 120
_LETTER = 0.58
"""How wide a letter is at most on average, measured by the size of the type."""
_NARROW, _WIDE = frozenset("iljtfrI.,:;'’“”„!|- ()1"), frozenset("mwMW@—")
"""Letters of about half and of about one and a half of that."""
_LEFT, _RIGHT = 32, 116
"""Between these lies the path to the cup."""
_BELOW: Final = 3
"""So many matches have room for their words below, where these are short; else the path is upright
beside them."""
_TYPE: Final = 5.0
"""The size of a step's words: on a narrow phone they are still read."""


class Step(NamedTuple):
    """A match on the way to the standing: its score, and against whom."""

    score: str
    opponent: str
    is_won: bool
    by: str = ""
    """How it was decided, where the score doesn't say so."""

    @property
    def words(self) -> str:
        return f"{self.score} {self.opponent}".strip()


def draw(paper: Certificate, holder: str, steps: Sequence[Step] = ()) -> str:
    """Return the certificate as SVG; ``holder`` is the name that is printed."""
    standing = standing_name(paper.standing, paper.section)
    is_winner = paper.standing == 1
    if not is_winner:
        words = _reached(paper)
    elif is_division(paper.section):
        words = pgettext("a league", "wins “{competition}”")
    else:
        words = pgettext("a cup", "wins “{competition}”")
    texts = [
        (82, 5, _GOLD, ' letter-spacing=".8"', standing.upper()),
        (98, 13, _INK, _BOLD, holder),
        (110, 6.5, _INK, "", words.format(competition=paper.title)),
        (121, 5, _MUTE, "", _played(paper, steps)),
        (129, 5, _MUTE, "", date_format(paper.awarded_on, "DATE_FORMAT")),
        (190, 5, _MUTE, "", "Chess Eleven · " + _("certificate {id}").format(id=paper.pk)),
    ]
    lines = [_text(74, y, size, ink, more, text) for y, size, ink, more, text in texts if text]
    label = _("Certificate") + f": {holder}, {paper.title}"
    return _FRAME.format(label=escape(label), lines="\n".join(lines), path=_path(steps))


def _reached(paper: Certificate) -> str:
    """Return how far someone came who didn't win, with a place for the competition."""
    has_third = paper.entry is None or paper.entry.competition.third_place
    if paper.standing == 2 and not is_division(paper.section):
        return _("reached the final of “{competition}”")
    if paper.standing == 3 and not is_division(paper.section) and not has_third:
        return _("reached the semi-final of “{competition}”")
    return _("played in “{competition}”")


def _played(paper: Certificate, steps: Sequence[Step]) -> str:
    """Return how many played, and how many matches the holder won."""
    players = ngettext("{n} player", "{n} players", paper.entrants).format(n=paper.entrants)
    is_alone = paper.section == "open" or (paper.entry and paper.entry.competition.is_among_friends)
    parts = [players, "" if is_alone else section_name(paper.section)]
    if wins := sum(step.is_won for step in steps):
        parts.append(ngettext("{n} win", "{n} wins", wins).format(n=wins))
    return " · ".join(part for part in parts if part)


def _path(steps: Sequence[Step]) -> str:
    """Return the way to the standing: a dot for each match, higher with each win."""
    if not steps:
        return ""
    if len(steps) > _BELOW or any(step.by or _width(step.words, _TYPE) > 38 for step in steps):
        return _upright(steps)
    gap = (_RIGHT - _LEFT) / max(len(steps) - 1, 1)
    places = [(_LEFT + gap * n if len(steps) > 1 else 74.0, 160 - 6 * n) for n in range(len(steps))]
    line = "L".join(f"{x:.4g} {y}" for x, y in places)
    drawn = [f'<path d="M{line}" fill="none" stroke="#b8972e" stroke-width=".8"/>']
    for number, (step, (x, y)) in enumerate(zip(steps, places, strict=True), start=1):
        is_last = number == len(steps)
        dot = "#b8972e" if is_last and step.is_won else "#13201a"
        size = 4.5 if is_last else 2.6
        drawn.append(f'<circle cx="{x:.4g}" cy="{y}" r="{size}" fill="{dot}"/>')
        more = ' text-anchor="middle"' + (_BOLD if is_last else "")
        drawn.append(
            _LINE.format(
                x=f"{x:.4g}", y=y + 10.5, size=_TYPE, ink=_INK, more=more, text=escape(step.words)
            )
        )
    return '<g font-family="system-ui, sans-serif">' + "".join(drawn) + "</g>\n"


def _upright(steps: Sequence[Step]) -> str:
    """Return the way of many matches, from the first below to the last on top."""
    # Of few, how each was decided has a line of its own.
    has_room = len(steps) <= _BELOW
    height = 30 if has_room else 36
    gap = height / max(len(steps) - 1, 1)
    line = f'<path d="M{_LEFT} 138v{height}" stroke="#b8972e" stroke-width=".8"/>'
    drawn = [line] if len(steps) > 1 else []
    for number, step in enumerate(steps, start=1):
        y = round(138 + height - gap * (number - 1), 2)
        is_last = number == len(steps)
        dot = "#b8972e" if is_last and step.is_won else "#13201a"
        size = 3.4 if is_last else 2.2
        drawn.append(f'<circle cx="{_LEFT}" cy="{y}" r="{size}" fill="{dot}"/>')
        said = [words for words in (step.words, step.by) if words]
        for row, words in enumerate(said if has_room else [" · ".join(said)]):
            drawn.append(
                _LINE.format(
                    x=_LEFT + 7, y=y + 1.6 + row * (_TYPE + 1), size=_fitting(words), ink=_INK,
                    more=_BOLD if is_last and not row else "", text=escape(words),
                )
            )  # fmt: skip
    return '<g font-family="system-ui, sans-serif">' + "".join(drawn) + "</g>\n"


def _fitting(words: str) -> float:
    """Return the size at which the words of a step stay on the sheet."""
    return round(min(_TYPE, _TYPE * (_RIGHT + 18 - _LEFT) / max(_width(words, _TYPE), 1)), 2)


def _text(x: float, y: float, size: float, ink: str, more: str, text: str) -> str:
    return _LINE.format(x=x, y=y, size=_size(text, size), ink=ink, more=more, text=escape(text))


def _size(text: str, size: float) -> float:
    """Return the size at which a line stays within the frame, this one at most."""
    return round(min(size, size * _WIDEST / max(_width(text, size), 1)), 2)


def _width(text: str, size: float) -> float:
    """Return about how wide a line is: of some scripts a sign is as wide as it is high."""
    return sum(map(_letter, text)) * size * _LETTER


def _letter(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 2
    if sign in _NARROW:
        return 0.6
    return 1.5 if sign in _WIDE else 1.1 if sign.isupper() else 1
