"""What the page of one challenge shows to anyone who looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property
from html import unescape
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import LONGEST_GUEST_NAME
from games.models import Challenge, HouseRobot, Invitation
from games.models.faces import name_of
from games.pages.games_here import address_of_rules
from games.pages.guides import GUIDES
from games.play.challenge.filters import Candidate, filter_words, misfit
from games.rules import registry
from games.shown import wording
from games.shown.pace import pace_lines, pace_of
from games.shown.statistics import record_of
from games.store import selectors


def context_of(
    found: Challenge, user_id: int | None, now: datetime, zone: tzinfo
) -> dict[str, Any]:
    """Return what the template asks for."""
    selectors.attach_invitations([found])
    look = _Look(found, user_id, now)
    heading = look.heading
    return {
        "challenge": found,
        "path": f"/challenges/{found.pk}/",
        "url": f"{settings.SITE_URL}/challenges/{found.pk}/",
        "heading": heading,
        "title": unescape(strip_tags(heading)),
        "preview_title": look.preview_title,
        "is_mine": look.is_mine,
        **_terms(found, zone),
        **_answers(look),
        **_records(look, zone),
    }


@dataclass(frozen=True)
class _Look:
    """A challenge in the eyes of someone, or of a visitor."""

    found: Challenge
    user_id: int | None
    now: datetime

    @property
    def is_mine(self) -> bool:
        return self.found.challenger_id == self.user_id

    @property
    def is_open(self) -> bool:
        return self.found.status == Challenge.Status.OPEN and self.found.expires_at > self.now

    @cached_property
    def seats(self) -> list[Invitation]:
        """The seats of a challenge to several."""
        return list(self.found.invitations.all()) if self.found.is_for_several else []

    @cached_property
    def own_seat(self) -> Invitation | None:
        if self.user_id is None:
            return None
        return next((seat for seat in self.seats if seat.user_id == self.user_id), None)

    @property
    def is_asked(self) -> bool:
        """Whether the challenge is to this person."""
        if self.seats:
            return self.own_seat is not None
        return self.user_id is not None and self.found.opponent_id == self.user_id

    @property
    def has_accepted(self) -> bool:
        return self.own_seat is not None and self.own_seat.accepted_at is not None

    @cached_property
    def misfit(self) -> str:
        """Why this person may not accept what anyone might; empty where that is not so."""
        if self.user_id is None or self.is_mine or self.is_asked:
            return ""
        why = misfit(self.found, Candidate(self.user_id, self.now))
        return why.detail if why else ""

    @property
    def may_accept(self) -> bool:
        is_free = self.is_open and not self.has_accepted and not self.misfit
        is_other = self.user_id is not None and not self.is_mine
        return is_free and is_other and (self.is_asked or self.found.seats_free > 0)

    @property
    def heading(self) -> SafeString:
        """Who challenges whom, each name a link."""
        found, challenger = self.found, self.found.challenger
        if self.seats and self.is_mine:
            return format_html(_("Your table: {game_name}"), game_name=_game_name(found))
        if self.has_accepted:
            words = _('{game_name} with <a href="{link}">{name}</a>')
            return format_html(words, **_linked(challenger), game_name=_game_name(found))
        if self.seats:
            words = _('<a href="{link}">{name}</a> invites you to {game_name}')
            return format_html(words, **_linked(challenger), game_name=_game_name(found))
        if self.is_mine and found.opponent is not None:
            words = _('Your challenge to <a href="{link}">{name}</a>')
            return format_html(words, **_linked(found.opponent))
        if self.is_mine:
            return format_html("{}", _("Your open challenge"))
        if found.rematch_of_id is not None:
            words = _('<a href="{link}">{name}</a> offers a rematch')
            return format_html(words, **_linked(challenger))
        words = _('<a href="{link}">{name}</a> challenges you')
        return format_html(words, **_linked(challenger))

    @property
    def preview_title(self) -> str:
        """What a link to it is called elsewhere."""
        name, game_name = name_of(self.found.challenger), _game_name(self.found)
        if self.seats:
            return _("{name} invites you to {game_name}").format(name=name, game_name=game_name)
        return _("{name} challenges you to {game_name}").format(name=name, game_name=game_name)


def _game_name(found: Challenge) -> str:
    return registry.get(found.ruleset).name


def _linked(person: User) -> dict[str, str]:
    return {"link": reverse("player", args=[person.username]), "name": name_of(person)}


def _terms(found: Challenge, zone: tzinfo) -> dict[str, Any]:
    """Return what would be played."""
    hosted, agreed = registry.find(found.ruleset), found.terms
    tagline, pace = _(hosted.presenter.tagline), wording.pace(found)
    terms = ", ".join(wording.terms(found.ruleset, agreed, zone))
    return {
        "game_name": _game_name(found),
        "tagline": tagline,
        "has_start_picture": found.ruleset in GUIDES,
        "sketch": _sketch(found) if found.is_for_several or found.ruleset in GUIDES else "",
        "rules": address_of_rules(found.ruleset),
        "no_goals": found.ruleset != registry.DEFAULT,
        "options": [
            (
                _(field.label),
                # Its label has said what it counts.
                str(agreed[field.name])
                if field.kind == "whole"
                else wording.term(field, agreed[field.name], zone),
            )
            for field in hosted.rules.option_fields()
            # As in emails and lists, an option of nothing is none.
            if agreed.get(field.name) and not (found.is_for_several and field.kind == "sides")
        ],
        "notes": wording.notes(found.ruleset, agreed),
        "terms": terms,
        "pace": pace,
        "preview_text": f"{tagline}: {f'{terms}, ' if terms else ''}{pace}.",
        "time_terms": wording.time_terms(found),
        "side_name": wording.side_name(found.side),
        "filters": filter_words(found),
    }


def _sketch(found: Challenge) -> SafeString:
    """Return the board at the start with all sides; it holds nothing anyone typed."""
    hosted = registry.find(found.ruleset)
    # Who may leave is named by people until the sides are drawn, and changes nothing on the board.
    named = {field.name for field in hosted.rules.option_fields() if field.kind == "sides"}
    start = hosted.rules.start({k: value for k, value in found.terms.items() if k not in named})
    return mark_safe(hosted.presenter.thumbnail(hosted.rules.describe(start), None))


def _answers(look: _Look) -> dict[str, Any]:
    """Return who has accepted, and what the reader may do."""
    found, seats = look.found, look.seats
    has_lapsed = found.status == Challenge.Status.OPEN and not look.is_open
    may_guest_play = found.opponent_id is None and not found.rated
    return {
        "status": Challenge.Status.LAPSED if has_lapsed else found.status,
        "is_open": look.is_open,
        "seats": seats,
        "table": _table(found, seats),
        "invited": [
            name_of(seat.user)
            for seat in seats
            if seat.user and not seat.accepted_at and not seat.user.is_bot
        ],
        "taken": 1 + sum(seat.accepted_at is not None for seat in seats),
        "missing": sum(seat.accepted_at is None for seat in seats),
        "longest_name": LONGEST_GUEST_NAME,
        "robots": _robots_for(found, seats) if look.is_mine and look.is_open else [],
        "has_accepted": look.has_accepted,
        "is_awaiting": look.is_open and (look.is_mine or look.has_accepted),
        "is_full": found.opponent_id is not None or (bool(seats) and not found.seats_free),
        "is_by_lot": found.side == "random" and found.rematch_of_id is None,
        "has_colours": not seats or found.side != "random",
        "may_guest_play": may_guest_play,
        "asks_name": bool(seats) and look.is_open and may_guest_play and look.user_id is None,
        "may_accept": look.may_accept,
        "may_decline": look.is_open and look.is_asked,
        "misfit": look.misfit,
        "open_for": wording.time_open(found.expires_at, look.now) if look.is_open else "",
    }


def _records(look: _Look, zone: tzinfo) -> dict[str, Any]:
    """Return what the challenger has played, how soon both answer, and how they stand."""
    challenger_id, now = look.found.challenger_id, look.now
    theirs = mine = []
    together = None
    if not look.is_mine:
        theirs = pace_lines(pace_of(challenger_id, now), now, zone)
        if look.user_id is not None:
            together = record_of(look.user_id, against=challenger_id)
            if look.is_open:
                mine = pace_lines(pace_of(look.user_id, now), now, zone)
    return {
        "shows_record": not (look.is_mine or look.has_accepted),
        "record": record_of(challenger_id),
        "their_pace": theirs,
        "my_pace": mine,
        "together": together,
    }


def _robots_for(found: Challenge, seats: Sequence[Invitation]) -> list[HouseRobot]:
    """Return the house bots that could take a free seat."""
    if found.opponent_id is not None or not found.seats_free:
        return []
    there = {seat.user_id for seat in seats}
    return [house for house in selectors.house_robots(found.ruleset) if house.pk not in there]


class Chair(NamedTuple):
    """Someone at the table of a challenge to several, or a seat that is free."""

    user: User | None
    has_accepted: bool
    is_challenger: bool
    remarks: list[str]
    """What was agreed on for this player: ``May leave and return``."""


def _table(found: Challenge, seats: Sequence[Invitation]) -> list[Chair]:
    """Return who sits at the table, the challenger first; of two there is no table."""
    fields = {field.name: field for field in registry.get(found.ruleset).option_fields()}

    def remarks(user: User | None) -> list[str]:
        agreed = found.by_player.items()
        return [_(fields[name].label) for name, players in agreed if user and user.pk in players]

    if not seats:
        return []
    first = Chair(found.challenger, True, True, remarks(found.challenger))
    rest = [Chair(s.user, s.accepted_at is not None, False, remarks(s.user)) for s in seats]
    return [first, *rest]
