"""The way of a certificate's holder through a cup."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.features.competitions.bracket import By
from games.features.competitions.certificate_picture import Step
from games.features.competitions.models import Certificate
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.payloads import SectionView
from games.features.competitions.wording import RESIGNED
from games.rules.text import score_text

_SAID: Final = {RESIGNED, By.SHOOTOUT, By.TIMEOUT, By.WALKOVER}
"""The ways to decide a match that its score doesn't show."""
_SAID_OF_OPPONENT: Final = {By.WITHDRAWAL, By.PUT_OUT}


def way_of(paper: Certificate) -> list[Step]:
    """Return the matches that the holder played in a cup; none where no one knows any more.

    Where a section hides names, opponents have none here.
    """
    entry = paper.entry
    if entry is None or entry.number is None or entry.competition.is_league:
        return []
    section = entry.section
    section.competition = entry.competition
    page = BracketPage(SectionView(section, None))
    steps = []
    for slot in page.bracket:
        other = slot.opponent_of(entry.number)
        if entry.number not in slot.players or not other or not slot.is_over:
            continue
        card = page.card(slot)
        upper, lower = card.sides
        mine, theirs = (upper, lower) if slot.upper == entry.number else (lower, upper)
        score = score_text(mine.score, theirs.score) if mine.score and theirs.score else ""
        name = theirs.name if not section.hides_names else ""
        how, is_won = page.how(slot), slot.winner == entry.number
        is_said = how in _SAID or (is_won and how in _SAID_OF_OPPONENT)
        by = card.by if is_said else ""
        if how == RESIGNED:
            by = _("won by resignation") if is_won else _("lost by resignation")
        steps.append(Step(score, name, is_won, by))
    return steps
