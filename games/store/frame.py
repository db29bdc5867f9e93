"""What the frame of every page asks about its reader, in fixed statements."""

from __future__ import annotations

from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection

from accounts.models import User
from games.models import Challenge, Game
from games.store.selectors import newest_event_of

HEARD: Final = "coalesce((SELECT last_number FROM games_inbox WHERE user_id = u.id), 0)"
"""The number of the newest event that a person has heard: read with the session."""


class Frame(NamedTuple):
    """What the frame of a page says to someone."""

    games: int
    """Games that await them."""
    challenges: int
    """Challenges to answer."""
    is_live_on: bool
    """Whether two people play a live game that anyone may watch."""
    has_mail: bool
    """Whether emails may go to them."""

    @property
    def all(self) -> int:
        """All that waits for their answer."""
        return self.games + self.challenges


# An array of challenges: PostgreSQL then looks each up by its index. House bots have no row among
# the live players. Formations count: those who see a game late learn of no goal.
_FRAME: Final = f"""
    SELECT (
        SELECT count(*) FROM games_player WHERE user_id = %(user)s AND deadline IS NOT NULL
    ), (
        SELECT count(*) FROM games_challenge
        WHERE status = '{Challenge.Status.OPEN}' AND expires_at > %(now)s
            AND challenger_id <> %(user)s AND (opponent_id = %(user)s OR id = ANY(ARRAY(
                SELECT challenge_id FROM games_invitation
                WHERE user_id = %(user)s AND accepted_at IS NULL
            )))
    ), EXISTS (
        SELECT FROM live_liveplayer live JOIN games_game game ON game.id = live.game_id
        WHERE game.status IN ('{"', '".join(Game.ACTIVE)}') AND game.is_public
        GROUP BY live.game_id HAVING count(*) > 1
    ), EXISTS (SELECT FROM account_emailaddress WHERE user_id = %(user)s AND verified)
"""  # noqa: S608 (our own words)


def frame_of(user_id: int, now: datetime) -> Frame:
    """Return what the frame of a page says to a person.

    ORM: ``Player.objects.filter(user=user_id, deadline__isnull=False).count()``; the challenges
    ``filter(Q(opponent=user_id) | Q(invitations__user=user_id, invitations__accepted_at=None),
    status="open", expires_at__gt=now).exclude(challenger=user_id).count()``; whether of
    ``LivePlayer.objects.filter(game__status__in=Game.ACTIVE, game__is_public=True)`` two are in one
    game; ``mail_address(user) is not None``.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FRAME, {"user": user_id, "now": now})
        return Frame(*cursor.fetchone())


def heard_by(user: User) -> int:
    """Return the number of the newest event a person has heard, as it was with their session."""
    heard = user.read_along.get("heard")
    return newest_event_of(user.pk) if heard is None else heard
