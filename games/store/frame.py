"""What the frame of every page asks about its reader, in fixed statements."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

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
    ended: list[str]
    """Games of theirs that are over, with turns that their device has not shown; newest first."""

    @property
    def all(self) -> int:
        """All that waits for their answer."""
        return self.games + self.challenges + len(self.ended)


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
    ), EXISTS (SELECT FROM account_emailaddress WHERE user_id = %(user)s AND verified), ARRAY(
        SELECT game.id FROM unnest(%(ids)s::text[], %(numbers)s::int[]) AS shown(id, number)
        JOIN games_game game ON game.id = shown.id AND game.next_turn - 1 > shown.number
        WHERE game.status = '{Game.Status.FINISHED}' AND EXISTS (
            SELECT FROM games_player WHERE game_id = game.id AND user_id = %(user)s
        )
        ORDER BY game.finished_at DESC LIMIT 3
    )
"""  # noqa: S608 (our own words)


def frame_of(user_id: int, now: datetime, seen: Mapping[str, int]) -> Frame:
    """Return what the frame of a page says to a person, whose device has ``seen`` these games up
    to a turn.

    ORM: ``Player.objects.filter(user=user_id, deadline__isnull=False).count()``; the challenges
    ``filter(Q(opponent=user_id) | Q(invitations__user=user_id, invitations__accepted_at=None),
    status="open", expires_at__gt=now).exclude(challenger=user_id).count()``; whether of
    ``LivePlayer.objects.filter(game__status__in=Game.ACTIVE, game__is_public=True)`` two are in one
    game; ``mail_address(user) is not None``; the finished games of ``seen`` that have more turns.
    """
    with connection.cursor() as cursor:
        ids, numbers = [*seen], [*seen.values()]
        asked: dict[str, Any] = {"user": user_id, "now": now, "ids": ids, "numbers": numbers}
        cursor.execute(_FRAME, asked)
        return Frame(*cursor.fetchone())


def heard_by(user: User) -> int:
    """Return the number of the newest event a person has heard, as it was with their session."""
    heard = user.read_along.get("heard")
    return newest_event_of(user.pk) if heard is None else heard
