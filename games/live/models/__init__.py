"""What live matches keep."""

from games.live.models.player import LivePlayer
from games.live.models.playing_on import PlayingOn
from games.live.models.seek import LiveRest, Seek
from games.live.models.stage import StagedTurn

__all__ = ["LivePlayer", "LiveRest", "PlayingOn", "Seek", "StagedTurn"]
