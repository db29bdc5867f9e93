"""What live matches keep."""

from games.features.live.models.player import LivePlayer
from games.features.live.models.playing_on import PlayingOn
from games.features.live.models.seek import LiveRest, Seek
from games.features.live.models.stage import StagedTurn

__all__ = ["LivePlayer", "LiveRest", "PlayingOn", "Seek", "StagedTurn"]
