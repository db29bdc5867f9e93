"""The words of messages about competitions; those of leagues that differ are in ``league``."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.features.competitions.bracket import Match as Slot
from games.features.competitions.models import Section
from games.features.competitions.pages.bracket import BracketPage
from games.features.competitions.payloads import SectionView
from games.features.competitions.wording import (
    by_words,
    not_drawn_words,
    section_name,
    standing_name,
)
from games.models import GameEvent, Player
from games.store.outbox import EventType
from notifications.features.competitions import league
from notifications.features.competitions.league import Words
from notifications.message.pace_line import pace_sentences

if TYPE_CHECKING:
    from accounts.models import User

UNTIL_DECIDED = (EventType.MATCH_STARTED, EventType.SHOOTOUT_DUE, EventType.ROUND_NEAR_END)
"""Events whose messages are of no use once the match is decided."""


def section_of(event: GameEvent) -> Section | None:
    """Return the section of an event, or ``None`` where it is there no more."""
    rows = Section.objects.select_related("competition__organiser")
    return rows.filter(competition=event.competition, key=event.data["section"]).first()


def is_true(event: GameEvent, receiver: User) -> bool:
    """Return whether a message about this event is still of use to this person."""
    section = section_of(event)
    if section is None:
        return False
    if event.type == EventType.SEASON_CONFIRM:
        return section.entries.filter(user=receiver, status="asked").exists()
    if event.type not in UNTIL_DECIDED:
        return True
    number, _sep, place = event.data["match"].partition(".")
    return section.matches.filter(round=number, number=place, by="").exists()


def compose(event: GameEvent, receiver: User, now: datetime) -> Words:
    """Return what is said to this person about an event."""
    section = section_of(event)
    assert section is not None, "the message holds"
    name = section.competition.title
    path = f"/competitions/{event.competition}/{section.key}/"
    if event.type == EventType.SEASON_CONFIRM and section.competition.is_among_friends:
        return league.invited(section)
    if section.competition.is_league:
        found = league.lines(event, section, receiver)
        if found is not None:
            return replace(found, path=found.path or path)
    match event.type:
        case EventType.COMPETITION_ENTERED:
            is_waiting = event.data["waiting"]
            title = (
                _("You're on the waiting list for {name}") if is_waiting else _("You're in: {name}")
            )
            if section.competition.is_among_friends:
                return league.joined(title.format(name=name), section)
            return Words(
                title.format(name=name),
                (_("The draw takes place when entries close."),),
                _("See the competition"),
                section.competition.closes_at,
                path,
                deadline=_("Entries close: {when}."),
            )
        case EventType.COMPETITION_DRAWN:
            title = _("{name}: the draw has been made").format(name=name)
            said = _first_match(section, receiver)
            return Words(title, said, _("See the bracket"), path=path)
        case EventType.SECTION_FINISHED:
            return _finished(section, receiver, path)
    words = _about_match(event, section, receiver, path)
    if event.type != EventType.MATCH_STARTED:
        return words
    return replace(words, more=_pace_of_opponent(event, receiver, now))


def _page(section: Section, receiver: User) -> BracketPage | None:
    return BracketPage(SectionView(section, receiver)) if section.is_drawn else None


def _first_match(section: Section, receiver: User) -> tuple[str, ...]:
    page = _page(section, receiver)
    mine = page.mine if page is not None else None
    # A daily mail may come when this match is over, and its loser has none any more.
    slot = (
        next((one for one in page.bracket if mine in one.players), None) if page and mine else None
    )
    if page is None or slot is None:
        entry = section.entries.filter(user=receiver).first()
        return (not_drawn_words(entry, section),)
    return (
        _("Your first match: {match}, against {opponent}.").format(
            match=page.title_of(slot), opponent=_opponent(page, slot)
        ),
    )


def _opponent(page: BracketPage, slot: Slot) -> str:
    is_upper = slot.upper == page.mine
    other = slot.lower if is_upper else slot.upper
    return page.name_of(slot, other, 1 if is_upper else 0)


def _about_match(event: GameEvent, section: Section, receiver: User, path: str) -> Words:
    page = _page(section, receiver)
    assert page is not None, "matches have been drawn"
    slot = next(slot for slot in page.bracket if slot.name == event.data["match"])
    name, opponent, title = section.competition.title, _opponent(page, slot), page.title_of(slot)
    last_day = section.rounds.get(number=slot.round).ends_at
    match_path = f"{path}matches/{slot.name}/"
    lines: tuple[str, ...]
    ends_at: datetime | None
    match event.type:
        case EventType.MATCH_STARTED:
            words = _("{name}: your match against {opponent}")
            lines = (_("{match}. The game has started.").format(match=title),)
            path, ends_at, action = f"/games/{event.data['game']}/", last_day, _("Open the board")
        case EventType.SHOOTOUT_DUE:
            words = _("{name}: penalties against {opponent}")
            lines = (_("Choose where to shoot and where your king dives."),)
            path, action = match_path, _("Choose")
            ends_at = datetime.fromisoformat(event.data["due_at"])
        case EventType.ROUND_NEAR_END:
            words = _("{name}: the round ends in three days, against {opponent}")
            lines = _count(event, page, slot, opponent)
            path, ends_at, action = f"/games/{event.data['game']}/", last_day, _("Open the board")
        case _:
            words, lines, ends_at = _ended(page, slot, title)
            path, action = match_path, _("See the match")
    return Words(
        words.format(name=name, opponent=opponent),
        lines,
        action,
        ends_at,
        path,
        deadline="" if event.type == EventType.SHOOTOUT_DUE else _("The round ends: {when}."),
    )


def _pace_of_opponent(event: GameEvent, receiver: User, now: datetime) -> tuple[str, ...]:
    seats = Player.objects.filter(game=event.data["game"]).exclude(user=receiver)
    return tuple(
        sentence
        for seat in seats.select_related("user")
        for sentence in pace_sentences(
            seat.shown_as or seat.user.username, seat.user_id, receiver, now
        )
    )


def _ended(page: BracketPage, slot: Slot, title: str) -> tuple[str, tuple[str, ...], None]:
    if page.field.competition.is_league:
        return league.ended(page, slot, title)
    how = _("{match}, decided {by}.").format(match=title, by=by_words(slot.by))
    if not slot.winner:
        return _("{name}: no one advances from your match"), (how,), None
    if slot.winner != page.mine:
        return _("{name}: you lost against {opponent}"), (how,), None
    if slot.round == page.bracket.rounds - 1:
        won = _("You won against {opponent}.").format(opponent=_opponent(page, slot))
        return _("{name}: you're in the final!"), (won, how), None
    return _("{name}: you won against {opponent}"), (how,), None


def _count(event: GameEvent, page: BracketPage, slot: Slot, opponent: str) -> tuple[str, ...]:
    """Return the count as it is, from this person's side."""
    row = next((g for g in page.field.games_of(slot) if g.game_id == event.data["game"]), None)
    count = event.data["count"]
    if row is None or page.mine is None or not count:
        return ()
    own = page.field.side_of(row, page.mine)
    other = "black" if own == "white" else "white"
    lines = _(
        "If the game isn't over by then, it's decided on goals or on the pieces left. Right now: "
        "you {own}, {opponent} {n}."
    )
    return (lines.format(own=count[own], opponent=opponent, n=count[other]),)


def _finished(section: Section, receiver: User, path: str) -> Words:
    entry = section.entries.filter(user=receiver).first()
    standing = entry.standing if entry is not None else None
    titles = {1: _("{name}: you won the cup!"), 2: _("{name}: you came 2nd")}
    lines = []
    # The subject says it of a competition with one section.
    if not standing or section.competition.sections.count() > 1:
        lines.append(_("{section} is over.").format(section=section_name(section.key)))
    if standing and standing not in titles:
        lines.append(_("You finished: {place}.").format(place=standing_name(standing)))
    if standing != 1 and (winner := _winner(section, receiver)):
        won = _("You lost the final against {name}.") if standing == 2 else _("{name} won.")
        lines.append(won.format(name=winner))
    title = titles.get(standing or 0, _("{name} is over")).format(name=section.competition.title)
    words = Words(title, tuple(lines), _("See the cup"), path=path)
    return league.with_certificate(words, entry)


def _winner(section: Section, receiver: User) -> str:
    """Return the winner's name; empty where no one won."""
    number = section.entries.filter(standing=1).values_list("number", flat=True).first()
    page = _page(section, receiver)
    return page.called(number) if page is not None and number else ""
