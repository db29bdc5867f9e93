"""Agreeing on a live game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from config.http.errors.field_codes import FieldCode
from games.models import Game
from games.play.challenge.checks import check_agreement, check_are_here
from games.play.challenge.invitations import draw_sides
from games.play.seating import running_live
from games.play.start import Terms, start_game
from games.refusals import Conflict, Invalid
from games.rules import registry
from games.rules.contract import Timed, check_live
from games.rules.errors import IllegalOptions
from games.store.locking import hold_people


def live_terms(ruleset: str, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the terms of the clock of a live game, completed; raises ``Invalid``."""
    rules = registry.get(ruleset)
    if not isinstance(rules, Timed):
        raise Invalid(_("You can't play this game live."), field="live", code="not_allowed")
    try:
        return check_live(rules, given or {})
    except IllegalOptions as error:
        code: FieldCode = "not_allowed" if error.is_known else "unknown_member"
        raise Invalid(str(error), field=f"live/{error.field}", code=code) from error


def agree_live(terms: Terms) -> Terms:
    """Return the terms of a live game, completed; raises ``Invalid``.

    Nothing of the terms by correspondence is left: no time bank, no vacation, no rest days.
    """
    live = live_terms(terms.ruleset, terms.live)
    rules = registry.get(terms.ruleset)
    assert isinstance(rules, Timed), "there are terms for it"
    return replace(
        terms,
        options=dict(rules.live_options(rules.check_options(terms.options), live)),
        live=live,
        days_per_turn=1,
        turn_s=live.get("turn") or live.get("base"),
        reserve_s=0,
        gain_s=0,
        has_leave=False,
        has_rest=False,
    )


def check_is_free(*people: User) -> None:
    """Raise ``Conflict`` where one of these plays a live game already."""
    for person in people:
        if running_live(person.pk) is not None:
            words = _("{username} is playing a live game. Wait until it's over.")
            raise Conflict(words.format(username=person.username), code="live_match_running")


def pair(
    one: User,
    other: User,
    *,
    ruleset: str,
    live: Mapping[str, Any] | None = None,
    rated: bool = False,
    now: datetime,
) -> Game:
    """Return a live game between two people who have both asked for one, sides by lot.

    A transaction of its own. Raises ``Conflict`` where one of them plays another, or has left.
    """
    terms = agree_live(Terms(ruleset=ruleset, live=live or {}, rated=rated))
    people = [one.pk, other.pk]
    with transaction.atomic():
        check_are_here(people, hold_people(people))
        check_is_free(one, other)
        check_agreement(terms, [one, other], now)
        sides = registry.get(ruleset).seats(terms.options)
        seated = draw_sides(sides, {one.pk: one, other.pk: other}, {})
        return start_game(terms, seated, now=now)
