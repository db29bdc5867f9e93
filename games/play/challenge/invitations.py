"""Who is invited to a game of several, and terms that name players before they have sides.

What an option of the kind *sides* lists may be sides or, until the seats are drawn, usernames
(law 7.1 of Fun Family Chess: a list of players, then of their sides).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Challenge, Invitation
from games.refusals import Conflict, Invalid
from games.rules.contract import RuleSet
from games.store.locking import is_public_id


class Invited(NamedTuple):
    """Who is to take a seat: anyone where ``user`` is ``None``; with which side, if not by lot."""

    user: User | None = None
    side: str | None = None


def fill_seats(opponent: User | None, others: Sequence[Invited], number: int) -> list[Invited]:
    """Return who is invited to each of so many seats; anyone who is not named is anyone.

    Raises ``Invalid`` for more people than seats, and for someone who is named twice.
    """
    seats = [*([Invited(opponent)] if opponent is not None else []), *others]
    named = [seat.user.pk for seat in seats if seat.user is not None]
    if len(set(named)) < len(named):
        raise Invalid(_("You named a player twice."), field="opponents", code="not_allowed")
    if len(seats) > number:
        raise Invalid(
            _("You named {named} players. This game has room for {number}.").format(
                named=len(seats), number=number
            ),
            field="opponents",
            code="not_allowed",
        )
    return seats + [Invited()] * (number - len(seats))


def write_invitations(challenge: Challenge, seats: Sequence[Invited]) -> None:
    """Write a row for each seat of a new challenge but the challenger's own."""
    Invitation.objects.bulk_create(
        Invitation(
            challenge=challenge,
            seat=number,
            user=seat.user,
            is_named=seat.user is not None,
            side=seat.side,
        )
        for number, seat in enumerate(seats)
    )


def seats_of(challenge: Challenge) -> list[Invitation]:
    """Return the seats of a challenge but the challenger's, with their people."""
    return list(challenge.invitations.select_related("user").order_by("seat"))


def occupy_seat(challenge: Challenge, user: User, now: datetime) -> list[Invitation]:
    """Let someone take a seat of a locked challenge and return all of them.

    Their own, if they were named or sit there, else a free one. Raises ``Conflict`` if none is.
    """
    seats = seats_of(challenge)
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    seat = own or next((seat for seat in seats if seat.user_id is None), None)
    if seat is None:
        raise Conflict(_("Every seat is taken."), code="challenge_closed")
    if seat.accepted_at is None:
        seat.user, seat.accepted_at = user, now
        seat.save(update_fields=["user", "accepted_at"])
        _count_free(challenge, seats)
    return seats


def keep_seats(challenge: Challenge, people: Sequence[User]) -> None:
    """Keep free seats of a locked challenge for these people, as if they had been named from the
    start."""
    seats = seats_of(challenge)
    free = [seat for seat in seats if seat.user_id is None]
    for seat, user in zip(free, people, strict=False):
        seat.user, seat.is_named = user, True
        seat.save(update_fields=["user", "is_named"])
    _count_free(challenge, seats)


def leave_seat(challenge: Challenge, user: User | int) -> bool:
    """Leave a seat that was taken by the link to someone else; return whether there was one."""
    left = Invitation.objects.filter(challenge=challenge, user=user, is_named=False)
    if not left.update(user=None, accepted_at=None):
        return False
    _count_free(challenge, seats_of(challenge))
    return True


def _count_free(challenge: Challenge, seats: Iterable[Invitation]) -> None:
    challenge.seats_free = sum(seat.user_id is None for seat in seats)
    challenge.save(update_fields=["seats_free"])


def is_named(challenge: Challenge, user_id: int) -> bool:
    """Return whether a seat of this challenge is kept for this person."""
    return challenge.invitations.filter(user=user_id, is_named=True).exists()


def invited_to(challenge: Challenge) -> list[int]:
    """Return who was asked to play, or has taken a seat."""
    if challenge.opponent_id is not None:
        return [challenge.opponent_id]
    if not challenge.is_for_several:
        return []
    return [seat.user_id for seat in seats_of(challenge) if seat.user_id is not None]


def accepted_by(challenge: Challenge) -> list[int]:
    """Return who has taken a seat of a challenge to several."""
    if not challenge.is_for_several:
        return []
    return [seat.user_id for seat in seats_of(challenge) if seat.user_id and seat.accepted_at]


def people_of(challenge_id: str) -> list[int]:
    """Return who made a challenge and who has taken a seat; empty if there is none."""
    if not is_public_id(challenge_id):
        return []
    rows = Challenge.objects.filter(pk=challenge_id).values_list(
        "challenger_id", "invitations__user_id", "invitations__accepted_at"
    )
    people = {challenger_id for challenger_id, _, _ in rows}
    return sorted(people | {user_id for _, user_id, at in rows if user_id and at})


def draw_sides(
    sides: Sequence[str], players: Mapping[int, User], fixed: Mapping[str, int]
) -> dict[str, User]:
    """Return the players by side: those agreed on, and the others by lot."""
    left = [user_id for user_id in sorted(players) if user_id not in fixed.values()]
    secrets.SystemRandom().shuffle(left)
    seated = {side: fixed[side] if side in fixed else left.pop() for side in sides}
    return {side: players[user_id] for side, user_id in seated.items()}


Names = dict[str, list[str]]


def check_terms(rules: RuleSet[Any], options: Mapping[str, Any]) -> tuple[dict[str, Any], Names]:
    """Return the complete options without names, and the names by option.

    Raises ``IllegalOptions``: anyone named counts as one of the sides that are left, so that
    names can ask for nothing that sides could not.
    """
    names = {
        field.name: [one for one in options[field.name] if _is_name(rules, one)]
        for field in rules.option_fields()
        if field.kind == "sides" and isinstance(options.get(field.name), list)
    }
    plain = dict(options)
    for option, named in names.items():
        plain[option] = [one for one in options[option] if one not in named]
    checked = dict(rules.check_options(plain))
    sides = rules.seats(checked)
    as_if = {
        option: [*checked[option], *[s for s in sides if s not in checked[option]][: len(named)]]
        for option, named in names.items()
        if named
    }
    rules.check_options(checked | as_if)
    return checked, {option: named for option, named in names.items() if named}


def _is_name(rules: RuleSet[Any], one: object) -> bool:
    return isinstance(one, str) and one not in rules.sides


def find_players(names: Names, people: Sequence[User]) -> dict[str, list[int]]:
    """Return the terms by player; raises ``Invalid`` for a name that none of these people has."""
    known = {person.username.lower(): person.pk for person in people}
    for option, named in names.items():
        for name in named:
            if name.lower() not in known:
                raise Invalid(
                    _("{name} wasn't invited by name.").format(name=name[:30]),
                    field=option,
                    code="unknown",
                )
        if len({name.lower() for name in named}) < len(named):
            raise Invalid(_("You named a player twice."), field=option, code="not_allowed")
    return {option: [known[name.lower()] for name in named] for option, named in names.items()}


def options_of(
    rules: RuleSet[Any], challenge: Challenge, seated: Mapping[str, User]
) -> Mapping[str, Any]:
    """Return the options of the game that a challenge becomes: players are there by side."""
    if not challenge.by_player:
        return challenge.options
    sides = {user.pk: side for side, user in seated.items()}
    drawn = {
        option: [
            *challenge.options[option],
            *(side for pk in players if (side := sides[pk]) not in challenge.options[option]),
        ]
        for option, players in challenge.by_player.items()
    }
    return rules.check_options(challenge.options | drawn)
