"""The way of a player through a cup or a league."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from django.utils.translation import gettext as _

from games.features.competitions.bracket import By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.certificate_picture import Step
from games.features.competitions.models import Certificate
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.payloads import SectionView
from games.features.competitions.wording import RESIGNED
from games.rules.text import score_text

_SAID: Final = {RESIGNED, By.SHOOTOUT, By.TIMEOUT, By.WALKOVER}
"""The ways to decide a match that its score doesn't show."""
_MOST: Final = 7
"""So many matches of a league have room on the sheet."""
_SAID_OF_OPPONENT: Final = {By.WITHDRAWAL, By.PUT_OUT}


def way_of(paper: Certificate) -> list[Step]:
    """Return the matches that the holder played; none where no one knows any more.

    Where a section hides names, opponents have none here.
    """
    entry = paper.entry
    if entry is None or entry.number is None:
        return []
    section = entry.section
    section.competition = entry.competition
    steps = [
        step for _slot, step in steps_of(BracketPage(SectionView(section, None)), entry.number)
    ]
    return [] if entry.competition.is_league and len(steps) > _MOST else steps


def steps_of(page: BracketPage, number: int) -> list[tuple[Slot, Step]]:
    """Return the matches that a player has played, as they were played."""
    section = page.view.section
    slots = [slot for slot in page.bracket if number in slot.players and slot.is_over]
    if page.view.competition.is_league:
        far = datetime.min.replace(tzinfo=UTC)
        slots.sort(key=lambda slot: page.field.rows[slot.key].decided_at or far)
    steps = []
    for slot in slots:
        other = slot.opponent_of(number)
        if not other:
            continue
        card = page.card(slot)
        upper, lower = card.sides
        mine, theirs = (upper, lower) if slot.upper == number else (lower, upper)
        score = score_text(mine.score, theirs.score) if mine.score and theirs.score else ""
        name = theirs.name if not section.hides_names else ""
        how, is_won = page.how(slot), slot.winner == number
        is_said = how in _SAID or (is_won and how in _SAID_OF_OPPONENT)
        by = card.by if is_said else ""
        if how == RESIGNED:
            # Beside a name a score such as 0–0 would not read as won or lost.
            if name:
                score = ""
                name = (_("beat {name}") if is_won else _("lost to {name}")).format(name=name)
            else:
                by = _("won by resignation") if is_won else _("lost by resignation")
        steps.append((slot, Step(score, name, is_won, by)))
    return steps
