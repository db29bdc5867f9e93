"""Who is told what when something happens."""

from __future__ import annotations

from games.events import EventType
from notifications.vocabulary import NotificationKind

MOVING = (
    EventType.TURN_PLAYED,
    EventType.ROUND_STARTED,
    EventType.ROUND_ENDED,
    EventType.GAME_FINISHED,
)
"""Events after which a game waits for something else: what was said before is out of date."""


def kinds_for(event_type: str, *, is_actor: bool, is_awaited: bool) -> tuple[NotificationKind, ...]:
    """Return what a receiver may be told of an event; the first that they want to hear.

    One event makes one message at most. ``is_actor`` says that it was the receiver's own doing,
    ``is_awaited`` that the game now waits for them.
    """
    match event_type:
        case EventType.CHALLENGE_RECEIVED:
            return (NotificationKind.CHALLENGE_RECEIVED,)
        case EventType.CHALLENGE_ACCEPTED:
            # It comes with the start of the game, so it asks for the formation too.
            return (NotificationKind.CHALLENGE_ACCEPTED, NotificationKind.FORMATION)
        case EventType.GAME_STARTED:
            # The challenger hears by the acceptance of their challenge.
            return () if is_actor else (NotificationKind.FORMATION,)
        case EventType.TURN_PLAYED:
            return () if is_actor else (NotificationKind.TURN,)
        case EventType.ROUND_STARTED:
            return (NotificationKind.TURN,) if is_awaited else ()
        case EventType.ROUND_ENDED:
            return (NotificationKind.ROUND_ENDED, NotificationKind.FORMATION)
        case EventType.DRAW_OFFERED:
            return () if is_actor else (NotificationKind.DRAW_OFFERED,)
        case EventType.DEADLINE_NEAR:
            return (NotificationKind.REMINDER,)
        case EventType.GAME_FINISHED:
            return (NotificationKind.GAME_OVER,)
    return ()
