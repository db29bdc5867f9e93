"""What is stored of a game. No column here knows of a ball, a goal or a board.

The rule set owns ``Game.state`` (its text form) and ``Game.description`` (the same as plain
data for a screen). Everything else is the service's: who sits where, whose time runs until
when, what was played and who is to hear of it.
"""

from games.models.challenge import Challenge, Invitation
from games.models.clock import Heartbeat, Outage, Sweep
from games.models.events import GameEvent, Inbox, InboxEntry
from games.models.game import Act, Arrangement, Game, Player, Turn
from games.models.identifiers import new_public_id, new_secret
from games.models.live_players import LivePlayer, StagedTurn
from games.models.people import Block, Friend, HouseRobot, Leave, Preset

__all__ = [
    "Act",
    "Arrangement",
    "Block",
    "Challenge",
    "Friend",
    "Game",
    "GameEvent",
    "Heartbeat",
    "HouseRobot",
    "Inbox",
    "InboxEntry",
    "Invitation",
    "Leave",
    "LivePlayer",
    "Outage",
    "Player",
    "Preset",
    "StagedTurn",
    "Sweep",
    "Turn",
    "new_public_id",
    "new_secret",
]
