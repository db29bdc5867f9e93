"""The words of messages about leagues, where they are others than a cup's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.features.competitions.bracket import Match as Slot
from games.features.competitions.league.table import is_drawn
from games.features.competitions.league_payloads import table_rows
from games.features.competitions.models import Certificate, Entry, Section
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.payloads import SectionView
from games.features.competitions.wording import league_by_words, section_name
from games.models import GameEvent
from games.models.faces import name_of as called
from games.shown.wording import ordinal
from games.store.outbox import EventType

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, slots=True)
class Words:
    """What a message about a competition says."""

    title: str
    sentences: tuple[str, ...]
    action: str
    ends_at: datetime | None = None
    """Until when something can be done; empty where nothing can."""
    path: str = ""
    """Where the link leads; empty for the page of the section."""
    more: tuple[str, ...] = ()
    """What there is room for in an email alone."""
    deadline: str = ""
    """How ``ends_at`` is said, where ``By`` would not say what ends."""


def lines(event: GameEvent, section: Section, receiver: User) -> Words | None:
    """Return what is said to this person; ``None`` where it is what a cup says."""
    competition = section.competition
    name, look = competition.title, _("See the table")
    match event.type:
        case EventType.SEASON_CONFIRM:
            title = _("{name}: will you play season {n}?").format(name=name, n=event.data["season"])
            said = _("Tap to confirm your place, or you'll miss the season.")
            return Words(title, (said,), _("Confirm"), datetime.fromisoformat(event.data["until"]))
        case EventType.COMPETITION_ENTERED:
            title = _("You're in: {name}").format(name=name)
            if competition.is_among_friends:
                return joined(title, section)
            said = _("All your matches start on the first day.")
            return Words(title, (said,), _("See the league"))
        case EventType.COMPETITION_DRAWN:
            title = _("{name}: season {n} starts").format(name=name, n=competition.season)
            if competition.is_among_friends:
                title = _("{name} has started").format(name=name)
            return Words(title, (_begun(section, event.data["entrants"] - 1),), look)
        case EventType.PROMOTED | EventType.RELEGATED:
            is_up = event.type == EventType.PROMOTED
            words = _("{name}: you're promoted") if is_up else _("{name}: you're relegated")
            return Words(words.format(name=name), (_place(section, receiver),), look)
        case EventType.SECTION_FINISHED:
            return _finished(section, receiver)
        case EventType.ROUND_NEAR_END:
            title = _("{name}: the season ends in three days").format(name=name)
            last = section.rounds.order_by("-ends_at").first()
            return Words(title, _left(section, receiver), look, last.ends_at if last else None)
    return None


def joined(title: str, section: Section) -> Words:
    """Return what is said to someone who joined friends, who start by hand."""
    competition = section.competition
    look = _("See the league") if competition.is_league else _("See the cup")
    said = _("It starts when everyone is in.")
    if competition.organiser is not None:
        said = _("{name} starts it when everyone is in.").format(name=called(competition.organiser))
    return Words(title, (said,), look, path=f"/competitions/{competition.pk}/")


def invited(section: Section) -> Words:
    """Return what is said to someone whom friends ask to play again."""
    competition = section.competition
    title = _("{name}: will you play again?").format(name=competition.title)
    said = _("The same players are invited.")
    if competition.organiser is not None:
        said = _("{name} invites the same players.").format(name=called(competition.organiser))
    return Words(title, (said,), _("Join"), path=f"/competitions/{competition.pk}/")


def with_certificate(words: Words, entry: Entry | None) -> Words:
    """Return the words with the way to the certificate of an entry, if there is one."""
    paper = Certificate.objects.filter(entry=entry).first() if entry is not None else None
    if paper is None:
        return words
    return replace(
        words,
        sentences=(*words.sentences, _("Your certificate is ready.")),
        action=_("View certificate"),
        path=f"/certificates/{paper.pk}/",
    )


def _begun(section: Section, matches: int) -> str:
    if section.competition.is_among_friends:
        return ngettext(
            "You have {n} match. It has started.",
            "You have {n} matches. They have all started.",
            matches,
        ).format(n=matches)
    return ngettext(
        "{division}: {n} match. It has started.",
        "{division}: {n} matches. They have all started.",
        matches,
    ).format(division=section_name(section.key), n=matches)


def _finished(section: Section, receiver: User) -> Words:
    """Return the receiver's place, the table, and the way to the certificate."""
    competition = section.competition
    entry = section.entries.filter(user=receiver).first()
    standing = entry.standing if entry is not None else None
    place: tuple[str, ...] = ()
    if not competition.is_among_friends:
        title, place = _("{name}: season {n} is over"), (_place(section, receiver),)
    elif standing == 1:
        title = _("{name}: you won the league!")
    else:
        title = _("{name}: you came {place}") if standing else _("{name} is over")
    title = title.format(
        name=competition.title, n=competition.season, place=ordinal(standing) if standing else ""
    )
    words = Words(title, (*place, *_table(section, receiver)), _("See the table"))
    return with_certificate(words, entry)


def _place(section: Section, receiver: User) -> str:
    entry = section.entries.filter(user=receiver).first()
    division = section_name(section.key)
    if entry is None or not entry.standing:
        return _("{section} is over.").format(section=division)
    return _("{division}: {place} place.").format(division=division, place=ordinal(entry.standing))


def _table(section: Section, receiver: User) -> list[str]:
    """Return the table at the end, a line for each player."""
    page = BracketPage(SectionView(section, receiver))
    rows = [row for row in table_rows(page.view) if row["place"]]
    lines = [f"{row['place']}. {page.called(row['number'])} {row['points']}" for row in rows]
    return [_("Table with points:"), *lines]


def _left(section: Section, receiver: User) -> tuple[str, ...]:
    page = BracketPage(SectionView(section, receiver))
    number = len(page.bracket.open_of(page.mine)) if page.mine else 0
    open_ones = ngettext(
        "{n} of your matches is still open.", "{n} of your matches are still open.", number
    ).format(n=number)
    return open_ones, _("Unfinished games are then decided on goals. With equal goals it's a draw.")


def ended(page: BracketPage, slot: Slot, title: str) -> tuple[str, tuple[str, ...], None]:
    """Return what is said of a match that is over: its title, and how it was decided."""
    drawn = is_drawn(slot)
    if drawn:
        words = _("{name}: draw against {opponent}")
    elif slot.winner == page.mine:
        words = _("{name}: you won against {opponent}")
    else:
        words = _("{name}: you lost against {opponent}")
    by = league_by_words(slot.by, is_drawn=drawn)
    return words, (_("{match}, decided {by}.").format(match=title, by=by),), None
