"""Offering to take back the last turn and answering the offer.

There is at most one offer for a turn, and one for a position. It is answered under the lock of the
game, so an answer and a new turn never both count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import F
from django.utils.translation import gettext as _

from games.clock.clocks import kind_of
from games.features.takebacks import happened
from games.features.takebacks.models import Offer
from games.models import Game, Turn
from games.models.querysets import Seat
from games.play.deadlines import with_locked_game
from games.play.guards import check_in_play, check_is_active, seat_of
from games.play.taking_back import last_standing_turn, take_back
from games.refusals import Conflict
from games.shown.point_of_view import PointOfView
from games.store.happened import Kind
from games.store.write import write_game


def offer(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Ask the opponent to let the last turn be taken back; asking again changes nothing."""

    def act(game: Game, seat: Seat) -> None:
        if reason := why_never(game):
            raise Conflict(reason, code="takeback_not_allowed", game=game)
        turn = _own_turn(game, seat)
        found = Offer.objects.filter(game=game, turn=turn.number).first()
        if found is not None and not found.answer:
            return
        same = Offer.objects.filter(game=game, side=seat.side, position=turn.position_before)
        if found is not None or same.exists():
            raise Conflict(
                _("You already asked to take back a turn in this position."),
                code="takeback_offered_before",
                game=game,
            )
        Offer.objects.create(
            game=game,
            user_id=seat.user_id,
            side=seat.side,
            turn=turn.number,
            position=turn.position_before,
            offered_at=now,
        )
        _say(game, seat, happened.TAKEBACK_OFFERED, turn.number, now)

    return _operate(user_id, game_id, now, act)


def accept(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Let the opponent's last turn be taken back; accepting again changes nothing."""

    def act(game: Game, seat: Seat) -> None:
        found = _answered(game, seat, Offer.Answer.ACCEPTED)
        if found is None:
            return
        turn = last_standing_turn(game)
        if turn is None:
            raise _no_offer(game)
        take_back(game, turn, seat.side, now=now)

    return _operate(user_id, game_id, now, act)


def decline(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Decline the opponent's offer; declining again changes nothing."""

    def act(game: Game, seat: Seat) -> None:
        if (found := _answered(game, seat, Offer.Answer.DECLINED)) is not None:
            _say(game, seat, happened.TAKEBACK_DECLINED, found.turn, now)

    return _operate(user_id, game_id, now, act)


def withdraw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Take your own offer back; again changes nothing."""

    def act(game: Game, seat: Seat) -> None:
        if (found := _answered(game, seat, Offer.Answer.WITHDRAWN)) is not None:
            _say(game, seat, happened.TAKEBACK_WITHDRAWN, found.turn, now)

    return _operate(user_id, game_id, now, act)


ACTS: Final[Mapping[str, Callable[..., Game]]] = {
    "offer_takeback": offer,
    "accept_takeback": accept,
    "decline_takeback": decline,
    "withdraw_takeback": withdraw,
}
"""What is done about it, by the name of the act in the API."""


def open_offer(game: Game) -> Offer | None:
    """Return the offer that waits for an answer."""
    if not game.is_active or why_never(game):
        return None
    return Offer.objects.filter(game=game, turn=game.next_turn - 1, answer="").first()


def why_never(game: Game) -> str:
    """Return why no turn of this game can be taken back; empty where one can."""
    if kind_of(game).is_live:
        return _("You can't take back turns in a live game.")
    if game.competition is not None:
        return _("You can't take back turns in a competition.")
    if game.rated:
        return _("You can't take back turns in a rated game.")
    if len(game.seats) != 2:
        return _("You can take back turns only in games of two players.")
    return ""


def on_game_page(view: PointOfView) -> Mapping[str, Any]:
    """Return what the page of a game shows a player: an offer, or that one can be made."""
    game, you = view.game, view.you
    is_on = you is not None and game.status == Game.Status.PLAYING and not why_never(game)
    if not is_on or you is None:
        return {}
    # Nothing is on offer where nothing has happened since the turn.
    found = open_offer(game) if game.updated_at > game.clock_started_at else None
    with_bot = any(seat.is_bot for seat in game.seats)
    return {
        "takeback": {
            "offer": found,
            "is_asked": found is not None and found.side != you.side,
            "may_offer": game.next_turn > 1 and not view.is_awaited and not with_bot,
        }
    }


def taken_back_in(games: Collection[str]) -> set[tuple[str, str]]:
    """Return the games that wait for a turn in place of one taken back, each with its side."""
    found = Offer.objects.filter(
        game__in=games, answer=Offer.Answer.ACCEPTED, turn=F("game__next_turn") - 1
    )
    return set(found.values_list("game_id", "side"))


def _operate(user_id: int, game_id: str, now: datetime, act: Callable[[Game, Seat], None]) -> Game:
    def guarded(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        check_is_active(game)
        act(game, seat)
        return game

    return with_locked_game(game_id, now, guarded)


def _own_turn(game: Game, seat: Seat) -> Turn:
    """Return the last turn, which this seat may ask to take back; raises ``Conflict``."""
    check_in_play(game)
    turn = last_standing_turn(game)
    if turn is None or turn.side != seat.side:
        raise Conflict(
            _("You can take back a turn only until your opponent has played."),
            code="takeback_not_allowed",
            game=game,
        )
    if turn.rolls:
        raise Conflict(
            _("You've seen how your shot ended, so you can't take the turn back."),
            code="roll_was_seen",
            game=game,
        )
    return turn


def _answered(game: Game, seat: Seat, answer: Offer.Answer) -> Offer | None:
    """Note an answer to the open offer and return it; ``None`` where it was given before.

    Raises ``Conflict`` where this seat has nothing to answer.
    """
    found = Offer.objects.filter(game=game, turn=game.next_turn - 1).first()
    is_own = answer == Offer.Answer.WITHDRAWN
    if found is None or (found.side == seat.side) != is_own or found.answer not in ("", answer):
        raise _no_offer(game)
    if found.answer:
        return None
    found.answer = answer
    found.save(update_fields=["answer"])
    return found


def _no_offer(game: Game) -> Conflict:
    return Conflict(
        _("There's no request to take back a turn. Reload the game."),
        code="no_takeback_offer",
        game=game,
    )


def _say(
    game: Game,
    seat: Seat,
    kind: Kind[happened.OwnTakeback],
    turn: int,
    now: datetime,
) -> None:
    everyone = [one.user_id for one in game.seats]
    write_game(game, [kind(now, everyone, {"side": seat.side, "turn": turn})], now=now)
