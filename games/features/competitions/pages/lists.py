"""The lists of cups and of leagues, with how far each is."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.pages.me import Row
from config.http.arrival import arrived_at
from games.features.competitions import selectors
from games.features.competitions.models import Competition, Entry, MatchGame, Section
from games.features.competitions.pages.readers import reader, zone
from games.features.competitions.services.setting_up import (
    KNOWN_FOR,
    MOST_PRIVATE_PLAYERS,
    may_set_up,
)
from games.features.competitions.steps.beginning import ASKED, entrants_of
from games.features.competitions.wording import section_name, standing_name
from games.models import Game, Player
from games.rules import registry
from games.shown import wording

LISTED = 50
FINISHED_LISTED = 5


@require_safe
def competitions(request: HttpRequest) -> HttpResponse:
    """Show the reader's cups and the public ones, and what a cup is."""
    return _list(request, Competition.Kind.CUP)


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Show the reader's leagues and the public ones, and what a league is."""
    return _list(request, Competition.Kind.LEAGUE)


def _list(request: HttpRequest, kind: str) -> HttpResponse:
    user, now = reader(request), arrived_at(request)
    mine = list(selectors.competitions_of(user.pk).filter(kind=kind)) if user else []
    known = {one.pk for one in mine}
    found = selectors.public_competitions().filter(kind=kind)[:LISTED]
    public = [one for one in found if one.pk not in known]
    next_up = _next_up(user, mine, now) if user else {}
    asked_by = _asked_by(user, mine) if user else {}
    over = [one for one in public if all(section.is_over for section in one.sections.all())]
    context = {
        "kind": kind,
        "tab": "/competitions/" if kind == Competition.Kind.CUP else "/competitions/leagues/",
        "winners": selectors.winners_of(over),
        "mine": [
            _line(one, now, user) | next_up.get(one.pk, {}) | asked_by.get(one.pk, {})
            for one in mine
        ],
        "finished": [
            (one, standing_name(one.standing or 0, one.section.key))
            for one in (selectors.finished_by(user.pk, kind)[:FINISHED_LISTED] if user else ())
        ],
        "public": [_line(one, now, user) for one in public if one not in over],
        "over": [_line(one, now, user) for one in over],
        "may_set_up": user is not None and may_set_up(user, now),
        "known_for": KNOWN_FOR.days,
        "most": MOST_PRIVATE_PLAYERS,
        "has_asked": user is not None and any(user.pk in asked([user.pk]) for asked in ASKED),
    }
    return render(request, "competitions/list.html", context)


def row_of_me(user: User, now: datetime) -> Row:
    """Return the line that leads to someone's cups: the one that runs, or how the last ended."""
    kind = Competition.Kind.CUP
    if running := selectors.competitions_of(user.pk).filter(kind=kind).first():
        return Row("compete", _("Your cups"), "/competitions/#mine", running.title)
    if newest := selectors.finished_by(user.pk, kind).first():
        words = f"{newest.competition.title}: {standing_name(newest.standing or 0)}"
        return Row("compete", _("Your cups"), "/competitions/#finished", words)
    return Row("compete", _("Cup with friends"), "/competitions/#hold", _("One link, two to eight"))


def _line(competition: Competition, now: datetime, user: User | None) -> dict[str, Any]:
    sections = list(competition.sections.all())
    return {
        "competition": competition,
        "game": registry.get(competition.ruleset).name,
        "state": state_of(sections, competition, now, zone(user)),
        "sections": ", ".join(section_name(one.key) for one in reversed(sections))
        if not competition.is_among_friends
        else "",
    }


def _next_up(user: User, mine: list[Competition], now: datetime) -> dict[str, dict[str, Any]]:
    """Return what a player has to do next in each competition in which a match of theirs runs."""
    rows = MatchGame.objects.filter(match__section__competition__in=mine, result="")
    of_game = dict(rows.values_list("game", "match__section__competition"))
    seats = Player.objects.filter(user=user, game__in=of_game, game__status__in=Game.ACTIVE)
    deadlines: dict[str, list[datetime | None]] = {}
    for seat in seats:
        deadlines.setdefault(of_game[seat.game_id], []).append(seat.deadline)
    return {key: _whose_turn(found, now) for key, found in deadlines.items()}


def _asked_by(user: User, mine: list[Competition]) -> dict[str, dict[str, Any]]:
    """Return what is said of those to which friends invite a player again."""
    asked = Entry.objects.filter(user=user, status=Entry.Status.ASKED)
    found = asked.filter(competition__in=[one for one in mine if one.is_among_friends])
    said = {"state": _("You're invited"), "is_awaited": True}
    return dict.fromkeys(found.values_list("competition", flat=True), said)


def _whose_turn(deadlines: list[datetime | None], now: datetime) -> dict[str, Any]:
    """Return the line for matches with these deadlines; those of the others' turns are ``None``."""
    own = [one for one in deadlines if one is not None]
    if not own:
        count = len(deadlines)
        words = ngettext(
            "{n} opponent still has to play", "{n} opponents still have to play", count
        )
        return {"state": words.format(n=count), "is_awaited": False}
    left = wording.short_time_left(min(own), now)
    words = _("Your turn, {left} left")
    if len(own) > 1:
        words = ngettext(
            "Your turn in {n} match, {left} left", "Your turn in {n} matches, {left} left", len(own)
        )
    return {"state": words.format(n=len(own), left=left), "is_awaited": True}


def state_of(sections: list[Section], competition: Competition, now: datetime, where: Any) -> str:
    """Return how far a competition is, in one line."""
    if competition.is_among_friends and sections[0].status == Section.Status.ENTRIES:
        joined, _more = entrants_of(sections[0])
        return ngettext("{n} player, not started", "{n} players, not started", len(joined)).format(
            n=len(joined)
        )
    statuses = {section.status for section in sections}
    if Section.Status.ANNOUNCED in statuses:
        when = wording.zoned_moment(competition.opens_at, now, where)
        return _("Entries open {when}").format(when=when)
    if Section.Status.ENTRIES in statuses and competition.closes_at <= now:
        when = wording.zoned_moment(competition.starts_at, now, where)
        return _("Begins {when}").format(when=when)
    if Section.Status.ENTRIES in statuses:
        when = wording.zoned_moment(competition.closes_at, now, where)
        return _("Entries close {when}").format(when=when)
    if statuses <= {*Section.OVER}:
        return _("Over")
    return _("In progress")
