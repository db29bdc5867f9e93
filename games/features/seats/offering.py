"""Offering a vacant seat, agreeing to it, and taking it: each under the lock of the game.

1. A player offers the seat in which a bot plays on for someone who left.
2. The other people who are still in the game agree, or one declines.
3. Anyone with the link takes it. The offer is gone with that.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from games.clock.clocks import kind_of
from games.features.seats import happened
from games.features.seats.models import SeatOffer
from games.models import Act, Friend, Game
from games.models.querysets import Seat
from games.play.challenge.checks import (
    check_are_friends,
    check_are_here,
    check_have_room,
    check_is_not_blocked,
)
from games.play.deadlines import with_locked_game
from games.play.guards import check_in_play, check_is_active, check_is_in, seat_of
from games.play.handing_over import SITTING, sit_down
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.store import selectors
from games.store.locking import hold_people
from games.store.people import may_watch
from games.store.write import write_game


def offer(user_id: int, game_id: str, side: str, *, now: datetime) -> Game:
    """Offer the seat of a bot to a person; offering the same again changes nothing.

    Raises ``NotFound``, ``Forbidden``, ``Invalid`` and ``Conflict``.
    """

    def act(game: Game, seat: Seat) -> None:
        found = offer_in(game)
        if found is not None:
            if found.side == side and found.user_id == user_id:
                return
            raise Conflict(
                _("A seat is offered already. Answer that offer first."),
                code="seat_not_offered",
                game=game,
            )
        if side not in vacant_seats(game):
            raise Invalid(
                _("Choose a seat in which a bot replaced a player."),
                field="side",
                code="not_allowed",
            )
        # Of a bot that is out by now.
        SeatOffer.objects.filter(game=game).delete()
        made = SeatOffer(game=game, user_id=user_id, side=side, offered_at=now)
        _agree(game, seat, made, now)

    return _operate(user_id, game_id, now, act)


def agree(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Agree that the seat is offered; again changes nothing."""

    def act(game: Game, seat: Seat) -> None:
        found = _open_offer(game)
        if seat.side not in found.agreed:
            _agree(game, seat, found, now)

    return _operate(user_id, game_id, now, act)


def decline(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Decline that the seat is offered, or take the offer back; the bot plays on."""

    def act(game: Game, seat: Seat) -> None:
        found = _open_offer(game)
        found.delete()
        _say(game, seat, found, now, is_offered=False)

    return _operate(user_id, game_id, now, act)


def take(user: User, game_id: str, *, now: datetime) -> Game:
    """Take the offered seat in place of the bot and return the game.

    Taking it again changes nothing. Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    if user.is_guest:
        raise not_for_guests()
    if user.is_bot:
        raise Forbidden(_("Bots can't take this seat."), code="forbidden")

    def act(game: Game, was_late: bool) -> Game:
        if not may_watch(game, user.pk):
            raise NotFound(_("This game doesn't exist."))
        if any(seat.user_id == user.pk for seat in game.seats):
            return game
        check_is_active(game)
        found = _open_offer(game)
        if not is_open(game, found):
            raise _none(game)
        for check in SITTING:
            check(game, user.pk)
        people = list(User.objects.filter(pk__in=[one.user_id for one in _people(game)]))
        for other in people:
            check_is_not_blocked(user, other)
        check_are_friends([user, *people])
        check_have_room(user, found.user)
        seat = next(one for one in game.seats if one.side == found.side)
        found.delete()
        sit_down(game, seat, user, now)
        return game

    return with_locked_game(
        game_id, now, act, hold=lambda: check_are_here([user.pk], hold_people([user.pk]))
    )


def offer_in(game: Game) -> SeatOffer | None:
    """Return the offer of a seat in a game that continues, if a bot still plays in it."""
    found = SeatOffer.objects.select_related("user").filter(game=game).first()
    return found if found is not None and _stands(game, found) else None


def is_open(game: Game, found: SeatOffer) -> bool:
    """Return whether all people who are still in the game agree."""
    return {one.side for one in _people(game)} <= set(found.agreed)


def vacant_seats(game: Game) -> list[str]:
    """Return the sides in which a bot replaced a player, and still plays."""
    is_staked = game.rated or game.competition is not None or kind_of(game).is_live
    if is_staked or game.status != Game.Status.PLAYING or len(game.seats) < 3:
        return []
    bots = [one.side for one in game.seats if one.is_bot and not game.summary.is_out(one.side)]
    left = Act.objects.filter(game=game, name=Act.HAND_OVER, side__in=bots) if bots else ()
    return sorted({act.side for act in left})


def offers_of_friends(user_id: int) -> QuerySet[SeatOffer]:
    """Return the offers of people who call this person a friend, open or not."""
    friends = Friend.objects.filter(friend=user_id).values("user")
    return SeatOffer.objects.filter(user__in=friends, game__status__in=Game.ACTIVE)


def offered_by_friends(user_id: int) -> list[SeatOffer]:
    """Return the open offers of people who call this person a friend, newest first."""
    found = offers_of_friends(user_id)
    rows = found.select_related("user").order_by("-offered_at")[:10]
    games = Game.objects.with_seats().in_bulk([row.game_id for row in rows]) if rows else {}
    return [
        row
        for row in rows
        if _stands(game := games[row.game_id], row)
        and is_open(game, row)
        and all(seat.user_id != user_id for seat in game.seats)
    ]


def find_offer(game_id: str, viewer: int) -> tuple[Game, SeatOffer]:
    """Return the game and its offered seat to a player, or to anyone once it is open.

    Raises ``NotFound``.
    """
    game = selectors.find_game(game_id)
    found = offer_in(game) if may_watch(game, viewer) else None
    is_player = any(seat.user_id == viewer for seat in game.seats)
    if found is None or not (is_player or is_open(game, found)):
        raise NotFound(_("No seat is offered in this game."))
    return game, found


def _stands(game: Game, found: SeatOffer) -> bool:
    """Return whether a bot plays in the offered seat of a game that continues."""
    bots = [one.side for one in game.seats if one.is_bot and not game.summary.is_out(one.side)]
    return game.is_active and found.side in bots


def _people(game: Game) -> list[Seat]:
    """Return the seats of the people who are still in the game."""
    return [one for one in game.seats if not one.is_bot and not game.summary.is_out(one.side)]


def _agree(game: Game, seat: Seat, found: SeatOffer, now: datetime) -> None:
    found.agreed = [*found.agreed, seat.side]
    found.save()
    _say(game, seat, found, now, is_offered=True)


def _open_offer(game: Game) -> SeatOffer:
    """Return the offer of a locked game; raises ``Conflict``."""
    found = offer_in(game)
    if found is None:
        raise _none(game)
    return found


def _none(game: Game) -> Conflict:
    return Conflict(_("No seat is offered in this game."), code="seat_not_offered", game=game)


def _say(game: Game, seat: Seat, found: SeatOffer, now: datetime, *, is_offered: bool) -> None:
    everyone = [one.user_id for one in game.seats]
    own: happened.OwnSeat = {
        "side": seat.side,
        "seat": found.side,
        "is_offered": is_offered,
        "is_open": is_offered and is_open(game, found),
    }
    write_game(game, [happened.SEAT_OFFERED(now, everyone, own)], now=now)


def _operate(user_id: int, game_id: str, now: datetime, act: Callable[[Game, Seat], None]) -> Game:
    def guarded(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        check_is_active(game)
        check_is_in(game, seat)
        check_in_play(game)
        act(game, seat)
        return game

    return with_locked_game(game_id, now, guarded)
