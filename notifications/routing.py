"""Who is told what when something happens."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.features.competitions.wording import is_division
from games.models import Game
from games.rules.contract import RESIGN
from games.store.outbox import EventType
from notifications.vocabulary import NotificationKind

MOVING = (
    EventType.TURN_PLAYED,
    EventType.ROUND_STARTED,
    EventType.ROUND_ENDED,
    EventType.GAME_FINISHED,
)
"""Events after which a game waits for something else: what was said before is out of date."""


STARTING = (
    *MOVING,
    EventType.GAME_STARTED,
    EventType.ACT_DONE,
    EventType.CLOCK_GIVEN,
    EventType.CLOCK_PAUSED,
    EventType.CLOCK_RESUMED,
    EventType.DEADLINE_EXTENDED,
)
"""Events that start or move a clock: whoever is awaited is reminded by it from then on."""

OF_COMPETITIONS = (
    EventType.COMPETITION_ENTERED,
    EventType.COMPETITION_DRAWN,
    EventType.MATCH_STARTED,
    EventType.MATCH_ENDED,
    EventType.SHOOTOUT_DUE,
    EventType.ROUND_NEAR_END,
    EventType.SECTION_FINISHED,
    EventType.SEASON_CONFIRM,
    EventType.PROMOTED,
    EventType.RELEGATED,
)
NOT_TOMORROW = (EventType.MATCH_STARTED, EventType.SHOOTOUT_DUE, EventType.SEASON_CONFIRM)
"""Events of competitions that are told at once by mail to whoever has not chosen otherwise."""


PLAYED_ON = (NotificationKind.TURN, NotificationKind.FORMATION, NotificationKind.ROUND_ENDED)
"""What holds no more once the receiver has played, and need not be told who looks on."""


def kinds_for(
    event_type: str,
    *,
    is_actor: bool,
    is_awaited: bool,
    data: Mapping[str, Any] = MappingProxyType({}),
    side: str | None = None,
    is_one_of_many: bool = False,
    is_prepared: bool = False,
) -> tuple[NotificationKind, ...]:
    """Return what a receiver may be told of an event; the first that they want to hear.

    One event makes one message at most. ``is_actor`` says that it was the receiver's own doing,
    ``is_awaited`` that the game now waits for them. ``data`` is that of the event, ``side`` the
    receiver's; of more than two players only those who are awaited hear of a turn. Who played by
    a plan (``is_prepared``) may not know yet.
    """
    is_begun = data.get("status") == Game.Status.PLAYING
    match event_type:
        case EventType.CHALLENGE_RECEIVED:
            return (NotificationKind.CHALLENGE_RECEIVED,)
        case EventType.CHALLENGE_ACCEPTED:
            # It comes with the start of the game, so it asks for the formation too.
            return (NotificationKind.CHALLENGE_ACCEPTED, NotificationKind.FORMATION)
        case EventType.GAME_STARTED if is_begun:
            # Nothing is arranged: whoever begins is told so.
            return (NotificationKind.TURN,) if is_awaited and not is_actor else ()
        case EventType.GAME_STARTED:
            # The challenger hears by the acceptance of their challenge.
            return () if is_actor else (NotificationKind.FORMATION,)
        case EventType.FORMATION_CHANGED:
            # By hand they are told to the others alone, who see them on the page.
            return (NotificationKind.PLAN_FIRED,) if is_actor else ()
        case EventType.TURN_PLAYED if is_actor:
            return (NotificationKind.PLAN_FIRED,) if is_prepared else ()
        case EventType.TURN_PLAYED if is_one_of_many and not is_awaited:
            return ()
        case EventType.TURN_PLAYED:
            return (NotificationKind.TURN,)
        case EventType.ACT_DONE:
            return (NotificationKind.TURN,) if side in data.get("newly_awaited", ()) else ()
        case EventType.PLAYER_OUT:
            # Who resigned knows it.
            is_news = is_actor and data.get("by") != RESIGN
            return (NotificationKind.GAME_OVER,) if is_news else ()
        case EventType.ROUND_STARTED:
            return (NotificationKind.TURN,) if is_awaited else ()
        case EventType.ROUND_ENDED:
            return (NotificationKind.ROUND_ENDED, NotificationKind.FORMATION)
        case EventType.DRAW_OFFERED:
            return () if is_actor else (NotificationKind.DRAW_OFFERED,)
        case EventType.GAME_FINISHED:
            return (NotificationKind.GAME_OVER,)
        case EventType.MATCH_STARTED if is_division(data.get("section", "")):
            # All matches of a season begin at once: the draw has told it.
            return ()
        case EventType.MATCH_STARTED if is_awaited:
            # The start of the game asks for the turn, which says more.
            return ()
        case _ if event_type in OF_COMPETITIONS:
            return (NotificationKind.COMPETITION,)
    return ()
