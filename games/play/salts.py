"""Adding a salt: what a player chooses of the key from which the rolls follow."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Game
from games.models.querysets import Seat
from games.play.deadlines import with_locked_game
from games.play.guards import check_is_active, seat_of
from games.play.seeds import takes_salts
from games.refusals import Conflict
from games.store.write import write_game


def add_salt(user_id: int, game_id: str, salt: str, *, now: datetime) -> Game:
    """Add this person's salt to the seed of the game and return the game.

    Sent again, it is answered again. Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """

    def act(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        if game.salts.get(seat.side) != salt:
            check_is_active(game)
        if put_salt(game, seat, salt):
            write_game(game, [], now=now)
        return game

    return with_locked_game(game_id, now, act)


def put_salt(game: Game, seat: Seat, salt: str) -> bool:
    """Store a salt for this seat of a locked game; return whether it is new.

    A salt is accepted once, and before the first roll is drawn from the seed. Could it be changed
    later, anyone who knows the seed would choose the one that suits him. The caller raises the
    revision of the game.
    """
    if game.salts.get(seat.side) == salt:
        return False
    if seat.side in game.salts:
        raise Conflict(
            _("You already added a salt. You can't change it."), code="salt_refused", game=game
        )
    if not takes_salts(game):
        raise Conflict(
            _("You can add a salt only before the first shot of a scheme 2 game."),
            code="salt_refused",
            game=game,
        )
    game.salts = {**game.salts, seat.side: salt}
    game.save(update_fields=["salts"])
    return True
