"""The end of a cup or a league, as its page celebrates it."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.features.competitions.models import Section
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.pages.players import shirt_of
from games.features.competitions.pages.way import steps_of
from games.features.competitions.steps.seasons import FIRST
from games.shown import wording


class Stage(NamedTuple):
    """A match on a way through a cup."""

    match: str
    title: str
    words: str
    """Against whom, and how it was decided where the score doesn't say so."""
    score: str
    is_won: bool


class Finish(NamedTuple):
    """Who has won, what the reader has reached, and the way there."""

    title: str
    about: str
    """A second sentence; empty where the first says it all."""
    shirt: SafeString
    """The winner's."""
    is_winner: bool
    way: list[Stage]
    """Of the reader, or of the winner where the reader didn't play."""
    is_yours: bool


def finish_of(page: BracketPage) -> Finish | None:
    """Return how a competition has ended; ``None`` while it is on, and of lower divisions."""
    section, league = page.view.section, page.view.competition.is_league
    entries = page.view.by_number
    first = next((one for one in entries.values() if one.standing == 1), None)
    if section.status != Section.Status.FINISHED or first is None or first.number is None:
        return None
    if league and section.key != FIRST:
        return None
    mine = entries.get(page.mine or 0)
    place = mine.standing if mine is not None else None
    won = _("{name} won the league!") if league else _("{name} won the cup!")
    title, about = won.format(name=page.called(first.number)), ""
    if place == 1:
        title = _("You won the league!") if league else _("You won the cup!")
    elif place == 2:
        title, about = _("You came second."), title
    elif place is not None:
        about = _("You came {place}.").format(place=wording.ordinal(place))
    # Of a league the matches are listed.
    number = page.mine if place is not None and page.mine else first.number
    way = [] if league else _way(page, number)
    return Finish(title, about, shirt_of(first), place == 1, way, number == page.mine)


def _way(page: BracketPage, number: int) -> list[Stage]:
    return [
        Stage(
            slot.name,
            page.title_of(slot),
            ", ".join(part for part in (step.opponent, step.by) if part),
            step.score,
            step.is_won,
        )
        for slot, step in steps_of(page, number)
    ]
