"""Challenges: made, answered, and turned into a game exactly once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from games.clock.clocks import kind_of
from games.clock.times import ends_at
from games.laws import cited
from games.models import Challenge, Game
from games.play.challenge.checks import (
    check_agreement,
    check_are_friends,
    check_are_here,
    check_end,
    check_guest_has_room,
    check_guest_may_ask,
    check_has_begun_others,
    check_have_room,
    check_is_not_blocked,
    check_is_not_flooding,
    check_may_meet,
    check_plays,
    check_robots_have_time,
    find_opponent,
    opponent_gone,
)
from games.play.challenge.ends import (
    check_is_open,
    close,
    close_as_cancelled,
    close_as_declined,
    has_lapsed,
    lapsed,
)
from games.play.challenge.filters import EVERYONE, Filters, check_filters, check_fits
from games.play.challenge.invitations import (
    Invited,
    Names,
    check_terms,
    draw_sides,
    fill_seats,
    find_players,
    is_named,
    leave_seat,
    occupy_seat,
    options_of,
    people_of,
    write_invitations,
)
from games.play.challenge.live import agree_live, check_is_free
from games.play.replay import beginning_of
from games.play.start import RANDOM, Terms, start_game
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.rules import registry
from games.rules.errors import IllegalOptions
from games.rules.registry import UnknownRuleSet
from games.store import happened
from games.store.locking import hold_people, lock_challenge
from games.store.outbox import record_challenge_events
from games.store.people import may_see_challenge

_TRIES = 5
"""Times that a seat is tried for while others come in between."""


def make_challenge(
    challenger: User,
    opponent: str | User | None,
    terms: Terms,
    *,
    now: datetime,
    rematch_of: Game | None = None,
    goes_on_from: Game | None = None,
    others: Sequence[Invited] = (),
    filters: Filters = EVERYONE,
    for_friends: bool = False,
) -> Challenge:
    """Return a new challenge to the person of this name, or to anyone.

    Where more than two play, ``others`` says who else is invited; anyone who is not named may be
    anyone whom ``filters`` let; ``for_friends`` shows it to friends in their lobby. Raises
    ``Invalid`` for terms that the rules do not know and people who are not there, and ``Conflict``
    for one challenge too many.
    """
    agreed, names = _checked(terms, now)
    challenged = find_opponent(challenger, opponent) if isinstance(opponent, str) else opponent
    asked = len(registry.get(agreed.ruleset).seats(agreed.options)) - 1
    seats = fill_seats(challenged, others, asked)
    named = [seat.user for seat in seats if seat.user is not None]
    check_filters(filters, is_open=not named)
    is_again = rematch_of is not None or goes_on_from is not None
    check_guest_may_ask(challenger, named, is_rated=agreed.rated, is_rematch=is_again)
    if kind_of(agreed).is_live:
        _check_can_begin_now(challenger, named)
    by_player = find_players(names, [challenger, *named])
    for one in named:
        check_may_meet(challenger, one)
        check_is_not_blocked(challenger, one)
        check_plays(one, agreed.ruleset)

    lapses_at = now + kind_of(agreed).lapses_after
    with transaction.atomic():
        _check_held(challenger, named, agreed, now)
        challenge = Challenge.objects.create(
            **agreed.columns()
            | {"is_public": agreed.is_public and not _has_family([challenger, *named])},
            for_friends=for_friends,
            challenger=challenger,
            opponent=seats[0].user if len(seats) == 1 else None,
            side=agreed.side,
            seats_free=len(seats) - len(named),
            by_player=by_player,
            filters=filters.as_kept(),
            live=agreed.live,
            rematch_of=rematch_of,
            goes_on_from=goes_on_from,
            created_at=now,
            expires_at=min(lapses_at, ends_at(agreed) or lapses_at),
        )
        if len(seats) > 1:
            write_invitations(challenge, seats)
        record_challenge_events(
            (challenge, happened.CHALLENGE_RECEIVED(now, [one.pk], {})) for one in named
        )
    return challenge


def _has_family(people: Sequence[User]) -> bool:
    return any(one.is_family for one in people)


def _checked(terms: Terms, now: datetime) -> tuple[Terms, Names]:
    """Return the terms with their options complete, and whom these name; raises ``Invalid``."""
    try:
        rules = registry.get(terms.ruleset)
    except UnknownRuleSet as error:
        raise Invalid(
            _("We don't have a game with this name."), field="ruleset", code="unknown"
        ) from error
    try:
        options, names = check_terms(rules, terms.options)
    except IllegalOptions as error:
        raise Invalid(
            str(error),
            field=error.field,
            code="not_allowed" if error.is_known else "unknown_member",
            **cited(terms.ruleset, error.law),
        ) from error
    agreed = replace(terms, options=options)
    check_end(agreed, now)
    if kind_of(agreed).is_live:
        agreed = agree_live(agreed)
    sides = (*rules.seats(agreed.options), RANDOM)
    if agreed.side not in sides:
        raise Invalid(
            _("Choose one of: {sides}.").format(sides=", ".join(sides)),
            field="side",
            code="unknown_choice",
        )
    return agreed, names


def _check_held(challenger: User, named: Sequence[User], terms: Terms, now: datetime) -> None:
    """Hold these people, and raise what only those who are held can be asked about."""
    people = [challenger.pk, *(one.pk for one in named)]
    check_are_here(people, hold_people(people))
    check_guest_has_room(challenger)
    asked: list[User | None] = [*named] or [None]
    for whom in asked:
        check_is_not_flooding(challenger, whom, now)
    check_robots_have_time(challenger, named, now)
    check_agreement(terms, [challenger, *named], now)


def _check_can_begin_now(challenger: User, named: Sequence[User]) -> None:
    """Raise a refusal where a live game could not begin immediately."""
    if len(named) != 1:
        raise Invalid(_("Name an opponent for a live game."), field="opponent", code="incomplete")
    check_is_free(challenger)


def accept_challenge(user: User, challenge_id: str, *, now: datetime) -> Game:
    """Start the game that a challenge between two proposes and return it.

    Exactly one of several who accept at the same time gets it. Accepting again returns the same
    game. Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    game = take_seat(user, challenge_id, now=now).game
    assert game is not None, "the game of two begins when the other accepts"
    return game


def take_seat(user: User, challenge_id: str, *, now: datetime) -> Challenge:
    """Accept a challenge and return it; its ``game`` is there once every seat is taken.

    Taking a seat again changes nothing. Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    for _try in range(_TRIES):
        with transaction.atomic():
            people = [user.pk, *people_of(challenge_id)]
            here = hold_people(people)
            challenge = _lock_for(user, challenge_id)
            if challenge.challenger_id == user.pk:
                raise Forbidden(_("You can't accept your own challenge."), code="own_challenge")
            game = challenge.game
            if game is not None and any(seat.user_id == user.pk for seat in game.seats):
                return challenge
            if has_lapsed(challenge, now):
                break
            check_is_open(challenge)
            if challenge.is_for_several and not set(people_of(challenge_id)) <= set(people):
                continue  # Someone came in between, and is not held.
            check_are_here(people, here)
            check_guest_has_room(user)
            if user.is_guest and challenge.rated:
                raise not_for_guests()
            if not _is_asked(user, challenge):
                check_may_meet(user, challenge.challenger)
                check_is_not_blocked(user, challenge.challenger)
                check_has_begun_others(user)
                check_fits(challenge, user, now)
                check_are_friends([user, *User.objects.filter(pk__in=people_of(challenge_id))])
            accept_locked(challenge, user, now=now)
            return challenge
    else:
        raise Conflict(_("Others are taking seats right now. Try again."), code="challenge_closed")
    raise lapsed()


def accept_locked(challenge: Challenge, accepter: User, *, now: datetime) -> Game | None:
    """Take a seat of a locked, open challenge between people who are held.

    Returns the game that begins with it, or ``None`` while seats are free. Raises ``Conflict``
    where the operator has locked the challenger out: no one would play.
    """
    if not challenge.challenger.is_active:
        raise opponent_gone()
    check_have_room(accepter, challenge.challenger)
    players = {accepter.pk: accepter}
    fixed: dict[str, int] = {}
    if challenge.is_for_several:
        seats = occupy_seat(challenge, accepter, now)
        if accepter.is_family and challenge.is_public:
            # The lobby would show the name.
            challenge.is_public = False
            challenge.save(update_fields=["is_public"])
        if not all(seat.accepted_at for seat in seats):
            return None
        players = {seat.user.pk: seat.user for seat in seats if seat.user is not None}
        if not all(player.is_active for player in players.values()):
            raise opponent_gone()
        fixed = {seat.side: seat.user_id for seat in seats if seat.side and seat.user_id}
    if challenge.side != RANDOM:
        fixed[challenge.side] = challenge.challenger_id
    players[challenge.challenger_id] = challenge.challenger
    rules = registry.get(challenge.ruleset)
    seated = draw_sides(rules.seats(challenge.options), players, fixed)
    terms = replace(Terms.of(challenge), options=options_of(rules, challenge, seated))
    check_agreement(terms, list(players.values()), now)
    before = challenge.goes_on_from
    beginning = beginning_of(before) if before is not None else None
    game = start_game(terms, seated, now=now, beginning=beginning)
    challenge.game = game
    close(challenge, Challenge.Status.ACCEPTED, now)
    begun = happened.CHALLENGE_ACCEPTED(now, [challenge.challenger_id], {"game": game.pk})
    record_challenge_events([(challenge, begun)])
    return game


def decline_challenge(
    user: User, challenge_id: str, *, reason: str = "", now: datetime
) -> Challenge:
    """Decline a challenge that was made to this person and return it.

    Where several are asked, one who declines answers for all; anyone who came by the link only
    leaves the seat to someone else. ``reason`` is one of ``Challenge.DeclineReason``, or empty; the
    challenger is notified.
    """
    with transaction.atomic():
        challenge = _lock_for(user, challenge_id)
        if not _is_asked(user, challenge):
            if challenge.status == Challenge.Status.OPEN and leave_seat(challenge, user):
                return challenge
            raise Forbidden(_("Only the challenged player can decline."), code="not_yours")
        if challenge.status == Challenge.Status.DECLINED:
            return challenge
        if not has_lapsed(challenge, now):
            check_is_open(challenge)
            close_as_declined(challenge, reason, now)
            return challenge
    raise lapsed()


def cancel_challenge(user: User, challenge_id: str, *, now: datetime) -> Challenge:
    """Take your own challenge back and return it."""
    with transaction.atomic():
        challenge = _lock_for(user, challenge_id)
        if challenge.challenger_id != user.pk:
            raise Forbidden(_("Only the challenger can withdraw it."), code="not_yours")
        if challenge.status == Challenge.Status.CANCELLED:
            return challenge
        if not has_lapsed(challenge, now):
            check_is_open(challenge)
            close_as_cancelled(challenge, now)
            return challenge
    raise lapsed()


def _lock_for(user: User, challenge_id: str) -> Challenge:
    """Return the locked challenge; for people it does not concern it is not there."""
    challenge = lock_challenge(challenge_id)
    if not challenge.concerns(user.pk) or not may_see_challenge(challenge, user.pk):
        raise NotFound(_("This challenge doesn't exist."))
    return challenge


def _is_asked(user: User, challenge: Challenge) -> bool:
    """Return whether the challenge was made to this person by name."""
    if challenge.opponent_id is not None:
        return challenge.opponent_id == user.pk
    return challenge.is_for_several and is_named(challenge, user.pk)
