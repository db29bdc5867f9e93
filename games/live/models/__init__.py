"""What live matches keep."""

from games.live.models.player import LivePlayer
from games.live.models.playing_on import PlayingOn
from games.live.models.stage import StagedTurn

__all__ = ["LivePlayer", "PlayingOn", "StagedTurn"]
